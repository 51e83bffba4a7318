// The trash of the active workspace: what lies in it, for how long yet, and how it is emptied.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { loadSubjects, roleSuffices } from '../../../core/access/access-control.ts';
import { isForm } from '../../../core/http/form-errors.ts';
import { inBody } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id } from '../../../core/http/schema-fields.ts';
import { DAY } from '../../../core/i18n/calendar-date.ts';
import { agoText } from '../../../core/i18n/relative-time.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { type ProjectPlace, projectPaths } from '../../library/contract.ts';
import { deletionImpactOf, pagePolicies, pages } from '../../pages/contract.ts';
import { workspacePolicies, workspaces } from '../../workspaces/contract.ts';
import { personNames } from '../person-names.ts';

const SHOWN = 500;
/** titles in the question before all of it goes */
const NAMED = 20;
/** What is offered for each of them. */
const ACTIONS = { restore: pagePolicies.restore, remove: pagePolicies.deletePermanently };
const text = () => Joi.string().allow('').max(200).default('');

async function rowsOf(ctx: Ctx, { workspaceId, pages: among }: ProjectPlace, q: string) {
  const service = ctx.use(pages);
  const found = await service.trashed(ctx, workspaceId, { limit: SHOWN, q, ...(among && { among }) });
  const [paths, names] = await Promise.all([
    service.paths(
      ctx,
      found.map((page) => page.id),
    ),
    personNames(
      ctx,
      found.map(({ deleted_by }) => deleted_by),
    ),
  ]);
  const subjects = await loadSubjects(
    ctx,
    found.map((page) => ({ resource: 'page', id: page.id })),
  );
  const present = subjects.filter((one) => one !== undefined);
  const open = await ctx.app.access.permitted(ctx, ACTIONS, present);
  const may = new Map(present.map((one, at) => [one.id, open[at] ?? []]));
  const keep = ctx.app.settings.TRASH_DAYS;
  return found.map((page) => {
    const deleted = page.deleted_at ?? page.updated_at;
    const age = Math.floor((Date.parse(ctx.now()) - Date.parse(deleted)) / DAY);
    return {
      ...page,
      sign: page.page_icon,
      may: may.get(page.id) ?? [],
      path: paths.get(page.id) ?? [],
      at: agoText(ctx, deleted),
      by: names.get(page.deleted_by ?? 0) ?? '',
      left: Math.max(0, keep - age),
    };
  });
}

async function view(request: Request) {
  const { ctx } = request;
  const { owner, repo, q } = request.query as { owner: string; repo: string; q: string };
  const place = await ctx.use(projectPaths).place(ctx, owner, repo);
  const workspace = place
    ? (await ctx.use(workspaces).mine(ctx)).find(({ id: mine }) => mine === place.workspaceId)
    : await ctx.use(workspaces).active(ctx, request);
  const shown = place ?? (workspace && { workspaceId: workspace.id });
  const name = ctx.app.messages.text(ctx.locale, 'web.trash');
  return {
    title: name,
    breadcrumb: [{ title: name }],
    q,
    days: ctx.app.settings.TRASH_DAYS,
    workspaceId: workspace?.id ?? null,
    mayEmpty: roleSuffices(workspace?.role ?? null, workspacePolicies.emptyTrash),
    pages: shown ? await rowsOf(ctx, shown, q) : [],
  };
}

/** What goes, and what others would miss, with a button for who means it: scripts or not. */
async function question(request: Request, h: ResponseToolkit, workspaceId: number): Promise<ResponseObject> {
  const { ctx } = request;
  const found = await ctx.use(pages).trashed(ctx, workspaceId, { limit: SHOWN + 1 });
  if (!found.length) return h.redirect('/trash').code(303);
  const losses = await deletionImpactOf(
    ctx,
    found.map((page) => page.id),
  );
  return h.view('web/trash-empty', {
    title: ctx.app.messages.text(ctx.locale, 'web.trash.empty_sure'),
    breadcrumb: [{ title: ctx.app.messages.text(ctx.locale, 'web.trash'), href: '/trash' }],
    workspaceId,
    count: Math.min(found.length, SHOWN),
    isMore: found.length > SHOWN,
    titles: found.slice(0, NAMED).map(({ title }) => title),
    losses: losses.synced,
  });
}

export const trashRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/trash',
    rules: { access: { list: true, resource: 'page' }, html: true },
    options: { id: 'web.trash', validate: { query: Joi.object({ owner: text(), repo: text(), q: text() }) } },
    handler: async (request, h) => h.view('web/trash', await view(request)),
  }),
  route({
    method: 'POST',
    path: '/trash/empty',
    rules: {
      access: {
        member: true,
        refs: [inBody('workspace_id', workspacePolicies.emptyTrash)],
      },
      form: true,
    },
    options: {
      id: 'trash.empty',
      description: 'Delete forever all that lies in the trash of a workspace',
      validate: {
        payload: Joi.object({
          workspace_id: id().required(),
          isMeant: Joi.valid('yes'),
          csrf: Joi.string().allow(''),
        }).required(),
      },
    },
    handler: async (request, h) => {
      const { workspace_id, isMeant } = request.payload as { workspace_id: number; isMeant?: string };
      if (isForm(request) && !isMeant) return question(request, h, workspace_id);
      const removed = await request.ctx.use(pages).emptyTrash(request.ctx, workspace_id);
      return isForm(request) ? h.redirect('/trash').code(303) : h.response({ ok: true, removed });
    },
  }),
];
