// Ids inside texts and JSON of an archive: those of the installation outside, numbers of the archive inside.

/** Answers which number an id has on the other side. */
export interface IdMapping {
  /** undefined for what is not in the archive */
  of(table: string, id: number): number | undefined;
  /** an address of a file as the other side writes it */
  fileAddress(address: string): string | undefined;
  /** of the property with this id on this side */
  propertyType(id: number): string | undefined;
}

/** Stands for whatever is not in the archive: the highest id there can be, which nothing has. */
export const OUTSIDE = 2_147_483_647;

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const NAMED: Record<string, string> = {
  pageId: 'pages',
  fileId: 'files',
  imageFileId: 'files',
  userId: 'users',
  collectionId: 'collections',
  viewId: 'collection_views',
  syncedBlockId: 'synced_blocks',
};

const idOf = (ids: IdMapping, table: string, id: number): number => ids.of(table, id) ?? OUTSIDE;

export function mapAddress(text: string, ids: IdMapping): string {
  const page = /^\/pages\/(\d{1,10})(?=$|[/?#])/.exec(text);
  if (page) return `/pages/${idOf(ids, 'pages', Number(page[1]))}${text.slice(page[0].length)}`;
  return ids.fileAddress(text) ?? text;
}

export const mapIcon = (text: string, ids: IdMapping): string =>
  text.replace(/^custom:(\d{1,10})$/, (_all, id) => `custom:${idOf(ids, 'custom_emoji', Number(id))}`);

/** Blocks, in an envelope or bare. What blocks of later versions keep is left as it is. */
export function blocks(value: Json, ids: IdMapping): Json {
  if (Array.isArray(value)) return value.map((one) => blocks(one, ids));
  if (!isObject(value) || value.type === 'unknown') return value;
  const isComment = value.type === 'comment';
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]): [string, Json] => {
      const table = NAMED[key];
      if (table && typeof inner === 'number') return [key, idOf(ids, table, inner)];
      if (typeof inner === 'string' && (key === 'href' || key === 'url')) return [key, mapAddress(inner, ids)];
      if (typeof inner === 'string' && key === 'icon') return [key, mapIcon(inner, ids)];
      if (isComment && isObject(inner)) return [key, { ...inner, id: idOf(ids, 'comments', Number(inner.id)) }];
      return [key, blocks(inner, ids)];
    }),
  );
}

const REFERRING: Record<string, string> = {
  person: 'users',
  created_by: 'users',
  last_edited_by: 'users',
  relation: 'pages',
  files: 'files',
};

export const referred = (type: string | undefined): string | undefined => REFERRING[type ?? ''];

/** The value of a property; what is not in the archive leaves the list. */
function valueFor(value: Json, type: string | undefined, ids: IdMapping): Json {
  const table = referred(type);
  if (!table) return value;
  if (Array.isArray(value)) return value.flatMap((one) => valueFor(one, type, ids) ?? []);
  return typeof value === 'number' ? (ids.of(table, value) ?? null) : value;
}

/** Values by property; those of properties that are not in the archive are left out. */
export function mapValues(given: Json, ids: IdMapping): Json {
  if (!isObject(given)) return given;
  return Object.fromEntries(
    Object.entries(given).flatMap(([id, value]): [string, Json][] => {
      const property = ids.of('collection_properties', Number(id));
      return property ? [[String(property), valueFor(value, ids.propertyType(Number(id)), ids)]] : [];
    }),
  );
}

const property = (id: Json, ids: IdMapping): Json =>
  typeof id === 'number' ? idOf(ids, 'collection_properties', id) : id;

const BY_PROPERTY = new Set(['widths', 'aggregates', 'values']);
const PROPERTIES = new Set(['visible', 'order']);
const PROPERTY = /(?:^|_)(?:property_id|group_by)$/;

/** Configurations of properties and views name databases and properties, and in filters and defaults what values name. */
export function mapConfig(given: Json, ids: IdMapping, type?: string): Json {
  if (Array.isArray(given)) return given.map((one) => mapConfig(one, ids));
  if (!isObject(given)) return given;
  const filtered = typeof given.property_id === 'number' ? ids.propertyType(given.property_id) : undefined;
  return Object.fromEntries(
    Object.entries(given).map(([key, value]): [string, Json] => {
      if (PROPERTY.test(key)) return [key, property(value, ids)];
      if (key === 'collection_id' && typeof value === 'number') return [key, idOf(ids, 'collections', value)];
      if (PROPERTIES.has(key) && Array.isArray(value)) return [key, value.map((one) => property(one, ids))];
      if (BY_PROPERTY.has(key)) return [key, mapValues(value, ids)];
      if (key === 'cover' && /^\d+$/.test(String(value))) return [key, String(property(Number(value), ids))];
      if (key === 'expression') return [key, expression(String(value), ids)];
      if (key === 'value') return [key, valueFor(value, filtered, ids)];
      if (key === 'default') return [key, valueFor(value, type, ids)];
      return [key, mapConfig(value, ids)];
    }),
  );
}

/** Views by their ids; those that are not in the archive leave the list. */
export const views = (given: Json, ids: IdMapping): Json =>
  Array.isArray(given) ? given.flatMap((id) => ids.of('collection_views', Number(id)) ?? []) : given;

/** Formulas keep the properties they ask for as `@<id>`. */
const expression = (text: string, ids: IdMapping): string =>
  text.replace(/@(\d+)/g, (_all, id: string) => `@${property(Number(id), ids)}`);

/** People in comments stand as `<@id>`. */
export const comment = (text: string, ids: IdMapping): string =>
  text.replace(/<@([1-9]\d{0,9})>/g, (_all, id: string) => `<@${idOf(ids, 'users', Number(id))}>`);
