// Imports in the browser's JSON: sources, jobs, preview, mapping, report.

import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { windowOf } from '../../../core/http/pagination.ts';
import { can, type Policy } from '../../../core/http/policy.ts';
import { Problem } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { paging, params } from '../../../core/http/schema-fields.ts';
import type { ImportReport } from '../contract.ts';
import { mappingSchema } from '../mapping.ts';
import { importPlaceRefs, importPolicies } from '../policies.ts';
import { jobPreview, jobReport, presentImportJob, presentListed, presentShown, presentSources } from '../present.ts';
import {
  cancelImport,
  importedItems,
  listImports,
  mapImport,
  previewAgain,
  requestUndo,
  startImport,
} from '../service.ts';
import type { JobRow } from '../store.ts';
import { importUploadPayload, receive, uploadFields } from './browser-upload.ts';

export const IMPORT_BODY_MAX = 16 * 1024 * 1024;

export const importJobPath = params({ id: Joi.string().max(64) });
export const jobOf = (request: Request): JobRow => loaded<JobRow>(request, 'id');

export const mappingFields = Joi.object({ mapping: mappingSchema.required() }).required();

/** @throws Problem conflict before there is one */
export function previewIn(job: JobRow): ImportReport {
  if (job.preview_json === '{}') throw new Problem('conflict', 'The import has no preview, or not yet.');
  return jobPreview(job);
}

export const mapped = (request: Request): Promise<JobRow> =>
  mapImport(request.ctx, jobOf(request).id, (request.payload as { mapping: object }).mapping);

const answer = (job: JobRow) => ({ ok: true, ...presentImportJob(job) });

interface JobAction {
  name: string;
  /** where another route is called by the name already */
  id?: string;
  policy: Policy;
  description: string;
  run(request: Request): Promise<JobRow>;
}

/** What can be done with a job, here and in the public API. */
export const jobActions: JobAction[] = [
  {
    name: 'preview',
    id: 'preview-again',
    policy: importPolicies.prepare,
    description: 'Preview it again, after its mapping has changed',
    run: (request) => previewAgain(request.ctx, jobOf(request).id),
  },
  {
    name: 'start',
    policy: importPolicies.run,
    description: 'Import what was previewed, go on with what was stopped, or try again after a failure',
    run: (request) => startImport(request.ctx, jobOf(request).id),
  },
  {
    name: 'cancel',
    policy: importPolicies.run,
    description: 'Stop an import or pause it; what is written stays, and start goes on with the rest',
    run: (request) => cancelImport(request.ctx, jobOf(request).id),
  },
  {
    name: 'undo',
    policy: importPolicies.run,
    description: 'Put what an import made into the trash and restore what it changed',
    run: (request) => requestUndo(request.ctx, jobOf(request).id),
  },
];

export const importRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/api/import/sources',
    rules: { access: { member: true } },
    options: { id: 'imports.sources', description: 'What can be imported' },
    handler: async (request) => ({ sources: await presentSources(request.ctx) }),
  }),
  route({
    method: 'POST',
    path: '/api/import/jobs',
    rules: { access: { member: true, refs: importPlaceRefs } },
    options: {
      id: 'imports.begin',
      description: 'Upload a file or archive and import it, or preview it with dry_run',
      payload: importUploadPayload,
      validate: { payload: uploadFields },
    },
    handler: async (request) => answer(await receive(request)),
  }),
  route({
    method: 'GET',
    path: '/api/import/jobs',
    rules: { access: { list: true, resource: 'import-job' } },
    options: { id: 'imports.jobs', description: 'Import jobs, newest first', validate: { query: paging() } },
    handler: async (request) => {
      const { page, limit } = request.query as unknown as { page: number; limit: number };
      const { items, total } = await listImports(request.ctx, limit, (page - 1) * limit);
      return { jobs: items.map(presentListed), total };
    },
  }),
  route({
    method: 'GET',
    path: '/api/import/jobs/{id}',
    rules: { access: can(importPolicies.view, 'id') },
    options: {
      id: 'imports.job',
      description: 'One import job with its progress',
      validate: { params: importJobPath },
    },
    handler: (request) => presentShown(request.ctx, jobOf(request)),
  }),
  route({
    method: 'GET',
    path: '/api/import/jobs/{id}/preview',
    rules: { access: can(importPolicies.view, 'id') },
    options: { id: 'imports.preview', description: 'What a dry run would do', validate: { params: importJobPath } },
    handler: (request) => {
      const job = jobOf(request);
      return { id: job.id, status: job.status, preview: previewIn(job) };
    },
  }),
  route({
    method: 'GET',
    path: '/api/import/jobs/{id}/report',
    rules: { access: can(importPolicies.view, 'id') },
    options: {
      id: 'imports.report',
      description: 'What an import did and could not do',
      validate: { params: importJobPath },
    },
    handler: (request) => {
      const job = jobOf(request);
      return { id: job.id, status: job.status, error: job.error, report: jobReport(job) };
    },
  }),
  route({
    method: 'GET',
    path: '/api/import/jobs/{id}/items',
    rules: { access: can(importPolicies.view, 'id') },
    options: {
      id: 'imports.items',
      description: 'What an import made or changed, with the pages it became',
      validate: { params: importJobPath, query: paging() },
    },
    handler: (request) => importedItems(request.ctx, jobOf(request), ...windowOf(request)),
  }),
  route({
    method: 'POST',
    path: '/api/import/jobs/{id}/mapping',
    rules: { access: can(importPolicies.prepare, 'id') },
    options: {
      id: 'imports.mapping',
      description: 'Say which column becomes which property',
      payload: { maxBytes: IMPORT_BODY_MAX },
      validate: { params: importJobPath, payload: mappingFields },
    },
    handler: async (request) => answer(await mapped(request)),
  }),
  ...jobActions.map(({ name, id = name, policy, description, run }) =>
    route({
      method: 'POST',
      path: `/api/import/jobs/{id}/${name}`,
      rules: { access: can(policy, 'id') },
      options: { id: `imports.${id}`, description, validate: { params: importJobPath } },
      handler: async (request) => answer(await run(request)),
    }),
  ),
];
