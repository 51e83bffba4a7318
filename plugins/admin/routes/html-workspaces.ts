// All workspaces of the service as a page of administrators.
import type { Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import type { ShowAgain } from '../../../core/http/form-errors.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf, id, paging, params } from '../../../core/http/schema-fields.ts';
import { momentText } from '../../../core/i18n/date-format.ts';
import { bytesText } from '../../../core/i18n/message-format.ts';
import { workspaces } from '../../workspaces/contract.ts';
import { adminPage, listPagination } from '../page-layout.ts';
import { listWorkspaces, quotaField } from '../workspace-list.ts';

const PATH = '/admin/workspaces';
const access = { admin: true as const, opaque: ['workspace_id'] };
const named = params({ workspace_id: id() });

async function page(request: Request, h: ResponseToolkit, message = '') {
  const { ctx } = request;
  const isList = request.method === 'get';
  const {
    q = '',
    page: at = 1,
    limit = 50,
  } = (isList ? request.query : {}) as { q?: string; page?: number; limit?: number };
  const { items, total } = await listWorkspaces(ctx, { q, limit, offset: (at - 1) * limit });
  const address = `${PATH}?${new URLSearchParams({ q })}`;
  return adminPage(request, h, 'workspaces', {
    q,
    fallback: ctx.app.settings.QUOTA_MB,
    workspaces: items.map((one) => ({
      ...one,
      size: bytesText(ctx.locale, one.bytes),
      deleted: one.deleted_at && momentText(ctx, one.deleted_at),
    })),
    ...(isList ? listPagination(request, total, address) : { page: 1, last: 1, address }),
    message,
  });
}

const again: ShowAgain = (request, h, { message }) => page(request, h, message);

export const adminWorkspaceRoutes: Route[] = [
  route({
    method: 'GET',
    path: PATH,
    rules: { access: { admin: true }, html: true },
    options: {
      id: 'admin-pages.workspaces',
      validate: { query: paging({ q: Joi.string().max(100).allow(''), done: Joi.string().max(20) }) },
    },
    handler: (request, h) => page(request, h),
  }),
  route({
    method: 'POST',
    path: `${PATH}/{workspace_id}/quota`,
    rules: { access, html: true, form: true, refused: again },
    options: {
      id: 'admin-pages.set-quota',
      validate: {
        params: named,
        payload: Joi.object({ csrf, quota_mb: quotaField().empty('').default(null) }).required(),
      },
    },
    handler: async ({ ctx, params: { workspace_id }, payload }, h) => {
      await ctx.use(workspaces).setQuota(ctx, Number(workspace_id), (payload as { quota_mb: number | null }).quota_mb);
      return h.redirect(`${PATH}?done=saved`).code(303);
    },
  }),
  route({
    method: 'POST',
    path: `${PATH}/{workspace_id}/restore`,
    rules: { access, html: true, form: true, refused: again },
    options: {
      id: 'admin-pages.restore-workspace',
      validate: { params: named, payload: Joi.object({ csrf }).allow(null) },
    },
    handler: async ({ ctx, params: { workspace_id } }, h) => {
      await ctx.use(workspaces).restore(ctx, Number(workspace_id));
      return h.redirect(`${PATH}?done=restored`).code(303);
    },
  }),
];
