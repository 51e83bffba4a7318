// Limits of boards: where a shared view says so, no more rows come into a column than it takes.

import { Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Property, Value, View } from '../contract.ts';
import { both } from '../query/filter.ts';
import { inGroup } from '../query/group.ts';
import { matching } from '../query/list-rows.ts';
import type { EditedRow } from '../rows/row-edit.ts';
import type { Schema } from '../schema/schema.ts';
import { viewStore } from '../schema/store.ts';

const keysOf = (value: Value | undefined): string[] =>
  (Array.isArray(value) ? value : value === null || value === undefined ? [] : [value]).map(String);

/** Keys of the columns that these rows have just come into. */
function entered(rows: EditedRow[], { id }: Property, before: Map<EditedRow, Value>): Set<string> {
  return new Set(
    rows.flatMap((row) => {
      const old = new Set(keysOf(before.get(row)));
      return row.changed.has(id) ? keysOf(row.values[id]).filter((key) => !old.has(key)) : [];
    }),
  );
}

/**
 * Checked inside the transaction that writes the rows, once they are written. `before` gives the value that a row had.
 * @throws Problem validation_failed (422) naming the limit
 */
export async function keepLimits(
  ctx: Ctx,
  schema: Schema,
  rows: EditedRow[],
  before: (row: EditedRow, property: Property) => Value,
): Promise<void> {
  for (const view of await viewStore.limiting(ctx, schema.collection.id)) {
    const property = schema.byId.get(view.config.group_by ?? 0);
    if (!property) continue;
    const known = new Map(rows.map((row) => [row, before(row, property)]));
    for (const key of entered(rows, property, known)) await keepOne(ctx, schema, view, property, key);
  }
}

async function keepOne(ctx: Ctx, schema: Schema, view: View, property: Property, key: string): Promise<void> {
  const limit = view.config.wip_limits?.[key];
  if (limit === undefined) return;
  const filter = both(view.config.filter, inGroup(property, key));
  const { query } = await matching(ctx, schema, { filter, isSaved: true });
  const [row] = (await query.count({ total: '*' })) as { total: number }[];
  if (Number(row?.total) <= limit) return;
  const name = property.config.options?.find(({ id }) => id === key)?.name ?? key;
  const detail = `${property.name} ${name} takes at most ${limit} in the view ${view.name}`;
  throw new Problem('validation_failed', detail, {
    status: 422,
    errors: [{ property_id: property.id, rule: 'wip_limit', detail, limit }],
  });
}
