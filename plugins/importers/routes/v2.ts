// Imports in the public API.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { paging } from '../../../core/fields.ts';
import { pagedAnswer } from '../../../core/paging.ts';
import { type Route, route } from '../../../core/route.ts';
import { jobSchema, presentJob, presentListed, reportOf, reportSchema } from '../present.ts';
import { cancelImport, listImports, requestUndo, startImport } from '../service.ts';
import type { JobRow } from '../store.ts';
import { jobOf, on, path } from './imports.ts';
import { receive, uploadFields, uploadPayload, uploadRefs } from './upload.ts';

const action = (name: string, description: string, run: (request: Request) => Promise<JobRow>): Route =>
  route({
    method: 'POST',
    path: `/api/v2/imports/{id}/${name}`,
    rules: { access: on('editor') },
    options: { id: `import.${name}`, description, validate: { params: path }, response: { schema: jobSchema } },
    handler: async (request) => presentJob(await run(request)) as never,
  });

export const v2Routes: Route[] = [
  route({
    method: 'GET',
    path: '/api/v2/imports',
    rules: { access: { list: true, resource: 'import-job' } },
    options: {
      id: 'import.list',
      description: 'Import jobs, newest first; their reports leave out what they name',
      validate: { query: paging() },
      response: { schema: Joi.array().items(jobSchema) },
    },
    handler: async (request, h) => {
      const { page, limit } = request.query as unknown as { page: number; limit: number };
      const { items, total } = await listImports(request.ctx, limit, (page - 1) * limit);
      return pagedAnswer(request, h, { items: items.map(presentListed), total });
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/imports',
    rules: { access: { member: true, refs: uploadRefs } },
    options: {
      id: 'import.create',
      description: 'Upload a file or archive and import it, or preview it with dry_run',
      payload: uploadPayload,
      validate: { payload: uploadFields },
      response: { schema: jobSchema },
    },
    handler: async (request) => presentJob(await receive(request)) as never,
  }),
  route({
    method: 'GET',
    path: '/api/v2/imports/{id}',
    rules: { access: on('viewer') },
    options: {
      id: 'import.get',
      description: 'One import job with its progress and report',
      validate: { params: path },
      response: { schema: jobSchema },
    },
    handler: (request) => presentJob(jobOf(request)) as never,
  }),
  route({
    method: 'GET',
    path: '/api/v2/imports/{id}/report',
    rules: { access: on('viewer') },
    options: {
      id: 'import.report',
      description: 'What an import did and could not do',
      validate: { params: path },
      response: { schema: reportSchema },
    },
    handler: (request) => reportOf(jobOf(request)) as never,
  }),
  action('start', 'Import what was previewed, or try again after a failure', (request) =>
    startImport(request.ctx, jobOf(request).id),
  ),
  action('cancel', 'Stop an import; what is written stays', (request) => cancelImport(request.ctx, jobOf(request).id)),
  action('undo', 'Put what an import made into the trash and restore what it changed', (request) =>
    requestUndo(request.ctx, jobOf(request).id),
  ),
];
