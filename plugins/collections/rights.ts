// A property that becomes one for few, or one for all: a change of the schema, after which rows say more or less.
import type { Ctx } from '../../core/context.ts';
import { notFound } from '../../core/problem.ts';
import { pages } from '../pages/contract.ts';
import type { Collections } from './contract.ts';
import { announceSchema } from './properties.ts';
import { rowsOf } from './property-values.ts';
import { rowStore, valuesOf } from './row-store.ts';
import { heldSchema, type Schema, wholeById } from './schema.ts';
import { collectionStore } from './store.ts';

export const changeRights: Collections['changeRights'] = async (ctx, id, work) => {
  await ctx.tx(async (tx) => {
    const collection = await collectionStore.byId(tx, id);
    if (!collection) throw notFound();
    await tx.use(pages).changeRights(tx, collection.page_id, async (held) => {
      const before = await heldSchema(held, id);
      await work(held);
      const after = await wholeById(held, id);
      const changed = [
        ...[...before.restricted].filter((one) => !after.restricted.has(one)),
        ...[...after.restricted].filter((one) => !before.restricted.has(one)),
      ];
      if (changed.length) await sayAnew(held, after, changed);
      await announceSchema(held, after, ['schema']);
      return undefined;
    });
  });
};

/** What is found of rows, and read with them, has only what everybody sees of them. */
async function sayAnew(ctx: Ctx, { collection, byId }: Schema, changed: number[]): Promise<void> {
  const all = changed.some((id) => byId.get(id)?.type === 'unique_id');
  for await (const rows of rowsOf(ctx, collection.id)) {
    const live = await rowStore.live(
      ctx,
      rows.map(({ page_id }) => page_id),
    );
    for (const row of rows) {
      if (!live.has(row.page_id)) continue;
      const values = valuesOf(row);
      if (all || changed.some((id) => values[id] !== undefined)) await ctx.use(pages).refresh(ctx, row.page_id);
    }
  }
}
