// The workspaces of a person, as a list to manage.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { type Route, route } from '../../../core/http/route.ts';
import { momentText } from '../../../core/i18n/date-format.ts';
import { agoText } from '../../../core/i18n/relative-time.ts';
import { pages } from '../../pages/contract.ts';
import { workspaces } from '../../workspaces/contract.ts';

async function list(request: Request) {
  const { ctx } = request;
  const service = ctx.use(workspaces);
  const [mine, active, deleted] = await Promise.all([
    service.mine(ctx),
    service.active(ctx, request),
    service.deleted(ctx),
  ]);
  const ids = mine.map(({ id }) => id);
  const [sizes, changed] = await Promise.all([service.sizes(ctx, ids), ctx.use(pages).lastChanges(ctx, ids)]);
  const shown = mine.map((one) => ({
    ...one,
    sign: one.icon || (one.name[0] ?? '').toUpperCase(),
    members: sizes.get(one.id) ?? 1,
    at: agoText(ctx, changed.get(one.id) ?? one.created_at),
    isActive: one.id === active?.id,
  }));
  return {
    live: shown.filter(({ archived_at }) => !archived_at),
    archived: shown.filter(({ archived_at }) => archived_at),
    deleted: deleted.map((one) => ({ ...one, at: momentText(ctx, one.deleted_at) })),
  };
}

export const workspacePages: Route[] = [
  route({
    method: 'GET',
    path: '/workspaces',
    rules: { access: { list: true, resource: 'workspace' }, html: true },
    options: { id: 'web.workspaces', validate: { query: Joi.object({}) } },
    handler: async (request, h) => {
      const { app, locale } = request.ctx;
      const title = app.messages.text(locale, 'web.workspaces');
      return h.view('web/workspaces', { title, breadcrumb: [{ title }], ...(await list(request)) });
    },
  }),
];
