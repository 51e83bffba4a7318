// What a tab of the library shows: one narrowed query, and what each line says beside the title.
import type { Knex } from 'knex';
import type { ListPage } from '../../core/http/pagination.ts';
import { invalid } from '../../core/http/problem.ts';
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import { accounts } from '../auth/contract.ts';
import { ownLists } from '../favorites/contract.ts';
import { type PageKind, pages } from '../pages/contract.ts';
import { type SharedWith, sharedPages } from '../permissions/contract.ts';
import { publicationEnds } from '../publish/contract.ts';
import { tagNames } from '../tags/contract.ts';
import { workspaces } from '../workspaces/contract.ts';
import type { LibraryItem } from './model.ts';
import { resolveProject } from './project-path.ts';
import { type LibrarySort, type LibraryTab, order, tabs } from './tabs.ts';

export interface LibraryQuery {
  tab: LibraryTab;
  page: number;
  limit: number;
  owner?: string;
  repo?: string;
  workspace_id?: number;
  tag?: number;
  /** another tag that they carry, too */
  with_tag?: number;
  kind?: PageKind;
  q?: string;
  sort?: LibrarySort;
}

type Row = Pick<
  LibraryItem,
  'id' | 'title' | 'kind' | 'page_icon' | 'workspace_id' | 'updated_at' | 'opened_at' | 'slug'
> & {
  updated_by: number | null;
};

/** Tabs whose pages are open to others say to whom. */
const SHARING_TABS = new Set<LibraryTab>(['shared', 'published']);

const COLUMNS = ['id', 'title', 'kind', 'page_icon', 'workspace_id', 'updated_at', 'updated_by', 'slug'];

/** All that a tab holds for the actor; inside an object, because a query that is awaited runs. @throws Problem not_found for an owner and a name that lead nowhere, validation_failed */
async function narrowed(ctx: Ctx, asked: LibraryQuery): Promise<{ query: Knex.QueryBuilder }> {
  const { tab, tag, with_tag, kind, q, owner = '', repo = '' } = asked;
  if (tab === 'tagged' && tag === undefined) throw invalid(['query', 'tag'], 'Field required', 'missing');
  const place = await resolveProject(ctx, owner, repo);
  const workspaceId = place?.workspaceId ?? asked.workspace_id;
  const scope = await ctx.app.access.scope(ctx, workspaceId);
  const query = ctx.db('pages').leftJoin(ctx.use(ownLists).recents(ctx).as('seen'), 'seen.page_id', 'pages.id');
  tabs[tab].narrow(ctx, query, Boolean(q));
  ctx.use(pages).narrow(ctx, query, scope, q ? { title: q } : {});
  if (workspaceId !== undefined) query.where('pages.workspace_id', workspaceId);
  else if (scope.everything && !tabs[tab].isOwn) {
    // Administrators see everything, but the library is what is theirs.
    const mine = await ctx.use(workspaces).mine(ctx);
    query.whereIn(
      'pages.workspace_id',
      mine.map(({ id }) => id),
    );
  }
  if (place?.pages) query.whereIn('pages.id', place.pages);
  for (const id of [tag, with_tag])
    if (id !== undefined) query.whereIn('pages.id', ctx.use(tagNames).carrying(ctx, id));
  if (kind) query.where('pages.kind', kind);
  return { query };
}

export async function listLibrary(ctx: Ctx, asked: LibraryQuery): Promise<ListPage<LibraryItem>> {
  const { query } = await narrowed(ctx, asked);
  const listed = query
    .clone()
    .select([...COLUMNS.map((column) => `pages.${column}`), 'seen.opened_at'])
    .limit(asked.limit)
    .offset((asked.page - 1) * asked.limit);
  order(listed, asked.tab, asked);
  const [rows, [count]] = await Promise.all([
    listed as unknown as Promise<Row[]>,
    query.clone().count({ total: '*' }) as unknown as Promise<{ total: number }[]>,
  ]);
  return { items: await presented(ctx, asked.tab, rows), total: Number(count?.total ?? 0) };
}

async function presented(ctx: Ctx, tab: LibraryTab, rows: Row[]): Promise<LibraryItem[]> {
  const ids = rows.map(({ id }) => id);
  const [paths, tags, favored, begun, past, givers, receivers] = await Promise.all([
    ctx.use(pages).paths(ctx, ids),
    ctx.use(tagNames).ofMany(ctx, ids),
    favoritesAmong(ctx, ids),
    tab === 'published' ? ctx.use(publicationEnds).begun(ctx, ids) : new Map<number, string>(),
    ctx.use(publicationEnds).past(
      ctx,
      rows.flatMap(({ id, slug }) => (slug === null ? [] : [id])),
    ),
    tab === 'shared' ? giverNames(ctx, ids) : new Map<number, string>(),
    SHARING_TABS.has(tab) ? ctx.use(sharedPages).receivers(ctx, ids) : new Map<number, SharedWith[]>(),
  ]);
  const me = userOf(ctx).id;
  return rows.map(({ updated_by, ...row }) => ({
    ...row,
    slug: past.has(row.id) ? null : row.slug,
    is_past: past.has(row.id),
    published_at: begun.get(row.id) ?? null,
    favorite: favored.has(row.id),
    path: paths.get(row.id) ?? [],
    tags: tags.get(row.id) ?? [],
    url: `/pages/${row.id}`,
    unread: row.opened_at !== null && row.updated_at > row.opened_at && updated_by !== me,
    shared_by: givers.get(row.id) ?? null,
    shared_with: receivers.get(row.id) ?? [],
  }));
}

const favoritesAmong = async (ctx: Ctx, ids: number[]): Promise<Set<number>> =>
  new Set(await ctx.db.from(ctx.use(ownLists).favorites(ctx).as('favored')).whereIn('page_id', ids).pluck('page_id'));

async function giverNames(ctx: Ctx, ids: number[]): Promise<Map<number, string>> {
  const givers = await ctx.use(sharedPages).givers(ctx, ids);
  const people = await ctx.use(accounts).byIds(
    ctx,
    [...new Set(givers.values())].flatMap((id) => id ?? []),
  );
  const names = new Map(people.map((user) => [user.id, user.full_name || user.login]));
  return new Map(
    [...givers].flatMap(([page, giver]) => (giver && names.has(giver) ? [[page, names.get(giver) ?? '']] : [])),
  );
}
