// A property that becomes one for few, or one for all: a change of the schema, after which rows say more or less.

import { notFound } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { pages } from '../../pages/contract.ts';
import type { Databases } from '../contract.ts';
import type { Property } from '../model.ts';
import { announceSchema } from '../notifications.ts';
import { parseRowValues, rowStore } from '../rows/store.ts';
import { isRowNumber } from '../schema/property-traits.ts';
import { eachRowBatch } from '../schema/property-values.ts';
import { fullSchemaById, lockSchema, type Schema } from '../schema/schema.ts';
import { collectionStore } from '../schema/store.ts';

export const changePropertyRights: Databases['changeRights'] = async (ctx, id, work) => {
  await ctx.tx(async (tx) => {
    const collection = await collectionStore.byId(tx, id);
    if (!collection) throw notFound();
    await tx.use(pages).changeRights(tx, collection.page_id, async (held) => {
      const before = await lockSchema(held, id);
      await work(held);
      const after = await fullSchemaById(held, id);
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
async function sayAnew(ctx: Ctx, schema: Schema, changed: number[]): Promise<void> {
  const { collection, byId } = schema;
  const isInAll = (one: Property | undefined) => one !== undefined && isRowNumber(one);
  const all = changed.some((id) => isInAll(byId.get(id)));
  for await (const rows of eachRowBatch(ctx, collection.id)) {
    const live = await rowStore.live(
      ctx,
      rows.map(({ page_id }) => page_id),
    );
    const says = (row: (typeof rows)[number]): boolean => {
      const values = parseRowValues(row, schema);
      return all || changed.some((id) => values[id] !== undefined);
    };
    const anew = rows.filter((row) => live.has(row.page_id) && says(row));
    await ctx.use(pages).refresh(
      ctx,
      anew.map(({ page_id }) => page_id),
    );
  }
}
