// Another type for a property: what becomes of each value, shown beforehand, done at once, and taken back.

import { invalid, notFound, Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Config, Option, Property, PropertyTypeName, Value } from '../contract.ts';
import { otherSide } from '../notifications.ts';
import { visibleRows } from '../query/visible-rows.ts';
import { parseRowValues, rowStore } from '../rows/store.ts';
import { ROWS_AT_ONCE } from '../schema-change/apply-plan.ts';
import { buildSchemaDelta, type SchemaDelta } from '../schema-change/change.ts';
import { convertValue, memberTexts } from '../schema-change/convert-value.ts';
import { type StartedJob, startChange } from '../schema-change/start-change.ts';
import { requireAllRows } from '../visibility/all-rows-check.ts';
import { visibleSchemaById } from '../visibility/visible-schema.ts';
import { shownProperty } from './formula-properties.ts';
import { type PropertyChangeResult, requireProperty } from './properties.ts';
import { readConfig } from './property-input.ts';
import { eachRowBatch } from './property-values.ts';
import { fullSchemaById, type Schema } from './schema.ts';
import { type SchemaChangeRow, schemaChangeStore } from './store.ts';
import { OPTIONS_MAX, splitNames } from './types/bases/options.ts';
import { typeNamed } from './types/registry.ts';

export interface Conversion {
  type: PropertyTypeName;
  config?: object;
}

/** What a conversion would do: how many values stay, how many are lost, and a few of each. */
export interface ConversionPreview {
  kept: number;
  lost: number;
  samples: { row_id: number; before: Value; after: Value }[];
}

const SAMPLES = 10;

/** Types whose values are words or can be read from words. */
const isConvertible = (type: PropertyTypeName): boolean => typeNamed(type).convertFrom !== undefined;

/** The property with its new type; options are made of the words there are. */
async function target(ctx: Ctx, schema: Schema, from: Property, { type, config }: Conversion): Promise<Property> {
  if (!isConvertible(from.type) || !isConvertible(type))
    throw invalid(['body', 'type'], `is nothing that ${from.type} can become`, 'value_error', type);
  const { description, hidden, options } = from.config;
  const keepsOptions = options && 'options' in typeNamed(type).config;
  const given = { ...(keepsOptions ? { options: asType(options, type) } : {}), ...config };
  const made = { ...readConfig(type, given), ...(description ? { description } : {}), ...(hidden ? { hidden } : {}) };
  const rules = new Set<string>(typeNamed(type).rules);
  const validation = Object.fromEntries(
    Object.entries(from.validation).filter(([rule]) => rules.has(rule) && rule !== 'min' && rule !== 'max'),
  );
  const to: Property = { ...from, type, config: made, validation };
  if ('options' in typeNamed(type).config) await addOptions(ctx, schema, from, to);
  return to;
}

const asType = (options: Option[], type: PropertyTypeName): Option[] =>
  options.map(({ group, ...one }) => (typeNamed(type).hasStates ? { ...one, group: group ?? 'todo' } : one));

async function addOptions(ctx: Ctx, schema: Schema, from: Property, to: Property): Promise<void> {
  const names = new Map((to.config.options ?? []).map((one) => [one.name.toLowerCase(), one.name]));
  for await (const rows of eachRowBatch(ctx, schema.collection.id))
    for (const row of rows) {
      const value = parseRowValues(row, schema)[from.id] ?? null;
      if (value === null) continue;
      const texts = memberTexts(value, from);
      const found = typeNamed(to.type).isMany ? splitNames(texts) : texts.map((text) => text.trim()).filter(Boolean);
      for (const name of found)
        if (name.length <= 100 && names.size < OPTIONS_MAX)
          names.set(name.toLowerCase(), names.get(name.toLowerCase()) ?? name);
    }
  const known = new Set((to.config.options ?? []).map((one) => one.name.toLowerCase()));
  const fresh = [...names].filter(([key]) => !known.has(key)).map(([, name]) => ({ name }));
  const { options } = readConfig(to.type, { options: [...(to.config.options ?? []), ...fresh] });
  to.config = { ...to.config, options };
}

export async function previewConversion(
  ctx: Ctx,
  collectionId: number,
  id: number,
  wanted: Conversion,
): Promise<ConversionPreview> {
  const schema = await visibleSchemaById(ctx, collectionId);
  const from = requireProperty(schema, id);
  const to = await target(ctx, schema, from, wanted);
  const preview: ConversionPreview = { kept: 0, lost: 0, samples: [] };
  for await (const rows of eachRowBatch(ctx, collectionId)) {
    const seen = await visibleRows(
      ctx,
      rows.map(({ page_id }) => page_id),
    );
    for (const row of rows) {
      const before = parseRowValues(row, schema)[id] ?? null;
      if (before === null || !seen.has(row.page_id)) continue;
      const after = convertValue(before, from, to);
      preview[after === null ? 'lost' : 'kept'] += 1;
      if (preview.samples.length < SAMPLES) preview.samples.push({ row_id: row.page_id, before, after });
    }
  }
  return preview;
}

/** Whether the options that were found still hold. Words that come into many rows meanwhile come back with Undo. */
async function isUnchanged(tx: Ctx, before: Schema, now: Schema): Promise<boolean> {
  if (now.collection.sync_version !== before.collection.sync_version) return false;
  if (now.collection.rows_version === before.collection.rows_version) return true;
  return (await rowStore.count(tx, now.collection.id)) > ROWS_AT_ONCE;
}

/** @throws Problem validation_failed, conflict, forbidden for who does not see all rows */
export async function convertProperty(
  ctx: Ctx,
  collectionId: number,
  id: number,
  wanted: Conversion,
): Promise<PropertyChangeResult | StartedJob> {
  // Looking through all values for options takes as long as there are rows: nobody waits for that.
  const schema = await fullSchemaById(ctx, collectionId);
  // Options are made of values, and values are lost: whoever converts sees all that becomes of it.
  await requireAllRows(ctx, schema.collection, 'convert');
  const found = await target(ctx, schema, requireProperty(schema, id), wanted);
  return ctx.tx(async (tx) => {
    const started = await startChange(tx, collectionId, async (_held, now) => {
      const from = requireProperty(now, id);
      await requireAllRows(tx, now.collection, 'convert');
      const to = (await isUnchanged(tx, schema, now)) ? found : await target(tx, now, from, wanted);
      return buildSchemaDelta(collectionId, {
        next: [to],
        made: { [id]: { kind: 'convert', from } },
        touched: [id],
        ...(from.validation.unique || to.validation.unique ? { claims: id } : {}),
        kept: { kind: 'convert', before: from },
      });
    });
    if ('job' in started) return started;
    return { property: shownProperty(await visibleSchemaById(tx, collectionId), id), undo: started.undo };
  });
}

/**
 * Takes back the last change of a property: brings it, its options or its type back, with the values of rows that
 * nobody has given another one since. What others have given meanwhile goes back to the old type, too, or is lost.
 * @throws Problem not_found, conflict for a change before the last one, forbidden as for the conversion itself
 */
export async function undoChange(ctx: Ctx, collectionId: number, changeId: number): Promise<Property | StartedJob> {
  return ctx.tx(async (tx) => {
    let undone = 0;
    const started = await startChange(tx, collectionId, async (_held, schema) => {
      const kept = await schemaChangeStore.byId(tx, changeId);
      if (kept?.collection_id !== collectionId) throw notFound();
      if (kept.kind === 'convert') await requireAllRows(tx, schema.collection, 'convert');
      const last = await schemaChangeStore.lastOf(tx, kept.property_id);
      if (last?.id !== changeId)
        throw new Problem('conflict', 'Something else was changed after this; take that back first.');
      undone = kept.property_id;
      const before = JSON.parse(kept.before_json) as Property;
      const change = kept.kind === 'delete' ? broughtBack(schema, kept) : restoring(schema, kept, before);
      return buildSchemaDelta(collectionId, { ...change, undoes: changeId, announces: otherSide(schema, before) });
    });
    return 'job' in started ? started : shownProperty(await visibleSchemaById(tx, collectionId), undone);
  });
}

function broughtBack({ properties }: Schema, { values_json }: SchemaChangeRow): Partial<SchemaDelta> {
  const shown = JSON.parse(values_json) as number[];
  // Formulas that lost what they use are none of those that use it: all of them are looked at.
  const formulas = properties.filter(({ type }) => type === 'formula').map(({ id }) => id);
  return { shown, touched: [...shown, ...formulas] };
}

function restoring(schema: Schema, { id: change, kind }: SchemaChangeRow, before: Property): Partial<SchemaDelta> {
  const now = requireProperty(schema, before.id);
  const { id, type, config, validation } = before;
  const claims = now.validation.unique || validation.unique ? { claims: id } : {};
  if (kind === 'convert') {
    const next = { ...now, type, config, validation };
    return { next: [next], made: { [id]: { kind: 'unconvert', to: now, change } }, touched: [id], ...claims };
  }
  const next = { ...now, config: withOptions(now.config, config) };
  return { next: [next], made: { [id]: { kind: 'refill', change } }, touched: [id], ...claims };
}

/** Options made since stay; those that went come back. */
function withOptions(now: Config, before: Config): Config {
  const known = new Set((now.options ?? []).map(({ id }) => id));
  const back = (before.options ?? []).filter(({ id }) => !known.has(id));
  return { ...now, options: [...(now.options ?? []), ...back] };
}
