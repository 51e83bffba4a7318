// Exports in the browser's JSON and in the public API: begin, follow, cancel, take the file.
import type { Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { sendBlob } from '../../../core/files/file-response.ts';
import { pagedAnswer, windowIn, windowOf } from '../../../core/http/pagination.ts';
import { can } from '../../../core/http/policy.ts';
import { invalid } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, paging, params } from '../../../core/http/schema-fields.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { allFormats } from '../formats/registry.ts';
import { exportPolicies, exportRefs } from '../policies.ts';
import { exportSchema, formatSchema, presentExport, presentFormat } from '../present.ts';
import { beginExport, cancelExport, finished, listExports, mimeOf, removeExport } from '../service.ts';
import type { ExportRow } from '../store.ts';

export const exportPath = params({ id: Joi.string().max(64) });
export const exportOf = (request: Request): ExportRow => loaded<ExportRow>(request, 'id');

export const exportFields = {
  format: Joi.string().max(40).required().example('markdown'),
  page_id: id().description('a page; its database when it is one'),
  workspace_id: id().description('a whole workspace'),
  subtree: Joi.boolean().default(false).description('with all pages inside the page'),
};

export interface ExportFields {
  format: string;
  page_id?: number;
  workspace_id?: number;
  subtree: boolean;
}

/** @throws Problem validation_failed, forbidden */
export function beginRequestedExport(
  ctx: Ctx,
  { format, page_id, workspace_id, subtree }: ExportFields,
): Promise<ExportRow> {
  if (page_id !== undefined && workspace_id !== undefined)
    throw invalid(['body', 'workspace_id'], 'cannot be sent together with page_id', 'extra_forbidden');
  return beginExport(ctx, {
    ...{ format, subtree },
    ...(page_id === undefined ? {} : { pageId: page_id }),
    ...(workspace_id === undefined ? {} : { workspaceId: workspace_id }),
  });
}

export function sendExport(request: Request, h: ResponseToolkit) {
  const row = finished(exportOf(request));
  const mime = mimeOf(request.ctx, row);
  return sendBlob(request.ctx.app.storage, { ...row, mime }, request, h, { attachment: true });
}

/** The same operations for browsers and for programs; `name` is the noun of their ids. */
function operations(base: string, name: string, present: (row: ExportRow) => object): Route[] {
  const isV2 = base.startsWith('/api/v2');
  const one = isV2 ? { response: { schema: exportSchema } } : {};
  return [
    route({
      method: 'POST',
      path: base,
      rules: { access: { member: true, refs: exportRefs } },
      options: {
        id: `${name}.create`,
        description: 'Export a page, a workspace or, as an administrator, everything: a job whose result is a file',
        validate: {
          payload: Joi.object(exportFields)
            .meta({ exclusive: ['page_id', 'workspace_id'] })
            .required(),
        },
        ...one,
      },
      handler: async (request) =>
        present(await beginRequestedExport(request.ctx, request.payload as ExportFields)) as never,
    }),
    route({
      method: 'GET',
      path: `${base}/{id}`,
      rules: { access: can(exportPolicies.view, 'id'), recorded: true },
      options: {
        id: `${name}.get`,
        description: 'One export with its progress',
        validate: { params: exportPath },
        ...one,
      },
      handler: (request) => present(exportOf(request)) as never,
    }),
    route({
      method: 'GET',
      path: `${base}/{id}/download`,
      rules: { access: can(exportPolicies.download, 'id'), recorded: true },
      options: {
        id: `${name}.download`,
        description: 'The file of an export',
        validate: { params: exportPath },
        plugins: { api: { produces: 'application/octet-stream' } },
      },
      handler: sendExport,
    }),
    route({
      method: 'POST',
      path: `${base}/{id}/cancel`,
      rules: { access: can(exportPolicies.cancel, 'id') },
      options: { id: `${name}.cancel`, description: 'Stop an export', validate: { params: exportPath }, ...one },
      handler: async (request) => present(await cancelExport(request.ctx, exportOf(request).id)) as never,
    }),
    route({
      method: 'DELETE',
      path: `${base}/{id}`,
      rules: { access: can(exportPolicies.delete, 'id') },
      options: {
        id: `${name}.delete`,
        description: 'Remove an export and its file',
        validate: { params: exportPath },
        ...(isV2 && { response: { schema: Joi.object({ ok: Joi.valid(true).required() }) } }),
      },
      handler: async (request) => {
        await removeExport(request.ctx, exportOf(request));
        return { ok: true };
      },
    }),
  ];
}

export const exportRoutes: Route[] = [
  ...operations('/api/exports', 'exports', (row) => ({ ok: true, ...presentExport(row) })),
  ...operations('/api/v2/exports', 'export', presentExport),
  route({
    method: 'GET',
    path: '/api/v2/exports',
    rules: { access: { list: true, resource: 'export' }, recorded: true },
    options: {
      id: 'export.list',
      description: 'Exports of the caller, newest first',
      validate: { query: paging() },
      response: { schema: Joi.array().items(exportSchema) },
    },
    handler: async (request, h) => {
      const { items, total } = await listExports(request.ctx, ...windowOf(request));
      return pagedAnswer(request, h, { items: items.map(presentExport), total });
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/export-formats',
    rules: { access: { member: true } },
    options: {
      id: 'export.formats',
      description: 'What exports can be written as',
      validate: { query: paging() },
      response: { schema: Joi.array().items(formatSchema) },
    },
    handler: (request, h) => pagedAnswer(request, h, windowIn(request, allFormats(request.ctx.app).map(presentFormat))),
  }),
];
