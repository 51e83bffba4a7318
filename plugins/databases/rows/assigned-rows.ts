// What somebody has to do: rows for which they are chosen and that are not done, the next day first.
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import { pages } from '../../pages/contract.ts';
import { dateOfRow } from '../calendar/row-series.ts';
import type { Option, Property, Row } from '../contract.ts';
import { presentRows } from '../present.ts';
import { hasProgressStates, takesPeople } from '../schema/property-traits.ts';
import type { Schema } from '../schema/schema.ts';
import { PROPERTY_TYPES } from '../schema/types/registry.ts';
import { visibleSchemaById } from '../visibility/visible-schema.ts';
import type { AssignedRow } from './assigned-row.ts';
import { idsOf } from './relations.ts';
import { rowStore } from './store.ts';

/** Of more rows than this, the ones that changed last are looked at. */
const LOOKED_AT = 200;

const PEOPLED = PROPERTY_TYPES.filter((type) => takesPeople({ type }));

async function idsAssigned(ctx: Ctx, userId: number): Promise<number[]> {
  const peopled = ctx.db('collection_properties').whereIn('type', PEOPLED).select('id');
  const query = ctx
    .db('row_value')
    .join('pages', 'pages.id', 'row_value.row_id')
    .where('row_value.ref_id', userId)
    .whereIn('row_value.property_id', peopled)
    .groupBy('pages.id', 'pages.updated_at')
    .orderBy('pages.updated_at', 'desc')
    .limit(LOOKED_AT)
    .select('pages.id');
  ctx.use(pages).narrow(ctx, query, await ctx.app.access.scope(ctx));
  return ((await query) as { id: number }[]).map(({ id }) => id);
}

/** How far a row is, where its database says so. */
function stateOf(properties: Property[], { values }: Row): Option | undefined {
  const property = properties.find(hasProgressStates);
  return property?.config.options?.find(({ id }) => id === values[property.id]);
}

function assigned({ collection, properties }: Schema, row: Row, userId: number): AssignedRow[] {
  const isChosen = properties.some((one) => takesPeople(one) && idsOf(row.values[one.id]).includes(userId));
  const state = stateOf(properties, row);
  if (!isChosen || state?.group === 'done') return [];
  const date = dateOfRow(properties, row.values);
  const { id, title, page_icon: icon } = row;
  return [{ id, title, icon, database: collection.name, due: date ? (date.end ?? date.start) : null, state }];
}

const byDay = (a: AssignedRow, b: AssignedRow): number => {
  if (a.due === b.due) return 0;
  if (a.due === null || b.due === null) return a.due === null ? 1 : -1;
  return a.due < b.due ? -1 : 1;
};

export async function assignedRows(ctx: Ctx, most: number): Promise<AssignedRow[]> {
  const { id: userId } = userOf(ctx);
  const records = await rowStore.records(ctx, await idsAssigned(ctx, userId));
  const found: AssignedRow[] = [];
  for (const [home, some] of Map.groupBy(records, ({ collection_id }) => collection_id)) {
    const schema = await visibleSchemaById(ctx, home);
    for (const row of await presentRows(ctx, schema, some)) found.push(...assigned(schema, row, userId));
  }
  return found.toSorted(byDay).slice(0, most);
}
