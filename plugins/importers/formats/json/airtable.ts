// A base of Airtable as its interface gives it: tables with typed fields, records, and links between them.
import type { Item, PropertyItem, RowItem, ViewItem } from '../../contract.ts';
import { isFields, type JsonFields } from './generic.ts';

interface Field {
  id: string;
  name: string;
  type: string;
  description?: string | null;
  options?: JsonFields;
}

interface Table {
  id: string;
  name: string;
  description?: string | null;
  primaryFieldId?: string;
  fields: Field[];
  views?: { id: string; name: string; type: string }[];
}

interface Base {
  baseName?: string;
  schema: { tables: Table[] };
  records: Record<string, { records: { id: string; createdTime?: string; fields: JsonFields }[] }>;
}

export const isAirtable = (value: unknown): value is Base =>
  isFields(value) && isFields(value.schema) && Array.isArray(value.schema.tables) && isFields(value.records);

const TYPES: Record<string, PropertyItem['type']> = {
  singleLineText: 'text',
  multilineText: 'long_text',
  richText: 'long_text',
  email: 'email',
  url: 'url',
  phoneNumber: 'phone',
  number: 'number',
  percent: 'number',
  currency: 'number',
  count: 'number',
  autoNumber: 'number',
  rating: 'rating',
  duration: 'duration',
  singleSelect: 'select',
  multipleSelects: 'multi_select',
  checkbox: 'checkbox',
  date: 'date',
  dateTime: 'date',
  createdTime: 'date',
  lastModifiedTime: 'date',
  multipleRecordLinks: 'relation',
};
const VIEWS: Record<string, ViewItem['kind']> = {
  grid: 'table',
  kanban: 'board',
  calendar: 'calendar',
  gallery: 'gallery',
};
const COLOURS = ['blue', 'green', 'yellow', 'orange', 'red', 'pink', 'purple', 'gray', 'brown'];
const CURRENCIES: Record<string, string> = { $: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY' };

export function* airtableItems(id: string, base: Base): Generator<Item> {
  const within = base.baseName ? [`Airtable: ${base.baseName}`] : [];
  for (const table of base.schema.tables) {
    const description = [...(table.description ? [table.description] : []), ...within].join('\n\n');
    const primary = table.fields.find((field) => field.id === table.primaryFieldId) ?? table.fields[0];
    yield {
      ...{ type: 'database', id: table.id, title: table.name },
      properties: table.fields.map((field) => (field === primary ? titleOf(field) : propertyOf(field))),
      views: (table.views ?? []).flatMap(({ name, type }) => (VIEWS[type] ? [{ name, kind: VIEWS[type] }] : [])),
      unsupported: lossesOf(table),
      ...(description && { description }),
    };
    yield* otherViews(table);
    for (const record of base.records[table.id]?.records ?? []) {
      const row: RowItem = {
        ...{ type: 'row', id: record.id, database: table.id, title: text(record.fields[primary?.name ?? '']) },
        values: Object.fromEntries(table.fields.map((field) => [field.id, cellOf(field, record.fields[field.name])])),
        ...(record.createdTime && { created: record.createdTime, updated: record.createdTime }),
      };
      yield row;
    }
  }
  yield* addresses(id, base);
  if (!base.schema.tables.length) yield { type: 'problem', at: id, kind: 'empty', because: 'The base has no tables.' };
}

/** People come as their names; whoever needs their addresses reads them in the report. */
function* addresses(id: string, { records }: Base): Generator<Item> {
  const cells = Object.values(records).flatMap((table) => table.records.flatMap(({ fields }) => Object.values(fields)));
  const people = cells.flat().flatMap((value) => (isFields(value) && value.name && value.email ? [value.email] : []));
  const because = `People come with their names; these addresses were left out: ${[...new Set(people)].join(', ')}.`;
  if (people.length) yield { type: 'problem', at: id, kind: 'left_out', because };
}

/** Forms, Gantt charts and the like, by their names. */
function* otherViews({ id, views = [] }: Table): Generator<Item> {
  const names = views.filter(({ type }) => !VIEWS[type]).map(({ name, type }) => `${name} (${type})`);
  const because = `Views of kinds that do not exist here were left out: ${names.join(', ')}.`;
  if (names.length) yield { type: 'problem', at: id, kind: 'left_out', because };
}

const titleOf = ({ id, name, description }: Field): PropertyItem => ({
  ...{ id, name, type: 'title' },
  ...(description && { config: { description } }),
});

function propertyOf({ id, name, type, description, options = {} }: Field): PropertyItem {
  const choices = (options.choices ?? []) as { name: string; color?: string }[];
  const colour = (given = '') => COLOURS.find((one) => given.startsWith(one)) ?? 'default';
  return {
    ...{ id, name },
    ...(Object.hasOwn(TYPES, type) && { type: TYPES[type] }),
    ...(choices.length && { options: choices.map((one) => ({ name: one.name, color: colour(one.color) })) }),
    ...(type === 'multipleRecordLinks' && { database: String(options.linkedTableId) }),
    config: { ...configOf(type, options), ...(description && { description }) },
  };
}

function configOf(type: string, options: JsonFields): Record<string, unknown> {
  const currency = CURRENCIES[String(options.symbol)];
  if (type === 'percent') return { format: 'percent' };
  if (type === 'rating') return { max: Math.min(10, Number(options.max ?? 5)) };
  return type === 'currency' && currency ? { format: 'currency', currency } : {};
}

/** Formulas, rollups and the like are brought as what they show. */
const lossesOf = ({ fields }: Table): Record<string, number> =>
  Object.fromEntries(
    ['formula', 'rollup', 'multipleLookupValues', 'button', 'barcode', 'aiText'].flatMap((type) => {
      const times = fields.filter((field) => field.type === type).length;
      return times ? [[`airtable_${type}`, times]] : [];
    }),
  );

const text = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);

/** People, attachments and the like as their names; errors of formulas as nothing. */
function cellOf({ type }: Field, value: unknown): unknown {
  if (Array.isArray(value)) return type === 'multipleRecordLinks' ? value.map(linkOf) : value.map(plain);
  return plain(value);
}

const linkOf = (value: unknown): unknown => (isFields(value) ? value.id : value);

function plain(value: unknown): unknown {
  if (!isFields(value)) return value;
  const { name, email, url, filename, text: said, label, state, value: inner } = value;
  if (state === 'error' || 'error' in value || 'specialValue' in value) return null;
  const titled = filename ?? label;
  return url && titled ? `${titled} ${url}` : (name ?? email ?? said ?? label ?? inner ?? url ?? JSON.stringify(value));
}
