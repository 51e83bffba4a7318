// The history of a page, readable without scripts: who saved it when, what changed, and the way back.

import type { Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { can } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf, id, params } from '../../../core/http/schema-fields.ts';
import { momentText } from '../../../core/i18n/date-format.ts';
import { frameAddress } from '../../blocks/link-address.ts';
import type { Links } from '../../blocks/link-context.ts';
import { linksFor } from '../content/link-resolver.ts';
import { pagePolicies } from '../policies.ts';
import type { PageRow } from '../store.ts';
import { show } from '../tree/sidebar.ts';
import { AGAINST, type Against, comparedAs, type HistoryView, sidesOf, VIEWS } from '../versions/compared-versions.ts';
import { sessionsByDay } from '../versions/version-sessions.ts';
import { versionStore } from '../versions/version-store.ts';
import { keepWrittenSoFar, noteVersion, readVersion, restoreVersion } from '../versions/versions.ts';
import { pageId, pagePath } from './browser.ts';
import { canEdit } from './html-view.ts';

const SHOWN = 50;

async function historyPage(request: Request, h: ResponseToolkit) {
  const { ctx } = request;
  const row = await keepWrittenSoFar(ctx, loaded<PageRow>(request, 'page_id'));
  const { page, version: chosen, first: begun, against, view } = request.query as unknown as HistoryQuery;
  const { breadcrumb } = await show(request, row);
  const { items, total } = await versionStore.page(ctx, row.id, SHOWN, (page - 1) * SHOWN);
  const days = await sessionsByDay(ctx, items);
  const newest = days[0]?.sessions[0];
  const wanted = chosen ?? newest?.id;
  const first = chosen ? begun : newest?.first;
  const version = wanted === undefined ? null : await readVersion(ctx, row.id, wanted);
  const sides = version && (await sidesOf(ctx, row, version, against, first));
  const found = await linksFor(ctx, row.workspace_id, sides ? [...sides[0].blocks, ...sides[1].blocks] : []);
  const links: Links = {
    ...found,
    // What a database holds today says nothing of what the page was.
    database(collectionId, viewId) {
      const named = found.database?.(collectionId, viewId);
      return named ? { href: named.href, title: named.title, isClosed: true } : null;
    },
    embeds: (url: string) => frameAddress(url, ctx.app.settings.EMBED_HOSTS),
    trail: () => breadcrumb.filter(({ href }) => href),
  };
  const t = ctx.app.messages.in(ctx.locale);
  return h.view('pages/history', {
    title: `${t('pages.history.title')}: ${row.title || t('pages.untitled')}`,
    breadcrumb: [
      ...breadcrumb.map((step) => ({ ...step, href: step.href || `/pages/${row.id}` })),
      { title: t('pages.history.title'), href: '' },
    ],
    page: row,
    days,
    place: { page, isFirst: page === 1, isLast: page * SHOWN >= total },
    version: version && { ...version, at: momentText(ctx, version.created_at) },
    first: first === wanted ? undefined : first,
    isLatest: page === 1 && version?.id === items[0]?.id,
    against,
    view,
    isFirst:
      against === 'previous' && version !== null && !(await versionStore.before(ctx, row.id, first ?? version.id)),
    renamed: sides && sides[0].title !== sides[1].title ? sides.map((side) => side.title) : null,
    ...(sides && comparedAs(view, sides, { links, t, self: version.blocks })),
    mayRestore: (await canEdit(request)) && row.kind !== 'file' && !row.is_locked,
  });
}

interface HistoryQuery {
  page: number;
  version?: number;
  /** the version with which a session began that is shown as a whole */
  first?: number;
  against: Against;
  view: HistoryView;
}

const form = { allow: ['application/x-www-form-urlencoded'] };

export const historyRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/pages/{page_id}/history',
    rules: { access: can(pagePolicies.read, 'page_id', { opaque: ['version', 'first'] }), html: true },
    options: {
      id: 'pages.history',
      validate: {
        params: pagePath,
        query: Joi.object({
          page: Joi.number().integer().min(1).max(1_000_000).default(1),
          version: id(),
          first: id(),
          against: Joi.valid(...AGAINST).default('previous'),
          view: Joi.valid(...VIEWS).default('page'),
        }),
      },
    },
    handler: historyPage,
  }),
  route({
    method: 'POST',
    path: '/pages/{page_id}/history',
    rules: { access: can(pagePolicies.keepVersion, 'page_id'), form: true, html: true },
    options: {
      id: 'pages.note-version',
      payload: form,
      validate: { params: pagePath, payload: Joi.object({ note: Joi.string().trim().max(500).required(), csrf }) },
    },
    handler: async (request, h) => {
      await noteVersion(request.ctx, pageId(request), (request.payload as { note: string }).note);
      return h.redirect(`/pages/${pageId(request)}/history`).code(303);
    },
  }),
  route({
    method: 'POST',
    path: '/pages/{page_id}/history/{version_id}/restore',
    rules: { access: can(pagePolicies.restoreVersion, 'page_id', { opaque: ['version_id'] }), form: true, html: true },
    options: {
      id: 'pages.restore-version',
      payload: form,
      validate: { params: params({ page_id: id(), version_id: id() }), payload: Joi.object({ csrf }) },
    },
    handler: async (request, h) => {
      const { ctx } = request;
      await restoreVersion(ctx, pageId(request), Number(request.params.version_id));
      // The page says what was done, and offers the way back.
      const restored = (await versionStore.last(ctx, pageId(request)))?.id;
      return h.redirect(`/pages/${pageId(request)}?restored=${restored}`).code(303);
    },
  }),
];
