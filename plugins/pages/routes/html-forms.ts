// What people do with a page by forms, without scripts: move, copy, lock, put into the trash, bring back, remove.

import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { atLeast, loaded } from '../../../core/access/access-control.ts';
import { can, inQuery, type Policy } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf, id } from '../../../core/http/schema-fields.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { workspacePolicies, workspaces } from '../../workspaces/contract.ts';
import { lockPage } from '../content/update-page.ts';
import { breadcrumb } from '../page-queries.ts';
import { pagePolicies } from '../policies.ts';
import type { PageRow } from '../store.ts';
import { deletionImpactOf, isEmptyImpact, lossesSchema } from '../tree/deletion-impact.ts';
import { duplicatePage } from '../tree/duplicate.ts';
import { movePage } from '../tree/move.ts';
import { catalogText, show, sidebarTitle } from '../tree/sidebar.ts';
import { removePage, restorePage, trashPage } from '../tree/trash.ts';
import { levelPart } from '../tree/tree-levels.ts';
import { moveOf, pageId, pagePath } from './browser.ts';

export const toPage = (h: ResponseToolkit, page: number) => h.redirect(`/pages/${page}`).code(303);

type Answer = (request: Request, h: ResponseToolkit) => Promise<ResponseObject>;

/** A button on a page that does one thing. */
const act = (name: string, operation: string, policy: Policy, handler: Answer, fields: Joi.SchemaMap = {}): Route =>
  route({
    method: 'POST',
    path: `/pages/{page_id}/${name}`,
    rules: { access: can(policy, 'page_id'), form: true, html: true },
    options: {
      id: operation,
      payload: { allow: ['application/x-www-form-urlencoded'] },
      validate: { params: pagePath, payload: Joi.object({ ...fields, csrf }).required() },
    },
    handler,
  });

/** Of one level in the form that moves a page. */
const PLACES_SHOWN = 100;

interface Browsed {
  workspace_id?: number;
  q: string;
  offset: number;
}

/** One level of the places that a page may go to, in portions; `parent` is what it lies in, null the top. */
async function placesOf(ctx: Ctx, row: PageRow, home: number, parent: PageRow | null, { q, offset }: Browsed) {
  const found = await levelPart(ctx, home, parent?.id ?? null, { limit: PLACES_SHOWN, offset, q });
  const inside = (id: number | undefined, more: Record<string, string> = {}) =>
    `/pages/${row.id}/move?${new URLSearchParams({ workspace_id: String(home), ...(id && { parent_id: String(id) }), ...more })}`;
  const turned = (to: number) => inside(parent?.id, { ...(q && { q }), offset: String(to) });
  return {
    trail: (parent ? await breadcrumb(ctx, parent) : []).map((step) => ({
      title: sidebarTitle(ctx, step),
      href: inside(step.id),
    })),
    top: inside(undefined),
    whole: inside(parent?.id),
    items: found.items
      .filter((item) => item.id !== row.id && item.kind !== 'file')
      .map((item) => ({
        id: item.id,
        title: sidebarTitle(ctx, item),
        inside: item.has_children ? inside(item.id) : '',
      })),
    isFindable: found.hasMore || found.hasEarlier || q !== '',
    before: found.hasEarlier ? turned(Math.max(0, offset - PLACES_SHOWN)) : '',
    after: found.hasMore ? turned(offset + PLACES_SHOWN) : '',
  };
}

async function moveForm(request: Request, h: ResponseToolkit) {
  const { ctx } = request;
  const row = loaded<PageRow>(request, 'page_id');
  const browsed = request.query as unknown as Browsed;
  const parent = request.query.parent_id === undefined ? null : loaded<PageRow>(request, 'parent_id');
  const home = parent?.workspace_id ?? browsed.workspace_id ?? row.workspace_id;
  const shown = await show(request, row);
  const mine = await ctx.use(workspaces).mine(ctx);
  return h.view('pages/move', {
    title: `${sidebarTitle(ctx, row)} · ${catalogText(ctx, 'pages.move_title')}`,
    page: row,
    home,
    homes: mine.filter((one) => one.id === row.workspace_id || (atLeast(one.role, 'editor') && !one.archived_at)),
    parent: parent?.id ?? null,
    places: await placesOf(ctx, row, home, parent, browsed),
    q: browsed.q,
    losses: home === row.workspace_id ? [] : (await deletionImpactOf(ctx, [row.id])).synced,
    breadcrumb: shown.breadcrumb,
  });
}

/** What others would miss is said before, with a button for who means it; undefined: they miss nothing, or it is meant. */
async function warned(
  request: Request,
  h: ResponseToolkit,
  what: 'delete' | 'remove',
): Promise<ResponseObject | undefined> {
  if ((request.payload as { isMeant?: string }).isMeant) return undefined;
  const losses = await deletionImpactOf(request.ctx, [pageId(request)]);
  if (isEmptyImpact(losses)) return undefined;
  const row = loaded<PageRow>(request, 'page_id');
  const { breadcrumb } = await show(request, row);
  const title = catalogText(request.ctx, 'pages.losses_title');
  return h.view('pages/losses', { title, page: row, losses, what, breadcrumb });
}

export const pageFormRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/pages/{page_id}/move',
    rules: {
      access: can(pagePolicies.move, 'page_id', {
        refs: [inQuery('workspace_id', workspacePolicies.view), inQuery('parent_id', pagePolicies.view)],
      }),
      html: true,
    },
    options: {
      id: 'pages.move-form',
      validate: {
        params: pagePath,
        query: Joi.object({
          workspace_id: id(),
          parent_id: id(),
          q: Joi.string().trim().allow('').max(200).default(''),
          offset: Joi.number().integer().min(0).max(1_000_000).default(0),
        }),
      },
    },
    handler: moveForm,
  }),
  act(
    'move',
    'pages.move-by-form',
    pagePolicies.move,
    async (request, h) => {
      await movePage(request.ctx, pageId(request), moveOf(request));
      return toPage(h, pageId(request));
    },
    { parent_id: id().empty(''), workspace_id: id(), publish: Joi.boolean() },
  ),
  act('duplicate', 'pages.copy-by-form', pagePolicies.duplicateBeside, async (request, h) => {
    const copy = await duplicatePage(request.ctx, pageId(request), {});
    return 'job' in copy ? h.redirect(`/copies/${copy.job.id}`).code(303) : toPage(h, copy.id);
  }),
  act('lock', 'pages.lock-by-form', pagePolicies.lock, async (request, h) => {
    await lockPage(request.ctx, pageId(request), true);
    return toPage(h, pageId(request));
  }),
  act('unlock', 'pages.unlock-by-form', pagePolicies.lock, async (request, h) => {
    await lockPage(request.ctx, pageId(request), false);
    return toPage(h, pageId(request));
  }),
  act(
    'delete',
    'pages.trash-by-form',
    pagePolicies.trash,
    async (request, h) => {
      const warning = await warned(request, h, 'delete');
      if (warning) return warning;
      await trashPage(request.ctx, pageId(request));
      return h.redirect('/trash').code(303);
    },
    { isMeant: Joi.valid('yes') },
  ),
  act('bring-back', 'pages.restore-by-form', pagePolicies.restore, async (request, h) => {
    await restorePage(request.ctx, pageId(request));
    return toPage(h, pageId(request));
  }),
  act(
    'remove',
    'pages.remove-by-form',
    pagePolicies.deletePermanently,
    async (request, h) => {
      const warning = await warned(request, h, 'remove');
      if (warning) return warning;
      await removePage(request.ctx, pageId(request));
      return h.redirect('/trash').code(303);
    },
    { isMeant: Joi.valid('yes') },
  ),
  route({
    method: 'GET',
    path: '/api/pages/{page_id}/impact',
    rules: { access: can(pagePolicies.viewImpact, 'page_id') },
    options: {
      id: 'pages.impact',
      description: 'What others miss once a page is gone with all below it: databases looked at, synced blocks shown',
      validate: { params: pagePath },
      response: { schema: lossesSchema },
    },
    handler: (request) => deletionImpactOf(request.ctx, [pageId(request)]) as never,
  }),
];
