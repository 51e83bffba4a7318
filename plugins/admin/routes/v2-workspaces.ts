// All workspaces of the service in the public API: what they take, their room, and deleted ones back again.
import Joi from 'joi';
import { pagedAnswer, windowOf } from '../../../core/http/pagination.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, paging, params } from '../../../core/http/schema-fields.ts';
import { workspaces } from '../../workspaces/contract.ts';
import { listedSchema, listWorkspaces, quotaField, withSizes } from '../workspace-list.ts';

const path = '/api/v2/admin/workspaces';
const rules = { access: { admin: true as const, opaque: ['workspace_id'] }, scope: 'admin' as const };
const named = params({ workspace_id: id() });

export const workspaceApi: Route[] = [
  route({
    method: 'GET',
    path,
    rules: { access: { admin: true }, scope: 'admin' },
    options: {
      id: 'admin.workspaces',
      description: 'All workspaces, also deleted ones, with their members, pages and bytes; `q` is part of a name',
      validate: { query: paging({ q: Joi.string().max(100).allow('') }) },
      response: { schema: Joi.array().items(listedSchema) },
    },
    handler: async (request, h) => {
      const [limit, offset] = windowOf(request);
      const { q } = request.query as { q?: string };
      return pagedAnswer(request, h, await listWorkspaces(request.ctx, { q, limit, offset }));
    },
  }),
  route({
    method: 'PATCH',
    path: `${path}/{workspace_id}`,
    rules,
    options: {
      id: 'admin.update-workspace',
      description: 'Set the room of the files of a workspace; null for that of the service',
      plugins: { api: { statuses: [404] } },
      validate: { params: named, payload: Joi.object({ quota_mb: quotaField().allow(null).required() }).required() },
      response: { schema: listedSchema },
    },
    handler: async ({ ctx, params: { workspace_id }, payload }) => {
      const { quota_mb } = payload as { quota_mb: number | null };
      const changed = await ctx.use(workspaces).setQuota(ctx, Number(workspace_id), quota_mb);
      return (await withSizes(ctx, [changed]))[0] as never;
    },
  }),
  route({
    method: 'POST',
    path: `${path}/{workspace_id}/restore`,
    rules,
    options: {
      id: 'admin.restore-workspace',
      description: 'Bring a deleted workspace back, with all its pages',
      plugins: { api: { statuses: [404, 409] } },
      validate: { params: named },
      response: { schema: listedSchema },
    },
    handler: async ({ ctx, params: { workspace_id } }) =>
      (await withSizes(ctx, [await ctx.use(workspaces).restore(ctx, Number(workspace_id))]))[0] as never,
  }),
];
