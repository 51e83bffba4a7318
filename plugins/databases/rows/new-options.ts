// Options that rows name before there are any: made with the rows, where the writer asks for it.

import type { Ctx } from '../../../core/kernel/context.ts';
import type { Property, RowInput } from '../contract.ts';
import { collectionPolicies } from '../policies.ts';
import { changeProperty } from '../schema/properties.ts';
import { optionNamed, propertyNamed } from '../schema/property-name.ts';
import type { Schema } from '../schema/schema.ts';

/**
 * Makes the options that these rows name and their properties do not have, for who may change the schema.
 * @throws Problem forbidden, page_locked
 */
export async function makeOptions(ctx: Ctx, schema: Schema, rows: RowInput[]): Promise<void> {
  /** by property, and by name without regard to case: the first spelling is kept */
  const missing = new Map<Property, Map<string, string>>();
  for (const { values = {} } of rows)
    for (const [key, value] of Object.entries(values)) {
      const property = propertyNamed(schema, key);
      if (!property?.config.options) continue;
      for (const one of [value].flat()) {
        const name = typeof one === 'string' ? one.trim() : '';
        if (!name || optionNamed(property, name)) continue;
        const names = missing.get(property) ?? new Map<string, string>();
        missing.set(property, names.set(name.toLowerCase(), names.get(name.toLowerCase()) ?? name));
      }
    }
  if (!missing.size) return;
  const { id } = schema.collection;
  await ctx.app.access.require(ctx, collectionPolicies.edit, id);
  for (const [property, names] of missing) {
    const options = [...(property.config.options ?? []), ...[...names.values()].map((name) => ({ name }))];
    await changeProperty(ctx, id, property.id, { config: { options } });
  }
}
