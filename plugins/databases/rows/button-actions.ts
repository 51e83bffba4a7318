// Buttons of rows: they set properties of their row and make rows beside it, all or nothing.

import { notFound, Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Row } from '../contract.ts';
import { visibleSchemaById } from '../visibility/visible-schema.ts';
import { changeRow, createRows, readRow } from './rows.ts';
import { rowStore } from './store.ts';

/** The caller may edit the row. @throws Problem not_found, validation_failed (400), forbidden */
export async function pressButton(ctx: Ctx, rowId: number, propertyId: number): Promise<Row> {
  return ctx.tx(async (tx) => {
    const row = await rowStore.byId(tx, rowId);
    if (!row) throw notFound();
    const { collection, byId } = await visibleSchemaById(tx, row.collection_id);
    const button = byId.get(propertyId);
    if (button?.type !== 'button') throw new Problem('conflict', 'The property is not a button.');
    const actions = button.config.actions ?? [];
    const made = actions.filter(({ kind }) => kind === 'create_row').map(({ values }) => ({ values }));
    if (made.length) {
      await tx.app.access.require(tx, { resource: 'collection', role: 'editor', lock: true }, collection.id);
      await createRows(tx, collection.id, made);
    }
    const set = actions.filter(({ kind }) => kind === 'set_property');
    const values = Object.fromEntries(set.map(({ property_id, value }) => [property_id, value]));
    return set.length ? changeRow(tx, rowId, { values }) : readRow(tx, rowId);
  });
}
