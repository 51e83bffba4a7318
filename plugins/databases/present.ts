// Collections, properties, views and rows as JSON (contract 6), and their schemas for the API document.
import Joi from 'joi';
import type { Ctx } from '../../core/kernel/context.ts';
import { PAGE_FIELDS, type Page, pageSchema } from '../pages/contract.ts';
import { type Collection, type Row, seenAs, type Value, VIEW_KINDS } from './contract.ts';
import { visibleRows } from './query/visible-rows.ts';
import { idsOf } from './rows/relations.ts';
import { parseRowValues, type RowRecord } from './rows/store.ts';
import { loadDisplayNames } from './rows/value-display.ts';
import { addVolatile, circumstancesOf, type FormulaRowAccess, volatileFormulas } from './schema/formula-properties.ts';
import { shownVariants } from './schema/property-schema.ts';
import type { Schema } from './schema/schema.ts';
import type { CollectionRow } from './schema/store.ts';
import { PROPERTY_TYPES, typeNamed } from './schema/types/registry.ts';
import { viewConfigSchema } from './views/view-config.ts';
import { addRollups } from './visibility/per-reader-rollups.ts';

export const presentCollection = (row: CollectionRow): Collection => ({
  id: row.id,
  page_id: row.page_id,
  workspace_id: row.workspace_id,
  name: row.name,
  icon: row.icon,
  description: row.description,
  permission_type: row.permission_type,
  sync_version: row.sync_version,
  created_by: row.created_by,
  created_at: row.created_at,
  updated_at: row.updated_at,
  deleted_at: row.deleted_at,
});

/** One by one: fifty rows are copied several times sooner than by leaving out what else a record has. */
function pageOf(record: RowRecord): Page {
  const page: Partial<Record<keyof Page, unknown>> = {};
  for (const name of PAGE_FIELDS) page[name] = record[name];
  return page as Page;
}

/** Rows with the values of all properties but buttons; related rows that are hidden from the actor are left out. */
export async function presentRows(ctx: Ctx, schema: Schema, records: RowRecord[]): Promise<Row[]> {
  const stored = records.map((record) => parseRowValues(record, schema));
  const shown = schema.properties.filter(({ type }) => !typeNamed(type).isValueless);
  const types = shown.map(({ type }) => typeNamed(type));
  const relations = shown.filter((one) => seenAs(one).type === 'relation');
  const named = stored.flatMap((values) => relations.flatMap(({ id }) => idsOf(values[id])));
  const visible = await visibleRows(ctx, named);
  const rows = records.map((record, index): Row => {
    const { collection_id, calendar_json } = record;
    const mine = stored[index] as Record<string, Value>;
    const values: Record<string, Value> = {};
    for (const [at, property] of shown.entries()) {
      const kept = mine[property.id] ?? null;
      values[property.id] = types[at]?.present?.(kept, property, record) ?? kept;
    }
    for (const { id, type } of relations) {
      const seen = idsOf(mine[id]).filter((one) => visible.has(one));
      values[id] = type === 'rollup' && !seen.length ? null : seen;
    }
    return { ...pageOf(record), collection_id, values, calendar: calendar_json ? JSON.parse(calendar_json) : null };
  });
  await addRollups(ctx, schema, rows);
  if (volatileFormulas(schema)) await addComputed(ctx, schema, rows, records);
  return rows;
}

/** What formulas of a reader see of these rows, which are presented already. */
export async function formulaRows(
  ctx: Ctx,
  schema: Schema,
  rows: Row[],
  records: RowRecord[],
): Promise<FormulaRowAccess[]> {
  const known = await loadDisplayNames(ctx, schema.properties, rows);
  const named = (find: (id: number) => string | undefined) => (ids: number[]) => ids.flatMap((id) => find(id) ?? []);
  const people = (ids: number[]) =>
    ids.flatMap((id) => {
      const name = known.user(id);
      return name === undefined ? [] : [{ id, name }];
    });
  return rows.map(({ values }, index) => {
    const { number } = records[index] as RowRecord;
    return { number, values, people, titles: named(known.row), files: named(known.file) };
  });
}

/** What depends on the reader and the moment, and on other pages as the reader sees them. */
async function addComputed(ctx: Ctx, schema: Schema, rows: Row[], records: RowRecord[]): Promise<void> {
  const circumstances = circumstancesOf(ctx);
  for (const row of await formulaRows(ctx, schema, rows, records)) addVolatile(schema, row, circumstances);
}

const integer = () => Joi.number().integer().required();
const when = () => Joi.string().required().example('2026-11-20T09:00:00.000Z');
const anything = Joi.object().unknown();

export const collectionSchema = Joi.object({
  id: integer().example(3),
  page_id: integer().example(12),
  workspace_id: integer().example(1),
  name: Joi.string().required().allow('').example('Customers'),
  icon: Joi.string().required().allow(''),
  description: Joi.string().required().allow(''),
  permission_type: Joi.valid('inherit', 'restricted', 'private').required(),
  sync_version: integer().example(4),
  created_by: integer().allow(null),
  created_at: when(),
  updated_at: when(),
  deleted_at: Joi.string().required().allow(null),
}).meta({ title: 'Collection' });

export const propertySchema = Joi.object({
  id: integer().example(21),
  name: Joi.string().required().example('Status'),
  type: Joi.valid(...PROPERTY_TYPES).required(),
  config: anything.required().description('options, format, target of a relation: what the type is set up with'),
  position: integer(),
  group_name: Joi.string().required().allow(''),
  validation: anything.required().description('required, unique, min, max, min_length, max_length'),
}).meta({ title: 'Property', variants: shownVariants });

export const viewSchema = Joi.object({
  id: integer().example(5),
  collection_id: integer().example(3),
  name: Joi.string().required().example('All'),
  kind: Joi.valid(...VIEW_KINDS).required(),
  created_by: integer().allow(null).description('null: shared, else only this person sees it'),
  position: integer(),
  updated_at: when(),
  config: anything.required().meta({ documented: viewConfigSchema }),
}).meta({ title: 'View' });

export const rowSchema = pageSchema
  .keys({
    collection_id: integer().example(3),
    values: anything.required().description('by property id'),
    calendar: anything.required().allow(null),
  })
  .meta({ title: 'Row' });

export const schemaSchema = Joi.object({
  properties: Joi.array().items(propertySchema).required(),
  views: Joi.array().items(viewSchema).required(),
}).meta({ title: 'CollectionSchema' });
