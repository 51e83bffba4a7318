// The whole tree of a workspace, as JSON in pieces.
import type { Ctx } from '../../../core/kernel/context.ts';
import type { TreeItem } from '../contract.ts';
import { narrowPages } from '../page-queries.ts';
import type { PageRow } from '../store.ts';
import { ITEM_COLUMNS } from './tree-levels.ts';

/** The whole visible tree of a workspace. */
export async function wholeTree(ctx: Ctx, workspaceId: number): Promise<TreeItem[]> {
  const scope = await ctx.app.access.scope(ctx, workspaceId);
  const query = ctx
    .db('pages')
    .where({ 'pages.workspace_id': workspaceId, 'pages.collection_id': null })
    .select(ITEM_COLUMNS)
    .orderBy('position')
    .orderBy('pages.id');
  narrowPages(ctx, query, scope);
  const rows: Pick<PageRow, (typeof ITEM_COLUMNS)[number]>[] = await query;
  const items = new Map(rows.map((row) => [row.id, { ...row, has_children: false, children: [] as TreeItem[] }]));
  const roots: TreeItem[] = [];
  for (const one of items.values()) {
    const parent = one.parent_id === null ? undefined : items.get(one.parent_id);
    if (parent) {
      parent.children.push(one);
      parent.has_children = true;
    } else if (one.parent_id === null) roots.push(one);
  }
  return roots;
}

const PIECE = 16_000;

/** The same as JSON, in pieces: the tree of a large workspace is no text that anybody waits for as a whole. */
export async function* treeText(items: TreeItem[]): AsyncGenerator<string> {
  let piece = '{"items":[';
  for (const part of itemTexts(items)) {
    piece += part;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}]}`;
}

function* itemTexts(items: TreeItem[]): Generator<string> {
  for (const [at, { children = [], ...one }] of items.entries()) {
    yield `${at ? ',' : ''}${JSON.stringify(one).slice(0, -1)},"children":[`;
    yield* itemTexts(children);
    yield ']}';
  }
}
