// The tree of pages, level by level: a level may have thousands of pages, and what is shown of one is bounded.
import type { Knex } from 'knex';
import type { VisibilityScope } from '../../../core/access/access-control.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Page, TreeItem } from '../contract.ts';
import { childOf, narrowPages, narrowToTitle } from '../page-queries.ts';
import type { PageRow } from '../store.ts';
import type { Branch } from './branch.ts';
import type { RightsRow } from './page-actions.ts';

/** Of one level in the frame of a page. */
export const SHOWN = 100;
/** Of one level where nothing else is asked for. */
export const LEVEL_LIMIT = 200;

/** What is shown of a page in the tree. */
export const ITEM_COLUMNS = ['id', 'title', 'kind', 'page_icon', 'parent_id', 'position'] as const;

/** The same, and what the rights on it rest on. */
export const LEVEL_COLUMNS = [...ITEM_COLUMNS, 'access_root_id', 'is_locked', 'locked_by'] as const;

type LevelRow = Pick<PageRow, (typeof LEVEL_COLUMNS)[number]> & { child: number | null };
export type LevelItem = TreeItem & RightsRow;
/** A page and the level that it stands in; a row of a database stands in none. */
export type TreeStep = Pick<PageRow, 'id' | 'parent_id' | 'position' | 'collection_id'>;

/** What is shown of a level, and whether there is more of it before and behind. */
export interface TreeLevel {
  items: LevelItem[];
  hasEarlier: boolean;
  hasMore: boolean;
}

/** Levels of the tree by the id of their parent, null for the top. */
export type Levels = Map<number | null, TreeLevel>;

/** Visible items of one level. */
export function selectLevel(
  ctx: Ctx,
  workspaceId: number,
  parentId: number | null,
  scope: VisibilityScope,
): Knex.QueryBuilder {
  const query = ctx
    .db('pages')
    .where({ 'pages.workspace_id': workspaceId, 'pages.parent_id': parentId })
    .whereNull('pages.collection_id')
    .select(LEVEL_COLUMNS.map((column) => `pages.${column}`));
  narrowPages(ctx, query, scope);
  return query;
}

/** The same with some page inside each, looked for once it is known which are shown. */
export const withChild = (ctx: Ctx, items: Knex.QueryBuilder, scope: VisibilityScope): Knex.QueryBuilder =>
  ctx.db.from(items.as('pages')).select('pages.*', { child: childOf(ctx, scope) });

export const inTreeOrder = (query: Knex.QueryBuilder, direction: 'asc' | 'desc' = 'asc'): Knex.QueryBuilder =>
  query.orderBy('pages.position', direction).orderBy('pages.id', direction);

/** Those on one side of a place; the position alone says where an index begins. */
export function besidePlace(
  query: Knex.QueryBuilder,
  sign: '>' | '>=' | '<' | '<=',
  position: unknown,
  id: unknown,
): void {
  query.whereRaw(`pages.position ${sign[0]}= ?`, [position as number]);
  query.whereRaw(`(pages.position ${sign[0]} ? or pages.id ${sign} ?)`, [position as number, id as number]);
}

/** Up to and behind a page of a level, so much that what is shown of it can be chosen among them. */
export function aroundStep(level: () => Knex.QueryBuilder, position: number, id: number): Knex.QueryBuilder[] {
  const [upTo, behind] = [level(), level()];
  besidePlace(upTo, '<=', position, id);
  besidePlace(behind, '>', position, id);
  return [inTreeOrder(upTo, 'desc').limit(SHOWN + 1), inTreeOrder(behind).limit(SHOWN + 1)];
}

export function levelsOf({ trail, text }: Pick<Branch, 'trail' | 'text'>): Levels {
  const names = [...LEVEL_COLUMNS, 'child'];
  const rows = (JSON.parse(text) as unknown[][]).map(
    (values) => Object.fromEntries(names.map((name, at) => [name, values[at]])) as unknown as LevelRow,
  );
  const shownIn = new Map(trail.map((step) => [step.parent_id, step]));
  const found: Levels = new Map();
  for (const [parent, level] of Map.groupBy(rows, ({ parent_id }) => parent_id))
    found.set(parent, cut(level.map(item).sort(byPlace), shownIn.get(parent)));
  return found;
}

const byPlace = (a: Pick<TreeStep, 'id' | 'position'>, b: Pick<TreeStep, 'id' | 'position'>): number =>
  a.position - b.position || a.id - b.id;

/** So many as are shown, with the one that leads on among them and its neighbours. */
function cut(items: LevelItem[], step: TreeStep | undefined): TreeLevel {
  const at = step ? items.findIndex((one) => byPlace(one, step) >= 0) : 0;
  const wanted = (at < 0 ? items.length : at) - SHOWN / 2;
  const start = Math.max(0, Math.min(wanted, items.length - SHOWN));
  return {
    items: items.slice(start, start + SHOWN),
    hasEarlier: start > 0,
    hasMore: start + SHOWN < items.length,
  };
}

/** Which part of a level is asked for. */
export interface LevelWindow {
  limit: number;
  offset?: number;
  /** words of their titles */
  q?: string;
  /** only folders, and pages with others inside */
  holders?: boolean;
  /** behind, before, or from this page on */
  after?: number;
  before?: number;
  from?: number;
}

/** What the items of a level are put in order by. */
export type ItemKey = Pick<Page, 'id' | 'title' | 'kind' | 'position' | 'updated_at'>;

export interface ItemWindow {
  /** of two that are equal, the older one comes first */
  compare(a: ItemKey, b: ItemKey): number;
  limit: number;
  offset: number;
  /** words of their titles */
  q?: string;
}

/** A part of one level of the tree of a workspace. */
export async function levelPart(
  ctx: Ctx,
  workspaceId: number,
  parentId: number | null,
  { limit, offset = 0, q = '', holders, after, before, from }: LevelWindow,
): Promise<TreeLevel> {
  const scope = await ctx.app.access.scope(ctx, workspaceId);
  const query = selectLevel(ctx, workspaceId, parentId, scope);
  narrowToTitle(query, q);
  if (holders) query.where((any) => any.where('pages.kind', 'folder').orWhereExists(childOf(ctx, scope)));
  const wanted = after ?? before ?? from;
  if (wanted !== undefined) {
    const place = await ctx.db('pages').where({ id: wanted }).first('position');
    besidePlace(query, after ? '>' : before ? '<' : '>=', place?.position ?? 0, wanted);
  }
  const part = inTreeOrder(query, before ? 'desc' : 'asc').limit(limit + 1);
  const rows: LevelRow[] = await inTreeOrder(withChild(ctx, part.offset(offset), scope), before ? 'desc' : 'asc');
  const isCut = rows.length > limit;
  const items = rows.slice(0, limit).map(item);
  if (before) items.reverse();
  return { items, hasEarlier: before ? isCut : offset > 0 || wanted !== undefined, hasMore: before ? true : isCut };
}

const item = ({ child, ...row }: LevelRow): LevelItem => ({ ...row, has_children: child !== null });
