// The start page in its three forms, and the results of a search.
import type { Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { closedTo } from '../../../core/access/workspace-conditions.ts';
import { settingOf } from '../../../core/boot/stored-settings.ts';
import { inQuery } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, toggle } from '../../../core/http/schema-fields.ts';
import { partOfDay, shownMoment } from '../../../core/i18n/relative-time.ts';
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import { type Page, pages, type RecentPlace } from '../../pages/contract.ts';
import { BREAK, highlight, type SearchQuery, type SearchResult, search } from '../../search/contract.ts';
import { tagNames } from '../../tags/contract.ts';
import { type Workspace, workspacePolicies, workspaces } from '../../workspaces/contract.ts';
import { homeDuties } from '../home-duties.ts';
import { personNames } from '../person-names.ts';
import {
  NARROWINGS,
  narrowedSearch,
  SEARCH_ORDERS,
  SEARCH_SPANS,
  type SearchNarrowing,
  searchFilters,
} from '../search-filters.ts';

const RECENT = 9;
const RESULTS = 50;
const RECENT_FOUND = 6;
/** Fewer pages and rows than this, and the start page says what to do next. */
const FEW = 5;
const KINDS = ['page', 'row', 'collection', 'file'] as const;

/** What changed lately as cards: where each lies, how it begins or which of its rows changed, and who changed it when. */
async function cards(ctx: Ctx, recent: RecentPlace[]) {
  const shown = recent.map(({ page }) => page);
  const parents = [...new Set(shown.flatMap(({ parent_id }) => parent_id ?? []))];
  const databases = (await ctx.use(pages).byIds(ctx, parents)).filter(({ kind }) => kind === 'collection');
  const isRow = ({ parent_id }: Page) => databases.some(({ id }) => id === parent_id);
  const latest = ({ page, rows: [row] }: RecentPlace) => (row && row.updated_at > page.updated_at ? row : page);
  const [excerpts, paths, people] = await Promise.all([
    // What is found of a row begins with its values, which mean nothing without their names.
    ctx.use(search).excerpts(
      ctx,
      shown.flatMap((page) => (isRow(page) ? [] : page.id)),
    ),
    ctx.use(pages).paths(
      ctx,
      shown.map(({ id }) => id),
    ),
    personNames(
      ctx,
      recent.map((one) => latest(one).updated_by),
    ),
  ]);
  return recent.map((one) => {
    const { id, kind, title, page_icon } = one.page;
    const { updated_at, updated_by } = latest(one);
    return {
      ...{ id, kind, title, icon: page_icon, excerpt: excerpts.get(id) ?? '' },
      path: (paths.get(id) ?? []).filter(Boolean),
      rows: one.rows.map((row) => ({ id: row.id, title: row.title })),
      moment: shownMoment(ctx, updated_at),
      by: people.get(updated_by ?? 0) ?? '',
    };
  });
}

async function withSizes(ctx: Ctx, shown: Workspace[]): Promise<(Workspace & { members: number })[]> {
  const sizes = await ctx.use(workspaces).sizes(
    ctx,
    shown.map(({ id }) => id),
  );
  return shown.map((one) => ({ ...one, members: sizes.get(one.id) ?? 1 }));
}

const presentResult = (ctx: Ctx, q: string, names: Map<number, string>) => (one: SearchResult) => {
  // Values of a row stand there without their names: only those help that were found.
  const parts = one.type === 'row' ? one.snippet.split(BREAK) : [one.snippet];
  const snippet = parts.filter((part) => one.type !== 'row' || highlight(part, q).some(({ hit }) => hit)).join(BREAK);
  return {
    ...one,
    path: [names.get(one.workspace_id) ?? '', ...one.path].filter(Boolean),
    words: highlight(one.title, q),
    snippet,
    pieces: highlight(snippet, q),
    moment: shownMoment(ctx, one.updated_at),
  };
};

/** `isWide`: by meaning, too, as long as its model answers. */
async function find(ctx: Ctx, query: SearchQuery, isWide = false) {
  const names = new Map((await ctx.use(workspaces).mine(ctx)).map(({ id, name }) => [id, name]));
  const { find: byWords, findWidely, most } = ctx.use(search);
  const { results, total, isByMeaning } = isWide
    ? await findWidely(ctx, query)
    : { ...(await byWords(ctx, query)), isByMeaning: false };
  const counted = total < most ? 'web.search.count' : 'web.search.many';
  return { results: results.map(presentResult(ctx, query.q, names)), total, counted, isAway: isWide && !isByMeaning };
}

/** Visitors see what this is, everybody else what waits for them, what happened lately and what they can do next. */
async function home(request: Request, h: ResponseToolkit) {
  const { ctx } = request;
  if (ctx.actor.type !== 'user') {
    const registration = await settingOf(ctx, 'REGISTRATION');
    // What the page itself offers, the bar above it does not offer again.
    const ownButton = registration === 'open' ? 'register' : 'sign-in';
    return h.view('web/landing', { title: '', registration, ownButton });
  }
  const { search: q, show_archived: archived } = request.query as { search: string; show_archived: boolean };
  const [all, closed] = await Promise.all([ctx.use(workspaces).mine(ctx), closedTo(ctx)]);
  if (closed && !all.length) throw closed.problem;
  const hidden = all.filter(({ archived_at }) => archived_at && !archived).map(({ id }) => id);
  const active = await ctx.use(workspaces).active(ctx, request);
  const recent = await ctx.use(pages).recentPlaces(ctx, RECENT, active?.id);
  const shown = all.filter(({ id }) => !hidden.includes(id));
  const [own, found] = await Promise.all([withSizes(ctx, shown), q ? find(ctx, { q, limit: RESULTS }) : null]);
  return h.view('web/dashboard', {
    title: '',
    q,
    found,
    archived,
    hidden: hidden.length,
    day: partOfDay(ctx),
    name: userOf(ctx).fullName.split(' ')[0] || userOf(ctx).login,
    recent: found ? [] : await cards(ctx, recent),
    ...(found ? {} : await homeDuties(ctx)),
    few: recent.reduce((count, { rows }) => count + 1 + rows.length, 0) < FEW,
    closed: closed?.problem.extra.page ?? '',
    alone: own.find(({ role, members, archived_at }) => role === 'owner' && members === 1 && !archived_at)?.id,
    workspaces: own.map((one) => ({ ...one, sign: one.icon || (one.name[0] ?? '').toUpperCase() })),
  });
}

interface SearchAsked extends SearchNarrowing {
  q: string;
  type?: (typeof KINDS)[number];
  meaning: boolean;
}

/** The address of the same search, with something else. */
function searchAddress(asked: SearchAsked, change: Partial<Record<keyof SearchAsked, unknown>>): string {
  const said = Object.entries({ ...asked, ...change }).filter(([, value]) => value);
  return `/search?${new URLSearchParams(said.map(([name, value]) => [name, String(value)]))}`;
}

/** Before anybody asks: what they may well look for. */
async function searchStart(ctx: Ctx) {
  const recent = (await ctx.use(pages).recentPlaces(ctx, RECENT_FOUND)).map(({ page }) => page);
  const paths = await ctx.use(pages).paths(
    ctx,
    recent.map(({ id: page }) => page),
  );
  const names = new Map((await ctx.use(workspaces).mine(ctx)).map((one) => [one.id, one.name]));
  return recent.map(({ id: page, kind, title, page_icon, workspace_id, updated_at }) => ({
    ...{ type: kind, page_icon, url: `/pages/${page}`, words: highlight(title, ''), snippet: '', pieces: [] },
    path: [names.get(workspace_id) ?? '', ...(paths.get(page) ?? [])].filter(Boolean),
    moment: shownMoment(ctx, updated_at),
  }));
}

async function searchPage(request: Request, h: ResponseToolkit) {
  const { ctx } = request;
  const asked = request.query as unknown as SearchAsked;
  const { q, type, meaning, titles, order } = asked;
  const narrowed = { q, ...narrowedSearch(ctx, asked) };
  const counts = await Promise.all(
    KINDS.map(async (kind) => (await ctx.use(search).find(ctx, { ...narrowed, limit: 1, type: kind })).total),
  );
  const found = await find(ctx, { ...narrowed, limit: RESULTS, ...(type && { type }) }, meaning);
  const address = (change: Partial<Record<keyof SearchAsked, unknown>>) => searchAddress(asked, change);
  const filters = (await searchFilters(ctx, asked)).map(({ name, choices, chosen }) => ({
    ...{ name, chosen, without: address({ [name]: undefined }) },
    choices: choices.map(({ value, label }) => ({
      label,
      href: address({ [name]: value }),
      isChosen: value === chosen?.value,
    })),
  }));
  return h.view('web/search', {
    title: ctx.app.messages.text(ctx.locale, 'web.search'),
    q,
    type: type ?? '',
    recent: q ? [] : await searchStart(ctx),
    kept: ([...NARROWINGS, 'titles', 'order'] as const).flatMap((name) =>
      asked[name] ? [{ name, value: asked[name] }] : [],
    ),
    titles: { isOn: Boolean(titles), href: address({ titles: !titles }) },
    order: order ?? 'best',
    orders: ['best' as const, ...SEARCH_ORDERS].map((name) => ({
      name,
      href: address({ order: name === 'best' ? undefined : name }),
    })),
    named: await ctx.use(tagNames).namedIn(ctx, q),
    whole: searchAddress({ q, meaning: false }, {}),
    knowsMeaning: ctx.use(search).knowsMeaning(),
    meaning,
    filters,
    byMeaning: address({ type: undefined, meaning: true }),
    kinds: [
      { kind: '', count: counts.reduce((sum, count) => sum + count, 0) },
      ...KINDS.map((kind, index) => ({ kind, count: counts[index] ?? 0 })),
    ].map((one) => ({ ...one, href: address({ type: one.kind, meaning: undefined }) })),
    ...found,
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
  route({
    method: 'GET',
    path: '/search',
    rules: {
      access: {
        list: true,
        resource: 'page',
        refs: [inQuery('place', workspacePolicies.view)],
        // Nobody finds more by them than without.
        opaque: ['person', 'tag'],
      },
      html: true,
    },
    options: {
      id: 'web.search',
      validate: {
        query: Joi.object({
          q: Joi.string().allow('').max(500).default(''),
          type: Joi.valid(...KINDS).empty(Joi.any().invalid(...KINDS)),
          meaning: toggle().default(false),
          person: id(),
          since: Joi.valid(...Object.keys(SEARCH_SPANS)),
          place: id(),
          tag: id(),
          titles: toggle(),
          order: Joi.valid(...SEARCH_ORDERS),
        }),
      },
    },
    handler: searchPage,
  }),
];
