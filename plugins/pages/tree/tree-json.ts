// The whole tree of a workspace, as JSON in pieces: nobody else waits while that of a large one is read and written.
import { setImmediate as breath } from 'node:timers/promises';
import type { Knex } from 'knex';
import { rowsInPortions } from '../../../core/database/chunks.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { TreeItem } from '../contract.ts';
import { narrowPages } from '../page-queries.ts';
import type { PageRow } from '../store.ts';
import { ITEM_COLUMNS } from './tree-levels.ts';

type TreeRow = Pick<PageRow, (typeof ITEM_COLUMNS)[number]>;

/** The visible pages of a workspace by the id of their parent, null for the top; each level in any order. */
export type TreeRows = Map<number | null, TreeRow[]>;

const READ_AT_ONCE = 1000;

export async function wholeTree(ctx: Ctx, workspaceId: number): Promise<TreeRows> {
  const scope = await ctx.app.access.scope(ctx, workspaceId);
  const build = () => {
    // In the order of ids by an index: sorted anew, each portion would cost as much as all of them.
    const query: Knex.QueryBuilder = ctx.db.from(
      ctx.dialect.covered(ctx.db, 'pages', 'pages_visibility_index') as never,
    );
    narrowPages(ctx, query, scope);
    return query.where({ 'pages.workspace_id': workspaceId, 'pages.collection_id': null }).select(ITEM_COLUMNS);
  };
  const levels: TreeRows = new Map();
  for await (const rows of rowsInPortions<TreeRow>(build, READ_AT_ONCE))
    for (const row of rows) {
      const level = levels.get(row.parent_id);
      if (level) level.push(row);
      else levels.set(row.parent_id, [row]);
    }
  return levels;
}

const PIECE = 16_000;

/** The same as JSON. What lies below a page that is not shown is left out with it. */
export async function* treeText(levels: TreeRows): AsyncGenerator<string> {
  let piece = '{"items":[';
  for (const part of itemTexts(levels, null)) {
    piece += part;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
    await breath();
  }
  yield `${piece}]}`;
}

function* itemTexts(levels: TreeRows, parentId: number | null): Generator<string> {
  const level = levels.get(parentId) ?? [];
  level.sort((a, b) => a.position - b.position || a.id - b.id);
  for (const [at, row] of level.entries()) {
    const item: TreeItem = { ...row, has_children: levels.has(row.id) };
    yield `${at ? ',' : ''}${JSON.stringify(item).slice(0, -1)},"children":[`;
    yield* itemTexts(levels, row.id);
    yield ']}';
  }
}
