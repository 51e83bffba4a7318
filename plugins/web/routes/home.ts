// The start page in its three forms, the workspaces, and search results.
import type { Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { userOf } from '../../../core/context.ts';
import { toggle } from '../../../core/fields.ts';
import { momentText } from '../../../core/moment.ts';
import { type Route, route } from '../../../core/route.ts';
import { pages } from '../../pages/contract.ts';
import { search } from '../../search/contract.ts';
import { workspaces } from '../../workspaces/contract.ts';

const RECENT = 20;
const RESULTS = 50;

/** Visitors see what this is, new people their empty workspace, everybody else what happened lately. */
async function home(request: Request, h: ResponseToolkit) {
  const { ctx } = request;
  if (ctx.actor.type !== 'user')
    return h.view('web/landing', { title: '', registration: ctx.app.settings.REGISTRATION });
  const { search: q, show_archived: archived } = request.query as { search: string; show_archived: boolean };
  const recent = await ctx.use(pages).recent(ctx, RECENT);
  if (!recent.length && !q) return h.redirect('/local-workspace');
  const mine = (await ctx.use(workspaces).mine(ctx)).filter((one) => archived || !one.archived_at);
  const found = q ? (await ctx.use(search).find(ctx, { q, limit: RECENT })).results : null;
  const names = new Map(mine.map(({ id, name }) => [id, name]));
  return h.view('web/dashboard', {
    title: '',
    q,
    found,
    archived,
    name: userOf(ctx).fullName || userOf(ctx).login,
    recent: recent.map((page) => ({
      ...page,
      workspace: names.get(page.workspace_id) ?? '',
      at: momentText(ctx, page.updated_at),
    })),
    workspaces: mine,
  });
}

export const homeRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/',
    rules: { access: { public: true, because: 'visitors learn here what this is' }, html: true },
    options: {
      id: 'web.home',
      validate: {
        query: Joi.object({
          search: Joi.string().allow('').max(500).default(''),
          show_archived: toggle().default(false),
        }),
      },
    },
    handler: home,
  }),
  ...['/workspaces', '/workspace'].map((path) =>
    route({
      method: 'GET',
      path,
      rules: { access: { list: true, resource: 'workspace' }, html: true },
      options: { id: path === '/workspaces' ? 'web.workspaces' : 'web.projects' },
      handler: async (request, h) => {
        const { ctx } = request;
        const [mine, active, deleted] = await Promise.all([
          ctx.use(workspaces).mine(ctx),
          ctx.use(workspaces).active(ctx, request),
          ctx.use(workspaces).deleted(ctx),
        ]);
        const title = path === '/workspaces' ? 'Workspaces' : 'Projects';
        return h.view('web/workspaces', {
          title,
          projects: path === '/workspace',
          workspaces: mine,
          activeId: active?.id ?? null,
          deleted: deleted.map((one) => ({ ...one, at: momentText(ctx, one.deleted_at) })),
        });
      },
    }),
  ),
  route({
    method: 'GET',
    path: '/search',
    rules: { access: { list: true, resource: 'page' }, html: true },
    options: { id: 'web.search', validate: { query: Joi.object({ q: Joi.string().allow('').max(500).default('') }) } },
    handler: async (request, h) => {
      const { ctx } = request;
      const { q } = request.query as { q: string };
      const { results, total } = await ctx.use(search).find(ctx, { q, limit: RESULTS });
      return h.view('web/search', {
        title: 'Search',
        q,
        total,
        results: results.map((one) => ({ ...one, at: momentText(ctx, one.updated_at) })),
      });
    },
  }),
];
