// Another type for a property: what becomes of each value, shown beforehand, done at once, and taken back.
import type { Ctx } from '../../core/context.ts';
import { invalid, notFound, Problem } from '../../core/problem.ts';
import { refreshComputed } from './computed.ts';
import type { Config, Option, Property, PropertyTypeName, Value } from './contract.ts';
import { shownProperty } from './formulas.ts';
import { schemaById } from './narrowing.ts';
import { announceBoth, announceSchema, propertyOf } from './properties.ts';
import { readConfig } from './property-input.ts';
import { keepUndo, rebuildUnique, rewrite, rowsOf } from './property-values.ts';
import { visibleRows } from './query/visible.ts';
import { hidesRows } from './reader-rollups.ts';
import { valuesOf } from './row-store.ts';
import { heldSchema, type Schema, wholeById } from './schema.ts';
import { changeStore, propertyStore, type SchemaChange } from './store.ts';
import { type Names, ValueFault } from './types/property-type.ts';
import { typeNamed, typeOf } from './types/registry.ts';

export interface Conversion {
  type: PropertyTypeName;
  config?: object;
}

/** What a conversion would do: how many values stay, how many are lost, and a few of each. */
export interface Preview {
  kept: number;
  lost: number;
  samples: { row_id: number; before: Value; after: Value }[];
}

const SAMPLES = 10;
const OPTIONS_MAX = 500;

/** Types whose values are words or can be read from words. */
const CONVERTIBLE: PropertyTypeName[] = [
  ...(['text', 'long_text', 'number', 'select', 'multi_select', 'status', 'date', 'checkbox'] as const),
  ...(['url', 'email', 'phone', 'rating', 'duration'] as const),
];

const noNames: Names = { user: () => undefined, row: () => undefined, file: () => undefined };
const NO = ['', 'false', 'no', 'nein', '0', '✗', '☐'];

const memberTexts = (value: Value, from: Property): string[] =>
  Array.isArray(value)
    ? value.map((one) => typeNamed('select').words(one, from, noNames))
    : [typeOf(from).words(value, from, noNames)];

function numberIn(text: string): number | null {
  const plain = text.replace(/[\s'’_]|(?<=\d),(?=\d{3}(\D|$))/g, '').replace(',', '.');
  const found = /^[^\d.+-]*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(%?)[^\d]*$/i.exec(plain);
  if (!found) return null;
  return found[2] ? Number(found[1]) / 100 : Number(found[1]);
}

function dayIn(text: string): string | null {
  const iso = /^\s*(\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?)/.exec(
    text.replace(/^(\S+) (\d{2}:\d{2})/, '$1T$2'),
  );
  if (iso) return iso[1] as string;
  const german = /^\s*(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4})\s*$/.exec(text);
  if (!german) return null;
  const [, day = '', month = '', year] = german;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** One value as the new type has it; null is lost. */
export function convertValue(value: Value, from: Property, to: Property): Value {
  if (value === null) return null;
  const texts = memberTexts(value, from).filter(Boolean);
  const text = texts.join(', ');
  const read = (given: unknown): Value => {
    try {
      return typeOf(to).read(given, to);
    } catch (error) {
      if (error instanceof ValueFault) return null;
      throw error;
    }
  };
  const optionOf = (name: string) =>
    to.config.options?.find((one) => one.name.toLowerCase() === name.toLowerCase())?.id;
  switch (to.type) {
    case 'checkbox':
      return NO.includes(text.trim().toLowerCase()) ? null : true;
    case 'number':
    case 'rating':
    case 'duration':
      return read(typeof value === 'number' ? value : value === true ? 1 : numberIn(text));
    case 'select':
    case 'status':
      return read(optionOf(texts[0]?.trim() ?? '') ?? null);
    case 'multi_select':
      return read(splitNames(texts).flatMap((name) => optionOf(name) ?? []));
    case 'date':
      return from.type === 'date' ? value : read(dayIn(text));
    case 'url':
      return read(/^[\w-]+(\.[\w-]+)+(\/|$)/.test(text) ? `https://${text}` : text);
    default:
      return read(text);
  }
}

const splitNames = (texts: string[]): string[] =>
  [...new Set(texts.flatMap((text) => text.split(/[,;\n]/)).map((name) => name.trim().slice(0, 100)))].filter(Boolean);

/** The property with its new type; options are made of the words there are. */
async function target(ctx: Ctx, schema: Schema, from: Property, { type, config }: Conversion): Promise<Property> {
  if (!CONVERTIBLE.includes(from.type) || !CONVERTIBLE.includes(type))
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
  options.map(({ group, ...one }) => (type === 'status' ? { ...one, group: group ?? 'todo' } : one));

async function addOptions(ctx: Ctx, { collection }: Schema, from: Property, to: Property): Promise<void> {
  const names = new Map((to.config.options ?? []).map((one) => [one.name.toLowerCase(), one.name]));
  for await (const rows of rowsOf(ctx, collection.id))
    for (const row of rows) {
      const value = valuesOf(row)[from.id] ?? null;
      if (value === null) continue;
      const texts = memberTexts(value, from);
      const found = to.type === 'multi_select' ? splitNames(texts) : texts.map((text) => text.trim()).filter(Boolean);
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
): Promise<Preview> {
  const schema = await schemaById(ctx, collectionId);
  const from = propertyOf(schema, id);
  const to = await target(ctx, schema, from, wanted);
  const preview: Preview = { kept: 0, lost: 0, samples: [] };
  for await (const rows of rowsOf(ctx, collectionId)) {
    const seen = await visibleRows(
      ctx,
      rows.map(({ page_id }) => page_id),
    );
    for (const row of rows) {
      const before = valuesOf(row)[id] ?? null;
      if (before === null || !seen.has(row.page_id)) continue;
      const after = convertValue(before, from, to);
      preview[after === null ? 'lost' : 'kept'] += 1;
      if (preview.samples.length < SAMPLES) preview.samples.push({ row_id: row.page_id, before, after });
    }
  }
  return preview;
}

/** Options are made of values, and values are lost: whoever converts sees all that becomes of it. @throws Problem forbidden */
async function requireAll(ctx: Ctx, { collection }: Schema): Promise<void> {
  if (await hidesRows(ctx, collection))
    throw new Problem('forbidden', 'Somebody who sees all rows of the database can convert its properties.');
}

/** @throws Problem validation_failed, conflict, forbidden for who does not see all rows */
export async function convertProperty(ctx: Ctx, collectionId: number, id: number, wanted: Conversion) {
  return ctx.tx(async (tx) => {
    const schema = await heldSchema(tx, collectionId);
    const from = propertyOf(schema, id);
    await requireAll(tx, schema);
    const to = await target(tx, schema, from, wanted);
    const before = await becoming(tx, collectionId, from, to, (value) => convertValue(value, from, to));
    const undo = await keepUndo(tx, collectionId, 'convert', from, before);
    await announceSchema(tx, schema, ['schema']);
    return { property: shownProperty(await schemaById(tx, collectionId), id), undo };
  });
}

/** Puts one property in the place of another with the same id, and its values with it. */
async function becoming(
  ctx: Ctx,
  collectionId: number,
  from: Property,
  to: Property,
  make: (value: Value, rowId: number) => Value,
): Promise<Record<string, Value>> {
  // Every cell is written by its type: first all of the old go, then the new are written.
  const all: Record<string, Value> = {};
  for await (const rows of rowsOf(ctx, collectionId))
    for (const row of rows) all[row.page_id] = valuesOf(row)[from.id] ?? null;
  const before = await wholeById(ctx, collectionId);
  await propertyStore.change(ctx, from.id, to);
  await rewrite(ctx, collectionId, { ...from, validation: {} }, () => null);
  await rewrite(ctx, collectionId, { ...to, validation: {} }, (_value, { page_id }) =>
    make(all[page_id] ?? null, page_id),
  );
  await rebuildUnique(ctx, collectionId, to);
  await refreshComputed(ctx, before, [to.id]);
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

/**
 * Takes back the last change of a property: brings it, its options or its type back, with the values of rows that
 * nobody has given another one since. @throws Problem not_found, conflict for a change before the last one
 */
export async function undoChange(ctx: Ctx, collectionId: number, changeId: number): Promise<Property> {
  return ctx.tx(async (tx) => {
    await heldSchema(tx, collectionId);
    const change = await changeStore.byId(tx, changeId);
    if (change?.collection_id !== collectionId) throw notFound();
    const last = await changeStore.lastOf(tx, change.property_id);
    if (last?.id !== changeId)
      throw new Problem('conflict', 'Something else was changed after this; take that back first.');
    const before = JSON.parse(change.before_json) as Property;
    await (change.kind === 'delete' ? bringBack(tx, change) : restoreValues(tx, change, before));
    await changeStore.remove(tx, changeId);
    const schema = await wholeById(tx, collectionId);
    await announceBoth(tx, schema, before);
    return shownProperty(await schemaById(tx, collectionId), before.id);
  });
}

async function bringBack(ctx: Ctx, { values_json, collection_id }: SchemaChange): Promise<void> {
  const ids = JSON.parse(values_json) as number[];
  await propertyStore.setDeleted(ctx, ids, null);
  const schema = await wholeById(ctx, collection_id);
  // Formulas that lost what they use are none of those that use it: all of them are looked at.
  const formulas = schema.properties.filter(({ type }) => type === 'formula').map(({ id }) => id);
  await refreshComputed(ctx, schema, [...ids, ...formulas]);
}

async function restoreValues(ctx: Ctx, change: SchemaChange, before: Property): Promise<void> {
  const kept = JSON.parse(change.values_json) as Record<string, Value>;
  const now = propertyOf(await wholeById(ctx, change.collection_id), before.id);
  const restored: Property = { ...before, name: now.name, position: now.position, group_name: now.group_name };
  if (change.kind === 'convert') {
    await becoming(ctx, change.collection_id, now, restored, (value, rowId) => {
      const was = kept[rowId] ?? null;
      // A value that somebody has given since is converted back, others are what they were.
      const isOld = JSON.stringify(convertValue(was, before, now)) === JSON.stringify(value);
      return isOld ? was : convertValue(value, now, restored);
    });
    return;
  }
  restored.config = withOptions(now.config, before.config);
  await propertyStore.change(ctx, before.id, restored);
  await rewrite(ctx, change.collection_id, restored, (value, { page_id }) => value ?? kept[page_id] ?? null);
  await rebuildUnique(ctx, change.collection_id, restored);
}

/** Options made since stay; those that went come back. */
function withOptions(now: Config, before: Config): Config {
  const known = new Set((now.options ?? []).map(({ id }) => id));
  const back = (before.options ?? []).filter(({ id }) => !known.has(id));
  return { ...now, options: [...(now.options ?? []), ...back] };
}
