// The history of a page, readable without scripts: who saved it when, what changed, and the way back.

import type { Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { can } from '../../../core/http/policy.ts';
import { notFound } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf, id, params } from '../../../core/http/schema-fields.ts';
import { momentText } from '../../../core/i18n/date-format.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Block } from '../../blocks/block.ts';
import { frameAddress } from '../../blocks/link-address.ts';
import type { Links } from '../../blocks/link-context.ts';
import { linksFor } from '../content/link-resolver.ts';
import { pagePolicies } from '../policies.ts';
import type { PageRow } from '../store.ts';
import { show } from '../tree/sidebar.ts';
import { AGAINST, type Against, comparedAs, type HistoryView, sidesOf, VIEWS } from '../versions/compared-versions.ts';
import { comparedChoices, filterAuthors } from '../versions/version-choices.ts';
import { sessionsByDay } from '../versions/version-sessions.ts';
import { type VersionFilter, versionStore } from '../versions/version-store.ts';
import { keepWrittenSoFar, nameVersion, noteVersion, readVersion, restoreVersion } from '../versions/versions.ts';
import { pageId, pagePath } from './browser.ts';
import { canEdit, isLively } from './html-view.ts';

const SHOWN = 50;

interface HistoryQuery {
  page?: number;
  version?: number;
  /** the version with which a session began that is shown as a whole */
  first?: number;
  against: Against;
  view: HistoryView;
  /** which versions are listed */
  only: VersionFilter;
}

/** The portion of the list that was asked for, or the one with the chosen version. */
async function railOf(ctx: Ctx, row: PageRow, { page: asked, version, only }: HistoryQuery) {
  const place = (newer: number) => Math.floor(newer / SHOWN) + 1;
  const page = asked ?? (version ? place(await versionStore.newerThan(ctx, row.id, version, only)) : 1);
  const authors = await filterAuthors(ctx, row.id, only);
  // Whom the reader may not know of is nobody.
  if (typeof only === 'number' && !authors?.some(({ id }) => id === only)) throw notFound();
  const { items, total } = await versionStore.page(ctx, row.id, SHOWN, (page - 1) * SHOWN, only);
  return {
    days: await sessionsByDay(ctx, items, only),
    authors,
    place: { page, isFirst: page === 1, isLast: page * SHOWN >= total },
  };
}

/** What the two versions name, as it is for the reader today. */
async function linksOfSides(request: Request, row: PageRow, blocks: Block[], trail: Links['trail']): Promise<Links> {
  const { ctx } = request;
  const found = await linksFor(ctx, row.workspace_id, blocks);
  return {
    ...found,
    // What a database holds today says nothing of what the page was.
    database(collectionId, viewId) {
      const named = found.database?.(collectionId, viewId);
      return named ? { href: named.href, title: named.title, isClosed: true } : null;
    },
    embeds: (url: string) => frameAddress(url, ctx.app.settings.EMBED_HOSTS),
    trail,
  };
}

/** The chosen version, or the newest of the list, beside what it is compared with. */
async function comparedHere(
  request: Request,
  row: PageRow,
  query: HistoryQuery,
  rail: Awaited<ReturnType<typeof railOf>>,
  trail: Links['trail'],
) {
  const { ctx } = request;
  const { version: chosen, first: begun, against, view } = query;
  const newest = rail.days[0]?.sessions[0];
  const wanted = chosen ?? newest?.id;
  if (wanted === undefined) return null;
  const first = chosen ? begun : newest?.first;
  const version = await readVersion(ctx, row.id, wanted);
  const sides = await sidesOf(ctx, row, version, against, first);
  const blocks = [...sides[0].blocks, ...sides[1].blocks];
  const links = await linksOfSides(request, row, blocks, trail);
  const t = ctx.app.messages.in(ctx.locale);
  const isFirst = against === 'previous' && !(await versionStore.before(ctx, row.id, first ?? version.id));
  const nothing = against === 'previous' ? t('pages.history.nothing') : t('pages.history.now');
  return {
    version: { ...version, at: momentText(ctx, version.created_at) },
    first: first === wanted ? undefined : first,
    isFirst,
    renamed: sides[0].title === sides[1].title ? null : sides.map(({ title }) => title),
    sideNames: sides.map(({ created_at }) => (created_at ? momentText(ctx, created_at) : nothing)),
    lively: isLively(blocks),
    others: await comparedChoices(ctx, row.id, version.id, typeof against === 'number' ? against : undefined),
    ...comparedAs(view, sides, { links, t, self: version.blocks }),
  };
}

/** A version that the list leaves out is not chosen in it: the first one of the list is shown. */
async function listedQuery({ ctx, query }: Request, row: PageRow): Promise<HistoryQuery> {
  const { version, first, ...asked } = query as unknown as HistoryQuery;
  const { items } = await versionStore.page(ctx, row.id, 1, 0, asked.only);
  const isLeftOut = version && items.length > 0 && !(await versionStore.isListed(ctx, row.id, version, asked.only));
  return isLeftOut && asked.only !== 'all' ? asked : { ...asked, version, first };
}

async function historyPage(request: Request, h: ResponseToolkit) {
  const { ctx } = request;
  const row = await keepWrittenSoFar(ctx, loaded<PageRow>(request, 'page_id'));
  const query = await listedQuery(request, row);
  const { breadcrumb } = await show(request, row);
  const rail = await railOf(ctx, row, query);
  const compared = await comparedHere(request, row, query, rail, () => breadcrumb.filter(({ href }) => href));
  const latest = await versionStore.lastId(ctx, row.id);
  const t = ctx.app.messages.in(ctx.locale);
  return h.view('pages/history', {
    title: `${t('pages.history.title')}: ${row.title || t('pages.untitled')}`,
    breadcrumb: [
      ...breadcrumb.map((step) => ({ ...step, href: step.href || `/pages/${row.id}` })),
      { title: t('pages.history.title'), href: '' },
    ],
    page: row,
    ...rail,
    latest,
    against: query.against,
    view: query.view,
    only: query.only,
    ...(compared ?? { version: null, first: undefined, changes: 0, lively: false }),
    isLatest: compared?.version.id === latest,
    mayRestore: (await canEdit(request)) && row.kind !== 'file' && !row.is_locked,
  });
}

/** In which manner a version is shown. */
const manner = {
  first: id(),
  against: Joi.alternatives(Joi.valid(...AGAINST), id()).default('previous'),
  view: Joi.valid(...VIEWS).default('page'),
  only: Joi.alternatives(Joi.valid('all', 'named'), id()).default('all'),
};
const USUAL: Record<string, unknown> = { against: 'previous', view: 'page', only: 'all' };

/** Of a version, in the manner in which it was shown. */
function addressOf(pageOfVersion: number, shown: Record<string, unknown>): string {
  const said = Object.entries(shown).filter(([name, value]) => value !== undefined && value !== USUAL[name]);
  const search = new URLSearchParams(said.map(([name, value]) => [name, String(value)]));
  return `/pages/${pageOfVersion}/history${search.size ? `?${search}` : ''}`;
}

const form = { allow: ['application/x-www-form-urlencoded'] };

export const historyRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/pages/{page_id}/history',
    rules: {
      access: can(pagePolicies.read, 'page_id', { opaque: ['version', 'first', 'against', 'only'] }),
      html: true,
    },
    options: {
      id: 'pages.history',
      validate: {
        params: pagePath,
        query: Joi.object({
          page: Joi.number().integer().min(1).max(1_000_000),
          version: id(),
          ...manner,
        }),
      },
    },
    handler: historyPage,
  }),
  route({
    method: 'POST',
    path: '/pages/{page_id}/history',
    rules: {
      access: can(pagePolicies.keepVersion, 'page_id', { opaque: ['version', 'first', 'against', 'only'] }),
      form: true,
      html: true,
    },
    options: {
      id: 'pages.note-version',
      payload: form,
      validate: {
        params: pagePath,
        payload: Joi.object({
          version: id(),
          ...manner,
          // A version that is there can lose its name again.
          note: Joi.string()
            .trim()
            .max(500)
            .allow('')
            .required()
            .when('version', { is: Joi.exist(), otherwise: Joi.invalid('') }),
          csrf,
        }),
      },
    },
    handler: async (request, h) => {
      const { version, note, first, against, view, only } = request.payload as HistoryQuery & { note: string };
      if (version) await nameVersion(request.ctx, pageId(request), version, note);
      else await noteVersion(request.ctx, pageId(request), note);
      return h.redirect(addressOf(pageId(request), { version, first, against, view, only })).code(303);
    },
  }),
  route({
    method: 'POST',
    path: '/pages/{page_id}/history/{version_id}/restore',
    rules: { access: can(pagePolicies.restoreVersion, 'page_id', { opaque: ['version_id'] }), form: true, html: true },
    options: {
      id: 'pages.restore-version',
      payload: form,
      validate: {
        params: params({ page_id: id(), version_id: id() }),
        payload: Joi.object({ undoes: Joi.boolean(), csrf }),
      },
    },
    handler: async (request, h) => {
      const { ctx } = request;
      const { undoes } = request.payload as { undoes?: boolean };
      await restoreVersion(ctx, pageId(request), Number(request.params.version_id), { undoes });
      // The page says what was done, and offers the way back.
      const restored = (await versionStore.last(ctx, pageId(request)))?.id;
      return h.redirect(`/pages/${pageId(request)}?restored=${restored}`).code(303);
    },
  }),
];
