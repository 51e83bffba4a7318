// Imports in the public API.
import Joi from 'joi';
import { pagedAnswer, windowOf } from '../../../core/http/pagination.ts';
import { can } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { paging } from '../../../core/http/schema-fields.ts';
import { importPlaceRefs, importPolicies } from '../policies.ts';
import {
  importerSchema,
  itemSchema,
  jobReport,
  jobSchema,
  presentImportJob,
  presentListed,
  presentSources,
  reportSchema,
} from '../present.ts';
import { importedItems, listImports } from '../service.ts';
import {
  IMPORT_BODY_MAX,
  importJobPath,
  jobActions,
  jobOf,
  mapped,
  mappingFields,
  previewIn,
} from './browser-imports.ts';
import { importUploadPayload, receive, uploadFields } from './browser-upload.ts';

export const importV2Routes: Route[] = [
  route({
    method: 'GET',
    path: '/api/v2/imports/sources',
    rules: { access: { member: true } },
    options: {
      id: 'import.sources',
      description: 'What can be imported: the name to say as source, the files it takes, and its options',
      validate: { query: paging() },
      response: { schema: Joi.array().items(importerSchema) },
    },
    handler: async (request, h) => {
      const sources = await presentSources(request.ctx);
      const [limit, offset] = windowOf(request);
      return pagedAnswer(request, h, { items: sources.slice(offset, offset + limit), total: sources.length });
    },
  }),
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
      const { items, total } = await listImports(request.ctx, ...windowOf(request));
      return pagedAnswer(request, h, { items: items.map(presentListed), total });
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/imports',
    rules: { access: { member: true, refs: importPlaceRefs } },
    options: {
      id: 'import.create',
      description: 'Upload a file or archive and import it, or preview it with dry_run',
      payload: importUploadPayload,
      validate: { payload: uploadFields },
      response: { schema: jobSchema },
    },
    handler: async (request) => presentImportJob(await receive(request)) as never,
  }),
  route({
    method: 'GET',
    path: '/api/v2/imports/{id}',
    rules: { access: can(importPolicies.view, 'id') },
    options: {
      id: 'import.get',
      description: 'One import job with its progress and report',
      validate: { params: importJobPath },
      response: { schema: jobSchema },
    },
    handler: (request) => presentImportJob(jobOf(request)) as never,
  }),
  route({
    method: 'GET',
    path: '/api/v2/imports/{id}/report',
    rules: { access: can(importPolicies.view, 'id') },
    options: {
      id: 'import.report',
      description: 'What an import did and could not do',
      validate: { params: importJobPath },
      response: { schema: reportSchema },
    },
    handler: (request) => jobReport(jobOf(request)) as never,
  }),
  route({
    method: 'GET',
    path: '/api/v2/imports/{id}/preview',
    rules: { access: can(importPolicies.view, 'id') },
    options: {
      id: 'import.preview',
      description: 'What a dry run would do, with the columns of databases and samples of them',
      validate: { params: importJobPath },
      response: { schema: reportSchema },
    },
    handler: (request) => previewIn(jobOf(request)) as never,
  }),
  route({
    method: 'GET',
    path: '/api/v2/imports/{id}/items',
    rules: { access: can(importPolicies.view, 'id') },
    options: {
      id: 'import.items',
      description: 'What an import made or changed, with the pages it became',
      validate: { params: importJobPath, query: paging() },
      response: { schema: Joi.array().items(itemSchema) },
    },
    handler: async (request, h) =>
      pagedAnswer(request, h, await importedItems(request.ctx, jobOf(request), ...windowOf(request))),
  }),
  route({
    method: 'POST',
    path: '/api/v2/imports/{id}/mapping',
    rules: { access: can(importPolicies.prepare, 'id') },
    options: {
      id: 'import.mapping',
      description: 'Say which column becomes which property, before the import runs; preview shows what comes of it',
      payload: { maxBytes: IMPORT_BODY_MAX },
      validate: { params: importJobPath, payload: mappingFields },
      response: { schema: jobSchema },
    },
    handler: async (request) => presentImportJob(await mapped(request)) as never,
  }),
  ...jobActions.map(({ name, id = name, policy, description, run }) =>
    route({
      method: 'POST',
      path: `/api/v2/imports/{id}/${name}`,
      rules: { access: can(policy, 'id') },
      options: {
        id: `import.${id}`,
        description,
        validate: { params: importJobPath },
        response: { schema: jobSchema },
      },
      handler: async (request) => presentImportJob(await run(request)) as never,
    }),
  ),
];
