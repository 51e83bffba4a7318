// Records of a database as its reader may be given them in a file: what the reader does not see is not in them.
import type { Ctx } from '../../../core/kernel/context.ts';
import { calendarColumns, calendarOf, dateOfRow, exceptionsIn } from '../calendar/row-series.ts';
import type { Handed, View } from '../contract.ts';
import { storageOf, type Value } from '../model.ts';
import { rowStore, type Values, valuesOf } from '../rows/store.ts';
import { wholeById } from '../schema/schema.ts';
import { schemaById, shownView } from './visible-schema.ts';

/** @see Databases.values */
export async function storedValues(ctx: Ctx, ids: number[]): Promise<Map<number, Values>> {
  const found = new Map<number, Values>();
  const rows = await rowStore.byIds(ctx, ids);
  for (const [home, some] of Map.groupBy(rows, ({ collection_id }) => collection_id)) {
    const schema = await wholeById(ctx, home);
    for (const row of some) found.set(row.page_id, valuesOf(row, schema));
  }
  return found;
}

/** @see Databases.handed */
export async function handed(ctx: Ctx, id: number): Promise<Handed | undefined> {
  const schema = await schemaById(ctx, id);
  const whole = await wholeById(ctx, id);
  if (!schema.hides && !whole.moved.length) return undefined;
  const isVolatile = (propertyId: number) => whole.byId.get(propertyId)?.config.is_volatile;
  const own = schema.properties.filter((one) => one.config.is_volatile && !isVolatile(one.id)).map((one) => one.id);
  return {
    hides: Boolean(schema.hides),
    moved: new Map(whole.moved.map((one) => [storageOf(one), one.id])),
    own: new Set(own),
    property(propertyId, configJson) {
      const config = schema.hides ? schema.byId.get(propertyId)?.config : undefined;
      return config ? JSON.stringify({ ...config, is_volatile: isVolatile(propertyId) }) : configJson;
    },
    view: (configJson) => JSON.stringify(shownView({ config: JSON.parse(configJson) } as View, schema).config),
    row(stored) {
      const kept = Object.entries(valuesOf(stored, whole)).filter(([one]) => !own.includes(Number(one)));
      const date = dateOfRow(schema.properties, valuesOf(stored, whole));
      const calendar = calendarOf(stored) as unknown as Value;
      const { calendar_text } = calendarColumns(calendar, date, exceptionsIn(stored.calendar_text));
      return { values_json: JSON.stringify(Object.fromEntries(kept)), calendar_text };
    },
  };
}
