// Which attributes of a resource an answer shows (RFC 7644, section 3.9), and in which order resources come.
import {
  type Attribute,
  type FoundAttribute,
  findAttribute,
  keysTo,
  type Resource,
  type ResourceKind,
  valuesAt,
} from './attribute.ts';
import { isObject } from './resource-reader.ts';
import { ScimFault } from './scim-fault.ts';

export interface AttributeSelection {
  attributes: string[];
  excludedAttributes: string[];
}

const ALWAYS = ['id', 'schemas'];

const urnOf = (kind: ResourceKind, path: string): string | undefined =>
  [kind.schema, ...kind.extensions].find(({ id }) => id.toLowerCase() === path.toLowerCase())?.id;

/** The keys that each name leads to. @throws ScimFault invalidPath for names of nothing */
function keysOf(kinds: ResourceKind[], kind: ResourceKind, names: string[]): string[][] {
  return names.flatMap((name) => {
    const urn = urnOf(kind, name);
    if (urn) return urn === kind.schema.id ? kind.schema.attributes.map((one) => [one.name]) : [[urn]];
    const found = findAttribute(kind, name);
    if (found) return [keysTo(found)];
    if (!kinds.some((one) => urnOf(one, name) ?? findAttribute(one, name)))
      throw new ScimFault('invalidPath', `There is no attribute ${name.slice(0, 200)}.`);
    return [];
  });
}

/** Only what the keys lead to. */
function picked(value: unknown, paths: string[][]): unknown {
  if (paths.some((path) => !path.length)) return value;
  if (Array.isArray(value)) return value.map((one) => picked(one, paths));
  if (!isObject(value)) return value;
  const byName = Map.groupBy(paths, ([first]) => first as string);
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => {
      const below = byName.get(key)?.map((path) => path.slice(1));
      return below ? [[key, picked(one, below)]] : [];
    }),
  );
}

/** All but that. */
function left(value: unknown, paths: string[][]): unknown {
  if (Array.isArray(value)) return value.map((one) => left(one, paths));
  if (!isObject(value) || !paths.length) return value;
  const byName = Map.groupBy(paths, ([first]) => first as string);
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => {
      const below = byName.get(key)?.map((path) => path.slice(1));
      if (below?.some((path) => !path.length)) return [];
      return [[key, below ? left(one, below) : one]];
    }),
  );
}

/** How to show resources of a kind. @param kinds what names may belong to @throws ScimFault */
export function projection(
  kind: ResourceKind,
  { attributes, excludedAttributes }: AttributeSelection,
  kinds = [kind],
): (resource: Resource) => Resource {
  if (attributes.length && excludedAttributes.length)
    throw new ScimFault('invalidValue', 'attributes and excludedAttributes exclude each other.');
  if (attributes.length) {
    const paths = [...ALWAYS.map((name) => [name]), ...keysOf(kinds, kind, attributes)];
    return (resource) => picked(resource, paths) as Resource;
  }
  const paths = keysOf(kinds, kind, excludedAttributes).filter(([first]) => !ALWAYS.includes(first as string));
  return (resource) => left(resource, paths) as Resource;
}

/** Whether the answer shows this attribute at all. */
export function isShown(
  kind: ResourceKind,
  name: string,
  { attributes, excludedAttributes }: AttributeSelection,
  kinds = [kind],
): boolean {
  const isNamed = (names: string[], whole: boolean): boolean =>
    keysOf(kinds, kind, names).some(([first, ...rest]) => first === name && (!whole || !rest.length));
  return attributes.length ? isNamed(attributes, false) : !isNamed(excludedAttributes, true);
}

const foldedKey = ({ caseExact, type }: Attribute, value: unknown): string | number => {
  if (type === 'dateTime') return Date.parse(String(value));
  return caseExact ? String(value) : String(value).toLowerCase();
};

function sortKey(resource: Resource, { attribute, extension, sub }: FoundAttribute): string | number | undefined {
  const value = valuesAt(resource, keysTo({ extension, attribute, sub: undefined }));
  const one = value.find((each) => isObject(each) && each.primary === true) ?? value[0];
  const leaf = sub ?? attribute.subAttributes?.find(({ name }) => name === 'value') ?? attribute;
  const [key] = leaf === attribute ? [one] : valuesAt(one, [leaf.name]);
  return key === undefined || isObject(key) ? undefined : foldedKey(leaf, key);
}

/** In the order of an attribute; what lacks it comes last, or first where the order is turned. @throws ScimFault */
export function sorted(kind: ResourceKind, resources: Resource[], by: string, isDescending: boolean): Resource[] {
  const found = findAttribute(kind, by);
  if (!found) throw new ScimFault('invalidPath', `There is no attribute ${by.slice(0, 200)}.`);
  const turn = isDescending ? -1 : 1;
  return resources
    .map((resource) => ({ resource, key: sortKey(resource, found) }))
    .toSorted((a, b) => turn * compared(a.key, b.key))
    .map(({ resource }) => resource);
}

function compared(a: string | number | undefined, b: string | number | undefined): number {
  if (a === b) return 0;
  if (a === undefined) return 1;
  if (b === undefined) return -1;
  return a < b ? -1 : 1;
}
