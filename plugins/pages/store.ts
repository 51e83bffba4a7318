// SQL of pages: rows, siblings and subtrees. Every change goes through `change`, which raises sync_version.
import type { Knex } from 'knex';
import { portions } from '../../core/database/chunks.ts';
import { cachedQuery } from '../../core/database/query-cache.ts';
import { sortKey } from '../../core/i18n/text-normalization.ts';
import { actorId, type Ctx } from '../../core/kernel/context.ts';
import type { Page, TrailRow } from './contract.ts';
import { PAGE_FIELDS } from './page-columns.ts';

export interface PageRow extends Page {
  access_root_id: number | null;
  deleted_with: number | null;
  /** the database that the page is a row of */
  collection_id: number | null;
  content?: string;
  /** some page that links to this one, read for the view of a page only */
  linked?: number | null;
}

export const pageFields: (keyof PageRow)[] = [...PAGE_FIELDS, 'access_root_id', 'deleted_with', 'collection_id'];
/** All columns but the content, which lists leave out. */
export const pageColumns = pageFields.map((name) => `pages.${name}`);

/** What changes of a whole subtree need to know of each of its pages. */
export interface SubtreeNode {
  id: number;
  kind: Page['kind'];
  workspace_id: number;
  depth: number;
  deleted_with: number | null;
  is_locked: number;
  locked_by: number | null;
  access_root_id: number | null;
  collection_id: number | null;
}

export interface Extent {
  height: number;
  locked: Pick<SubtreeNode, 'id' | 'depth' | 'is_locked' | 'locked_by'>[];
}

const NODE = [
  ...(['id', 'kind', 'workspace_id', 'depth', 'deleted_with'] as const),
  ...(['is_locked', 'locked_by', 'access_root_id', 'collection_id'] as const),
] as const;
type NodeValues = [
  ...[number, Page['kind'], number, number, number | null],
  ...[number, number | null, number | null, number | null],
];

/** One step on the way from the page `start` to the top. */
export interface Ancestor {
  start: number;
  id: number;
  title: string;
  kind: Page['kind'];
  workspace_id: number;
  access_root_id: number | null;
}

type Step = Ancestor & { parent_id: number | null };

/** From the parent of the page `start` to the top. */
function climb(known: Map<number, Omit<Step, 'start'>>, start: number, parentId: number | null): Ancestor[] {
  const steps: Ancestor[] = [];
  for (let next = parentId; next !== null && steps.length < known.size; ) {
    const at = known.get(next);
    if (at) steps.push({ ...at, start });
    next = at?.parent_id ?? null;
  }
  return steps;
}

const TRAIL = ['id', 'parent_id', 'title', 'kind', 'workspace_id', 'access_root_id'] as const;
type TrailStep = [number, number | null, string, Page['kind'], number, number | null];

export type NewPage = Pick<
  PageRow,
  'workspace_id' | 'parent_id' | 'kind' | 'title' | 'content_format' | 'page_icon' | 'position' | 'access_root_id'
> & {
  content: string;
  created_at: string;
  updated_at: string;
  collection_id?: number;
  /** default: the actor */
  created_by?: number;
  updated_by?: number;
};

/** Where a page stands: among the pages of its parent, a row among the rows of its database. */
type Level = Pick<PageRow, 'workspace_id' | 'parent_id'> & { collection_id?: number | null };

/** the last one that an integer column has */
const PLACE_MAX = 2 ** 31 - 1;

const siblings = (ctx: Ctx, { workspace_id, parent_id, collection_id = null }: Level) =>
  ctx.db('pages').where({ workspace_id, parent_id, collection_id }).whereNull('deleted_at');

/** Ids of a page and of what lies below it, trashed things included, with their `depth`; `only` narrows what is below. */
export const downward = (ctx: Ctx, id: number, only = ''): Knex.QueryBuilder =>
  ctx.db
    .withRecursive(
      'below',
      ['id', 'depth'],
      ctx.db.raw(
        `SELECT id, 0 FROM pages WHERE id = ?
         UNION ALL SELECT pages.id, below.depth + 1 FROM pages JOIN below ON below.id = pages.parent_id ${only}`,
        [id],
      ),
    )
    .from('below');

export const pageStore = {
  query: (ctx: Ctx): Knex.QueryBuilder<PageRow, PageRow[]> => ctx.db('pages').select(pageColumns) as never,

  byId: (ctx: Ctx, id: number): Promise<PageRow | undefined> =>
    ctx.db('pages').where({ id }).first(pageColumns) as never,

  /** the same, held until the transaction ends, so that what is decided on it stays true */
  hold: (ctx: Ctx, id: number): Promise<PageRow | undefined> =>
    ctx.db('pages').where({ id }).forUpdate().first(pageColumns) as never,

  /** of these pages, those that are uploaded files, with what names the file */
  uploads: (ctx: Ctx, ids: number[]): Promise<(Pick<PageRow, 'id' | 'kind'> & { content: string })[]> =>
    ctx.db('pages').whereIn('id', ids).where({ kind: 'file' }).select('id', 'kind', 'content'),
  content: async (ctx: Ctx, id: number): Promise<string> =>
    (await ctx.db('pages').where({ id }).first('content'))?.content ?? '',

  /** these with their bodies, in any order; few enough for one statement */
  whole: (ctx: Ctx, ids: number[]): Promise<PageRow[]> =>
    ctx
      .db('pages')
      .whereIn('id', ids)
      .select(...pageColumns, 'pages.content') as never,

  async insert(ctx: Ctx, row: NewPage): Promise<number> {
    const by = actorId(ctx);
    const full = { ...row, title_key: sortKey(row.title), created_by: by, updated_by: by };
    const [made] = await ctx.db('pages').insert(full).returning('id');
    return made.id;
  },

  /** The one function that changes a page: version, time and author always move together. */
  async change(ctx: Ctx, id: number, change: Partial<PageRow>): Promise<PageRow> {
    const key = change.title === undefined ? {} : { title_key: sortKey(change.title) };
    const stamp = { updated_by: actorId(ctx), updated_at: ctx.now() };
    const [row] = await ctx
      .db('pages')
      .where({ id })
      .update({ ...stamp, ...change, ...key, sync_version: ctx.db.raw('sync_version + 1') })
      .returning(pageFields as string[]);
    return row as PageRow;
  },

  async nextPosition(ctx: Ctx, level: Level): Promise<number> {
    const [row] = await siblings(ctx, level).max({ last: 'position' });
    return row?.last === null || row?.last === undefined ? 0 : Number(row.last) + 1;
  },

  /** Whether a live page stands there. */
  isTaken: async (ctx: Ctx, level: Level, position: number): Promise<boolean> =>
    (await siblings(ctx, level).where({ position }).first('id')) !== undefined,

  /** of these places, those at which live pages stand */
  async placesTaken(ctx: Ctx, level: Level, positions: number[]): Promise<Set<number>> {
    const found = new Set<number>();
    for (const some of portions(positions))
      for (const one of await siblings(ctx, level).whereIn('position', some).pluck('position')) found.add(one);
    return found;
  },

  /** Makes room at `from`, or closes the gap there; positions are places among live siblings, no change of the pages. */
  shift: (ctx: Ctx, level: Level, from: number, by: number, last = PLACE_MAX) =>
    siblings(ctx, level).whereBetween('position', [from, last]).increment('position', by),

  /** of these pages, those that a person has made */
  async madeBy(ctx: Ctx, userId: number | null, ids: number[]): Promise<Set<number>> {
    const found = new Set<number>();
    for (const some of portions(userId === null ? [] : ids))
      for (const id of await ctx.db('pages').whereIn('id', some).where({ created_by: userId }).pluck('id'))
        found.add(id);
    return found;
  },

  /** a page and everything below it, trashed things included; `depth` is 0 for the page itself */
  async subtree(ctx: Ctx, id: number): Promise<SubtreeNode[]> {
    const nodes = downward(ctx, id)
      .join('pages', 'pages.id', 'below.id')
      .select(NODE.map((column) => (column === 'depth' ? 'below.depth' : `pages.${column}`)));
    const [row] = await ctx.dialect.rowsAsText(ctx.db, nodes, [...NODE]);
    return (JSON.parse(row.rows) as NodeValues[]).map(
      ([id, kind, workspace_id, depth, deleted_with, is_locked, locked_by, access_root_id, collection_id]) => ({
        ...{ id, kind, workspace_id, depth, deleted_with },
        ...{ is_locked, locked_by, access_root_id, collection_id },
      }),
    );
  },

  /** how many levels lie below a page, and what somebody has locked of it and them; `live`: nothing in the trash */
  async extent(ctx: Ctx, id: number, { live = false } = {}): Promise<Extent> {
    const within = () => downward(ctx, id, live ? 'WHERE pages.deleted_at IS NULL' : '');
    const locked = within().join('pages', 'pages.id', 'below.id').where('pages.is_locked', 1);
    const [deepest] = (await within().max({ height: 'below.depth' })) as { height: number | null }[];
    return {
      height: Number(deepest?.height ?? 0),
      locked: await locked.select('pages.id', 'below.depth', 'is_locked', 'locked_by'),
    };
  },

  /** all that lies below a page, parents first */
  async idsBelow(ctx: Ctx, id: number): Promise<number[]> {
    const [row] = await ctx.dialect.rowsAsText(
      ctx.db,
      downward(ctx, id).select('below.id', 'below.depth').whereNot('below.id', id).orderBy(['below.depth', 'below.id']),
      ['id'],
    );
    return (JSON.parse(row.rows) as [number][]).flat();
  },

  /** of a page and what lies below it, one of each kind of rights */
  async rightsBelow(ctx: Ctx, id: number): Promise<Pick<SubtreeNode, 'id' | 'workspace_id' | 'access_root_id'>[]> {
    const rights = ['pages.workspace_id', 'pages.access_root_id'];
    const query = downward(ctx, id).join('pages', 'pages.id', 'below.id').groupBy(rights).select(rights);
    return query.min({ id: 'pages.id' }) as never;
  },

  /** below a page in the trash, pages that were put there by themselves and are no rows, the upper ones first */
  ownTrashBelow: (ctx: Ctx, id: number): Promise<number[]> =>
    downward(ctx, id)
      .join('pages', 'pages.id', 'below.id')
      .whereRaw('pages.deleted_with = pages.id')
      .whereNull('pages.collection_id')
      .whereNot('pages.id', id)
      .orderBy('below.depth')
      .pluck('pages.id'),

  /** ancestors of many pages in one query, nearest first for each; the pages themselves are left out */
  ancestors: async (ctx: Ctx, ids: number[]): Promise<Ancestor[]> => {
    if (!ids.length) return [];
    const rows = await cachedQuery<Omit<Step, 'start'>>(ctx.db, 'ancestors', ids, (marks) => {
      // Without ALL: pages that lie in one folder share their ancestors.
      const above = ctx.db.raw(
        `SELECT id FROM pages WHERE id IN (${marks.map(() => '?')})
         UNION SELECT pages.parent_id FROM above JOIN pages ON pages.id = above.id WHERE pages.parent_id IS NOT NULL`,
        marks,
      );
      const query = ctx.db.withRecursive('above', ['id'], above).from('above');
      ctx.dialect.followByKey(query, 'pages', { id: 'above.id' });
      return query.select('pages.id', 'parent_id', 'title', 'kind', 'workspace_id', 'access_root_id');
    });
    const known = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((start) => climb(known, start, known.get(start)?.parent_id ?? null));
  },

  /** the same in the answer of another query over `pages`: a column of text for `climbed` */
  trail(ctx: Ctx): Knex.QueryBuilder {
    const upper = ctx.db.raw(
      `SELECT upper.id, upper.parent_id FROM pages AS upper WHERE upper.id = pages.parent_id
       UNION SELECT upper.id, upper.parent_id FROM above JOIN pages AS upper ON upper.id = above.parent_id`,
    );
    const steps = ctx.db
      .withRecursive('above', ['id', 'parent_id'], upper)
      .from('above')
      .join('pages as upper', 'upper.id', 'above.id')
      .select(TRAIL.map((column) => `upper.${column}`));
    return ctx.dialect.rowsAsText(ctx.db, steps, [...TRAIL]);
  },

  /** of rows with their `trail` */
  climbed(rows: TrailRow[]): Ancestor[] {
    const known = new Map<number, Omit<Step, 'start'>>();
    for (const { trail } of rows)
      for (const [id, parent_id, title, kind, workspace_id, access_root_id] of JSON.parse(trail) as TrailStep[])
        known.set(id, { id, parent_id, title, kind, workspace_id, access_root_id });
    return rows.flatMap(({ id, parent_id }) => climb(known, id, parent_id));
  },

  async setMany(ctx: Ctx, ids: number[], change: Partial<PageRow>): Promise<void> {
    for (const some of portions(ids))
      await ctx
        .db('pages')
        .whereIn('id', some)
        .update({ ...change, sync_version: ctx.db.raw('sync_version + 1') });
  },

  async setCollection(ctx: Ctx, ids: number[], collection_id: number): Promise<void> {
    for (const some of portions(ids)) await ctx.db('pages').whereIn('id', some).update({ collection_id });
  },

  async setRoots(ctx: Ctx, ids: number[], rootId: number | null): Promise<void> {
    for (const some of portions(ids)) await ctx.db('pages').whereIn('id', some).update({ access_root_id: rootId });
  },

  /** of these pages, those with a cover */
  async covered(ctx: Ctx, ids: number[]): Promise<number[]> {
    const found: number[] = [];
    for (const some of portions(ids))
      found.push(...(await ctx.db('pages').whereIn('id', some).whereNot('cover_url', '').pluck('id')));
    return found;
  },

  /** after a file got another address */
  renameCover: (ctx: Ctx, ids: number[], before: string, after: string) =>
    ctx.db('pages').whereIn('id', ids).where({ cover_url: before }).update({ cover_url: after }),

  place: (ctx: Ctx, id: number, position: number) => ctx.db('pages').where({ id }).update({ position }),

  purgeable: (ctx: Ctx, before: string): Promise<number[]> =>
    ctx.db('pages').whereRaw('deleted_with = id').where('deleted_at', '<', before).limit(200).pluck('id'),

  /** Children come before their parents. */
  async remove(ctx: Ctx, ids: number[]): Promise<void> {
    for (const some of portions(ids)) await ctx.db('pages').whereIn('id', some).delete();
  },
};

export const linkStore = {
  of: (ctx: Ctx, pageId: number): Promise<number[]> =>
    ctx.db('page_links').where({ source_page_id: pageId }).pluck('target_page_id'),
  existing: (ctx: Ctx, ids: number[]): Promise<number[]> => ctx.db('pages').whereIn('id', ids).pluck('id'),
  add: (ctx: Ctx, pageId: number, targets: number[]) =>
    ctx.db('page_links').insert(targets.map((target_page_id) => ({ source_page_id: pageId, target_page_id }))),
  remove: (ctx: Ctx, pageId: number, targets: number[]) =>
    ctx.db('page_links').where({ source_page_id: pageId }).whereIn('target_page_id', targets).delete(),
  /** a subquery: the first page that links to the one in `column`, or null */
  oneTo: (ctx: Ctx, column: string) =>
    ctx.db('page_links').whereRaw('target_page_id = ??', [column]).limit(1).select('source_page_id'),
  backlinks: (ctx: Ctx, pageId: number): Promise<number[]> =>
    ctx.db('page_links').where({ target_page_id: pageId }).pluck('source_page_id'),
};
