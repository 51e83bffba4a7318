// How access loads pages, walks their access roots, and knows who reads the files they refer to.
import type { Knex } from 'knex';
import type {
  AccessNode,
  AccessTree,
  PermissionType,
  ResourceType,
  Subject,
} from '../../core/access/access-control.ts';
import { portions } from '../../core/database/chunks.ts';
import { cachedQuery } from '../../core/database/query-cache.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { accounts, actorOf, type User } from '../auth/contract.ts';
import { workspaces } from '../workspaces/contract.ts';
import { pageCopyResource } from './copies/present-copy.ts';
import { markColumns, markNames } from './page-columns.ts';
import { narrowPages } from './page-queries.ts';
import { linkStore, type PageRow, pageColumns, pageStore } from './store.ts';
import { isPendingOrPurged } from './tree/page-tree.ts';
import { turningSubtrees } from './tree/subtree-slice-store.ts';

/** `more` adds to the columns of lists, e.g. the content; `key` tells apart what it adds in one app and in another. */
function pageResource(
  name: string,
  more: (query: Knex.QueryBuilder, ctx: Ctx) => void = () => {},
  key: (ctx: Ctx) => string = () => '',
): ResourceType {
  return {
    async load(ctx, id) {
      const rows = await cachedQuery<object>(ctx.db, `${name} by id ${key(ctx)}`, [Number(id)], ([wanted]) => {
        const query = ctx.db('pages').where('pages.id', wanted);
        query.select(ctx.dialect.pack(ctx.db, pageColumns) as string[]);
        more(query, ctx);
        ctx.use(workspaces).joinEpoch(query, 'pages.workspace_id');
        return query;
      });
      const [row] = ctx.dialect.unpack<PageRow & { epoch: number }>(rows, pageColumns);
      return row && !isPendingOrPurged(row) ? subject(row) : undefined;
    },
  };
}

function subject({ epoch, ...row }: PageRow & { epoch: number }): Subject {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    epoch,
    rootId: row.access_root_id,
    pageId: row.id,
    trashed: row.deleted_at !== null,
    lock: row.is_locked ? { by: row.locked_by } : null,
    row,
  };
}

/** The same for many pages at once; what has not followed a page that moved yet is as if it had. */
export async function pageSubjects(ctx: Ctx, ids: number[]): Promise<Map<number, Subject>> {
  const found = await storedSubjects(ctx, ids);
  const moved = await turningSubtrees.moved(ctx);
  if (!moved.length) return found;
  const roots = await storedSubjects(ctx, moved);
  const above = Map.groupBy(await pageStore.ancestors(ctx, [...found.keys()]), ({ start }) => start);
  for (const [id, own] of found) {
    const chain = [{ id, access_root_id: own.rootId }, ...(above.get(id) ?? [])];
    const at = chain.findIndex((one) => roots.has(one.id));
    const root = at > 0 ? roots.get(chain[at]?.id ?? 0) : undefined;
    if (!root) continue;
    const nearest = chain.slice(0, at).find((one) => one.access_root_id === one.id);
    const { workspaceId, epoch, rootId } = root;
    found.set(id, { ...own, workspaceId, epoch, rootId: nearest?.id ?? rootId });
  }
  return found;
}

async function storedSubjects(ctx: Ctx, ids: number[]): Promise<Map<number, Subject>> {
  const rows: (PageRow & { epoch: number })[] = [];
  for (const some of portions(ids)) {
    const query = ctx.db('pages').whereIn('pages.id', some).select(pageColumns);
    ctx.use(workspaces).joinEpoch(query, 'pages.workspace_id');
    rows.push(...(await query));
  }
  return new Map(rows.map((row) => [row.id, subject(row)]));
}

/** Those of them that are somewhere, be it in the trash. */
async function presentSubjects(ctx: Ctx, ids: number[]): Promise<Map<number, Subject>> {
  const found = await storedSubjects(ctx, ids);
  return new Map([...found].filter(([, { row }]) => !isPendingOrPurged(row as PageRow)));
}

/** Finds the page while it is written in, and all that rights on it depend on is as the subject has it. */
export function unchanged(ctx: Ctx, { id, epoch, rootId, lock }: Subject): Knex.QueryBuilder {
  const query = ctx.db('pages').where('pages.id', id).whereNull('pages.deleted_at');
  query.whereIn('pages.kind', ['page', 'folder']).where('pages.access_root_id', rootId);
  if (lock) query.where('pages.is_locked', 1).where('pages.locked_by', lock.by);
  else query.where('pages.is_locked', 0);
  ctx.use(workspaces).joinEpoch(query, 'pages.workspace_id');
  return ctx.db.from(query.as('present')).where('present.epoch', epoch).select('present.epoch');
}

export const pageResources: Record<string, ResourceType> = {
  page: {
    ...pageResource('page'),
    title: ({ row }) => (row as PageRow).title,
    loadMany: (ctx, ids) => presentSubjects(ctx, ids.map(Number)),
  },
  'page-copy': pageCopyResource,
  /** the same with its body, for routes that answer it */
  'page-content': pageResource('page-content', (query) => query.select('pages.content')),
  /** the same for people, who also want to know what else there is about it */
  'page-view': pageResource(
    'page-view',
    (query, ctx) => query.select('pages.content', { linked: linkStore.oneTo(ctx, 'pages.id'), ...markColumns(ctx) }),
    markNames,
  ),
};

interface RootRow {
  id: number;
  workspace_id: number;
  permission_type: PermissionType;
  created_by: number | null;
  parent_root: number | null;
}

const nodeOf = (row: RootRow): AccessNode => ({
  id: row.id,
  workspaceId: row.workspace_id,
  permissionType: row.permission_type,
  createdBy: row.created_by,
  parentRootId: row.parent_root,
});

const rootRows = (query: Knex.QueryBuilder): Knex.QueryBuilder =>
  query
    .leftJoin('pages as parents', 'parents.id', 'pages.parent_id')
    .select('pages.id', 'pages.workspace_id', 'pages.permission_type', 'pages.created_by', {
      parent_root: 'parents.access_root_id',
    });

export const pageTree: AccessTree = {
  async chain(ctx, id) {
    const rows = await cachedQuery<RootRow>(ctx.db, 'chain of access roots', [id], ([start]) => {
      const up = ctx.db.raw(
        `SELECT CAST(? AS integer), 0
         UNION ALL SELECT parents.access_root_id, up.depth + 1
         FROM up JOIN pages ON pages.id = up.id JOIN pages AS parents ON parents.id = pages.parent_id
         WHERE parents.access_root_id IS NOT NULL`,
        [start as number],
      );
      const query = ctx.db.withRecursive('up', ['id', 'depth'], up).from('up').join('pages', 'pages.id', 'up.id');
      return rootRows(query).orderBy('up.depth');
    });
    return rows.map(nodeOf);
  },
  async roots(ctx, workspaceIds) {
    const query = rootRows(ctx.db('pages')).whereRaw('pages.access_root_id = pages.id');
    return ((await query.whereIn('pages.workspace_id', workspaceIds)) as RootRow[]).map(nodeOf);
  },
  turning: turningSubtrees.roots,
  isBelow: turningSubtrees.isBelow,
};

/** Asked of the rights as they are now, since what people are told of must not outlive their rights. */
export async function readersOf(ctx: Ctx, pageId: number, userIds: number[]): Promise<User[]> {
  const page = userIds.length ? await pageResources.page?.load(ctx, pageId) : undefined;
  if (!page || page.trashed) return [];
  const people = (await ctx.use(accounts).byIds(ctx, userIds)).filter(({ is_active }) => is_active);
  const roles = await Promise.all(people.map((one) => ctx.app.access.roleOn(ctx.as(actorOf(one)), page)));
  return people.filter((_, index) => roles[index] !== null);
}

/** As an object: a query that is awaited would run. */
export async function readablePageIds(ctx: Ctx): Promise<{ ids: Knex.QueryBuilder }> {
  const ids = ctx.db('pages').select('pages.id');
  narrowPages(ctx, ids, await ctx.app.access.scope(ctx));
  return { ids };
}
