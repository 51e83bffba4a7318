// Many rows in one call: made, changed, put into the trash and brought back, all of it or nothing.
import { notFound, Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { pages } from '../../pages/contract.ts';
import type { RowInput } from '../contract.ts';
import { rowPolicies } from '../policies.ts';
import { fullSchemaById } from '../schema/schema.ts';
import { changeRows, createRows, holdRows, ROW_BATCH_MAX, type RowChange } from './rows.ts';

export interface Bulk {
  create?: RowInput[];
  update?: (RowChange & { id: number })[];
  delete?: number[];
  /** out of the trash */
  restore?: number[];
}

/** All of it or nothing; the caller's rights on what is named are checked here, as ids in a batch are. */
export async function bulk(ctx: Ctx, collectionId: number, wanted: Bulk) {
  const { create = [], update = [], delete: gone = [], restore: back = [] } = wanted;
  const live = [...update.map(({ id }) => id), ...gone];
  const named = [...live, ...back];
  if (create.length + named.length > ROW_BATCH_MAX)
    throw new Problem('validation_failed', `At most ${ROW_BATCH_MAX} rows are changed at once.`, { status: 400 });
  if (new Set(named).size !== named.length)
    throw new Problem('validation_failed', 'A row is named twice.', { status: 400 });
  const inTrash = { ...rowPolicies.edit, trashed: 'only' } as const;
  // Rows that are there may be somebody's to change who may not make any.
  const role = create.length || !named.length ? 'editor' : 'viewer';
  const [, ...subjects] = await ctx.app.access.requireAll(ctx, [
    { need: { resource: 'collection', role, lock: true }, id: collectionId },
    ...named.map((id, at) => ({ need: at < live.length ? rowPolicies.edit : inTrash, id })),
  ]);
  for (const { row } of subjects)
    if ((row as { collection_id: number }).collection_id !== collectionId) throw notFound();
  return ctx.tx(async (tx) => {
    const { collection } = await fullSchemaById(tx, collectionId);
    await tx.use(pages).lockTree(tx, collection.workspace_id);
    await holdRows(tx, live);
    const created = create.length ? await createRows(tx, collectionId, create) : [];
    const updated = update.length
      ? await changeRows(
          tx,
          update.map(({ id, ...change }) => ({ id, change })),
        )
      : [];
    if (gone.length) await tx.use(pages).trashRows(tx, gone);
    if (back.length) await tx.use(pages).restoreRows(tx, back);
    return { created, updated, deleted: gone, restored: back };
  });
}
