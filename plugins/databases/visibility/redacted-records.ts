// Records of a database as its reader may be given them in a file: what the reader does not see is not in them.
import type { Ctx } from '../../../core/kernel/context.ts';
import { calendarColumns, dateOfRow, exceptionsIn, storedCalendar } from '../calendar/row-series.ts';
import type { RedactedRecords, View } from '../contract.ts';
import { storageOf, type Value } from '../model.ts';
import { parseRowValues, type RowValues, rowStore } from '../rows/store.ts';
import { fullSchemaById } from '../schema/schema.ts';
import { redactView, visibleSchemaById } from './visible-schema.ts';

/** @see Databases.values */
export async function storedValues(ctx: Ctx, ids: number[]): Promise<Map<number, RowValues>> {
  const found = new Map<number, RowValues>();
  const rows = await rowStore.byIds(ctx, ids);
  for (const [home, some] of Map.groupBy(rows, ({ collection_id }) => collection_id)) {
    const schema = await fullSchemaById(ctx, home);
    for (const row of some) found.set(row.page_id, parseRowValues(row, schema));
  }
  return found;
}

/** @see Databases.redactRecords */
export async function redactRecords(ctx: Ctx, id: number): Promise<RedactedRecords | undefined> {
  const schema = await visibleSchemaById(ctx, id);
  const whole = await fullSchemaById(ctx, id);
  if (!schema.hiddenKey && !whole.moved.length) return undefined;
  const isVolatile = (propertyId: number) => whole.byId.get(propertyId)?.config.is_volatile;
  const own = schema.properties.filter((one) => one.config.is_volatile && !isVolatile(one.id)).map((one) => one.id);
  return {
    hides: Boolean(schema.hiddenKey),
    moved: new Map(whole.moved.map((one) => [storageOf(one), one.id])),
    own: new Set(own),
    property(propertyId, configJson) {
      const config = schema.hiddenKey ? schema.byId.get(propertyId)?.config : undefined;
      return config ? JSON.stringify({ ...config, is_volatile: isVolatile(propertyId) }) : configJson;
    },
    view: (configJson) => JSON.stringify(redactView({ config: JSON.parse(configJson) } as View, schema).config),
    row(stored) {
      const kept = Object.entries(parseRowValues(stored, whole)).filter(([one]) => !own.includes(Number(one)));
      const date = dateOfRow(schema.properties, parseRowValues(stored, whole));
      const calendar = storedCalendar(stored) as unknown as Value;
      const { calendar_text } = calendarColumns(calendar, date, exceptionsIn(stored.calendar_text));
      return { values_json: JSON.stringify(Object.fromEntries(kept)), calendar_text };
    },
  };
}
