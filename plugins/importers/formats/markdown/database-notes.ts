// Databases and rows of our own Markdown: what their front matter says of properties, views and values.
import { posix } from 'node:path';
import {
  isComputed,
  PROPERTY_TYPES,
  type PropertyTypeName,
  VIEW_KINDS,
  type ViewKind,
} from '../../../databases/contract.ts';
import type { DatabaseItem, FilterItem, PageItem, PropertyItem, RowItem, ViewItem } from '../../contract.ts';

export interface KeptDatabase {
  path: string;
  properties: PropertyItem[];
  views: ViewItem[];
  unsupported: Record<string, number>;
}

export const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const scalarText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

const objectsIn = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];

/** These come to their values by other properties, which have other ids now: they come as what they show. */
const AS_SHOWN = ['rollup'];
const LEFT_OUT = ['button'];
/** These are there only when all databases are, so that a formula cannot name them at first. */
const LATE = ['relation', 'rollup'];

/** Undefined where the front matter is of a page, or somebody has broken it. */
export function keptDatabase(path: string, front: Record<string, unknown>): KeptDatabase | undefined {
  if (!isJsonObject(front.database)) return undefined;
  const unsupported: Record<string, number> = {};
  const all = objectsIn(front.database.properties);
  const late = all.filter(({ type }) => LATE.includes(String(type))).flatMap(({ name }) => scalarText(name) ?? []);
  const properties = all.flatMap((given) => {
    const name = scalarText(given.name);
    const type = String(given.type) as PropertyTypeName;
    if (name === undefined || !PROPERTY_TYPES.includes(type)) return [];
    const isShown = AS_SHOWN.includes(type) || (type === 'formula' && usesAny(given.config, late));
    if (isShown || LEFT_OUT.includes(type)) unsupported[type] = (unsupported[type] ?? 0) + 1;
    return LEFT_OUT.includes(type) ? [] : [propertyItem(path, name, isShown ? undefined : type, given)];
  });
  return { path, properties, views: objectsIn(front.database.views).flatMap(viewItem), unsupported };
}

const usesAny = (config: unknown, names: string[]): boolean =>
  isJsonObject(config) && names.some((name) => String(config.expression).includes(name));

function propertyItem(
  path: string,
  name: string,
  type: PropertyTypeName | undefined,
  { options, config, database }: Record<string, unknown>,
): PropertyItem {
  const other = scalarText(database);
  const named = objectsIn(options).filter((one) => typeof one.name === 'string');
  // A relation to what was not exported has nothing to lead to.
  const isKnown = type !== undefined && (type !== 'relation' || other !== undefined);
  return {
    name,
    ...(isKnown && { type }),
    ...(named.length && { options: named as unknown as PropertyItem['options'] }),
    ...(isKnown && isJsonObject(config) && { config }),
    ...(other !== undefined && { database: placeOf(path, other) }),
  };
}

function viewItem(given: Record<string, unknown>): ViewItem[] {
  const { name, kind, group_by, date, filter, sorts, shown } = given;
  if (typeof name !== 'string' || !VIEW_KINDS.includes(kind as ViewKind)) return [];
  const order = objectsIn(sorts).filter(
    ({ property, direction }) => typeof property === 'string' && (direction === 'asc' || direction === 'desc'),
  );
  const names = Array.isArray(shown) ? shown.filter((one): one is string => typeof one === 'string') : [];
  return [
    {
      ...{ name, kind: kind as ViewKind },
      ...(typeof group_by === 'string' && { group_by }),
      ...(typeof date === 'string' && { date }),
      ...(isFilter(filter) && { filter }),
      ...(order.length && { sorts: order as unknown as ViewItem['sorts'] }),
      ...(names.length && { shown: names }),
    },
  ];
}

function isFilter(value: unknown): value is FilterItem {
  if (!isJsonObject(value)) return false;
  const parts = value.and ?? value.or;
  if (parts !== undefined) return Array.isArray(parts) && parts.every(isFilter);
  return typeof value.property === 'string' && typeof value.op === 'string';
}

/** A path that a note names, as the archive has it. */
const placeOf = (from: string, to: string): string => posix.join(posix.dirname(from), to);

export function databaseItem(
  { markdown, parent, id, title, icon }: PageItem,
  { properties, views, unsupported }: KeptDatabase,
): DatabaseItem {
  const description = markdown?.trim();
  return {
    ...{ type: 'database', id, title, properties, views, unsupported },
    ...(parent && { parent }),
    ...(icon && { icon }),
    ...(description && { description }),
  };
}

/** Undefined where the database is not in the source: then it is a page. */
export function rowItem(
  { type: _, kind: __, parent: ___, ...page }: PageItem,
  { at, values, databases }: { at: string; values: Record<string, unknown>; databases: Map<string, KeptDatabase> },
): RowItem | undefined {
  const database = databases.get(placeOf(page.id, at));
  if (!database) return undefined;
  const own = database.properties.flatMap((property) => {
    const value = values[property.name];
    const type = property.type ?? 'text';
    if (value === undefined || type === 'title' || isComputed({ type, config: {} })) return [];
    const leads = type === 'relation' || type === 'files';
    return [[property.name, leads ? placesIn(page.id, value) : value] as const];
  });
  return { ...page, type: 'row', database: database.path, values: Object.fromEntries(own) };
}

const placesIn = (from: string, value: unknown): string[] =>
  [value].flat().flatMap((one) => (typeof one === 'string' ? placeOf(from, one) : []));
