// What follows from changed values: the other side of relations, rollups and formulas, in this order.
import type { Ctx } from '../../../core/kernel/context.ts';
import { recomputeFormulas } from '../schema/formula-properties.ts';
import { propertyStore } from '../schema/property-store.ts';
import { linkBack } from './relations.ts';
import { computeRollup, recomputeRollups } from './rollups.ts';
import { announceComputed, Edit, type RecomputeStep } from './row-edit.ts';
import { cellStore } from './store.ts';

export const RECOMPUTE_STEPS: readonly RecomputeStep[] = [linkBack, recomputeRollups, recomputeFormulas];

/**
 * After these rows went to the trash or came back, or have appeared behind rows that name them; leaves out what is in
 * `computed`, and adds to it. Where only some properties can be concerned, `among` names them.
 */
export async function recomputeNaming(
  ctx: Ctx,
  rowIds: number[],
  computed: Set<string>,
  among?: ReadonlySet<number>,
): Promise<void> {
  const all = await propertyStore.ofTypes(ctx, ['rollup']);
  const rollups = among ? all.filter(({ id }) => among.has(id)) : all;
  if (!rollups.length) return;
  const edit = new Edit(ctx);
  for (const rollup of rollups) {
    const relation = rollup.config.relation_property_id as number;
    const named = await cellStore.naming(ctx, [relation], rowIds);
    const keyOf = (id: number) => `rollup ${rollup.id} of ${id}`;
    const fresh = new Set(named.map(({ row_id }) => row_id).filter((id) => !computed.has(keyOf(id))));
    for (const id of fresh) computed.add(keyOf(id));
    for (const row of await edit.rows([...fresh])) await computeRollup(edit, row, rollup);
  }
  await announceComputed(ctx, await edit.finish(RECOMPUTE_STEPS));
}
