// Records of a database as its reader may be given them in a file: what the reader does not see is not in them.
import type { Ctx } from '../../core/context.ts';
import type { Handed, View } from './contract.ts';
import { schemaById, shownView } from './narrowing.ts';
import { calendarColumns, calendarOf, dateOfRow, exceptionsIn } from './row-series.ts';
import { valuesOf } from './row-store.ts';
import { wholeById } from './schema.ts';
import type { Value } from './shape.ts';

/** @see Collections.handed */
export async function handed(ctx: Ctx, id: number): Promise<Handed | undefined> {
  const schema = await schemaById(ctx, id);
  if (!schema.hides) return undefined;
  const whole = await wholeById(ctx, id);
  const isVolatile = (propertyId: number) => whole.byId.get(propertyId)?.config.is_volatile;
  const own = schema.properties.filter((one) => one.config.is_volatile && !isVolatile(one.id)).map((one) => one.id);
  return {
    own: new Set(own),
    property(propertyId, configJson) {
      const config = schema.byId.get(propertyId)?.config;
      return config ? JSON.stringify({ ...config, is_volatile: isVolatile(propertyId) }) : configJson;
    },
    view: (configJson) => JSON.stringify(shownView({ config: JSON.parse(configJson) } as View, schema).config),
    row(stored) {
      const kept = Object.entries(valuesOf(stored)).filter(([one]) => !own.includes(Number(one)));
      const date = dateOfRow(schema.properties, valuesOf(stored));
      const calendar = calendarOf(stored) as unknown as Value;
      const { calendar_text } = calendarColumns(calendar, date, exceptionsIn(stored.calendar_text));
      return { values_json: JSON.stringify(Object.fromEntries(kept)), calendar_text };
    },
  };
}
