// Many rows in one call: made, changed, moved, put into the trash and brought back, all of it or nothing.
import { invalid, notFound, Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { pages, type RowAnchor } from '../../pages/contract.ts';
import type { RowInput } from '../contract.ts';
import { rowPolicies } from '../policies.ts';
import { fullSchemaById } from '../schema/schema.ts';
import { changeRows, createRows, holdRows, ROW_BATCH_MAX, type RowChange, readMany } from './rows.ts';

export interface Bulk {
  create?: RowInput[];
  update?: (RowChange & { id: number })[];
  delete?: number[];
  /** out of the trash */
  restore?: number[];
  /** to before or after another one, in this order; also those that are changed by the same call */
  move?: number[];
  before?: number;
  after?: number;
}

/** Beside which row those that move come to stand. @throws Problem validation_failed */
function anchorOf({ move = [], before, after }: Bulk): RowAnchor | undefined {
  const id = before ?? after;
  if (move.length && id === undefined) throw invalid(['body', 'before'], 'Field required', 'missing');
  if (!move.length && id !== undefined) throw invalid(['body', 'move'], 'Field required', 'missing');
  return id === undefined ? undefined : { id, side: before === undefined ? 'after' : 'before' };
}

/** @throws Problem validation_failed (400), not_found, forbidden, page_locked */
async function checkBatch(ctx: Ctx, collectionId: number, wanted: Bulk, anchor: RowAnchor | undefined): Promise<void> {
  const { create = [], update = [], delete: gone = [], restore: back = [], move = [] } = wanted;
  const live = [...update.map(({ id }) => id), ...gone];
  const named = [...live, ...back];
  if (create.length + named.length + move.length > ROW_BATCH_MAX)
    throw new Problem('validation_failed', `At most ${ROW_BATCH_MAX} rows are changed at once.`, { status: 400 });
  if ([named, move].some((ids) => new Set(ids).size !== ids.length))
    throw new Problem('validation_failed', 'A row is named twice.', { status: 400 });
  const inTrash = { ...rowPolicies.edit, trashed: 'only' } as const;
  // Rows that are there may be somebody's to change who may not make any, nor say how all of them stand.
  const role = create.length || move.length || !named.length ? 'editor' : 'viewer';
  // The values of rows stay writable where their database is locked.
  const need = named.length + create.length + move.length > update.length ? { lock: true as const } : {};
  const [, ...subjects] = await ctx.app.access.requireAll(ctx, [
    { need: { resource: 'collection', role, ...need }, id: collectionId },
    ...[...live, ...move].map((id) => ({ need: rowPolicies.edit, id })),
    ...back.map((id) => ({ need: inTrash, id })),
    ...(anchor ? [{ need: rowPolicies.view, id: anchor.id }] : []),
  ]);
  for (const { row } of subjects)
    if ((row as { collection_id: number }).collection_id !== collectionId) throw notFound();
}

/** All of it or nothing; the caller's rights on what is named are checked here, as ids in a batch are. */
export async function bulk(ctx: Ctx, collectionId: number, wanted: Bulk) {
  const { create = [], update = [], delete: gone = [], restore: back = [], move = [] } = wanted;
  const anchor = anchorOf(wanted);
  await checkBatch(ctx, collectionId, wanted, anchor);
  const changed = update.map(({ id }) => id);
  return ctx.tx(async (tx) => {
    const { collection } = await fullSchemaById(tx, collectionId);
    await tx.use(pages).lockTree(tx, collection.workspace_id);
    await holdRows(tx, [...new Set([...changed, ...gone, ...move])]);
    const created = create.length ? await createRows(tx, collectionId, create) : [];
    const updated = update.length
      ? await changeRows(
          tx,
          update.map(({ id, ...change }) => ({ id, change })),
        )
      : [];
    if (anchor) await tx.use(pages).moveRows(tx, move, anchor);
    const moved = await readMany(tx, move);
    if (gone.length) await tx.use(pages).trashRows(tx, gone);
    if (back.length) await tx.use(pages).restoreRows(tx, back);
    return { created, updated, moved, deleted: gone, restored: back };
  });
}
