// Reads what clients send: names of any case become those of the schema, values are held to it, the rest is refused.
import { type Attribute, findAttribute, type Resource, type ResourceKind, subAttribute } from './attribute.ts';
import { ScimFault } from './scim-fault.ts';

const LONGEST = 10_000;
const MOST_VALUES = 100;
/** of a group */
export const MOST_MEMBERS = 10_000;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const bad = (where: string, rule: string): ScimFault => new ScimFault('invalidValue', `${where} ${rule}.`);

function readSimple({ type }: Attribute, value: unknown, where: string): unknown {
  if (type === 'boolean') {
    // Microsoft Entra writes True and False as texts.
    const said = typeof value === 'string' ? value.toLowerCase() : value;
    if (said === true || said === 'true') return true;
    if (said === false || said === 'false') return false;
    throw bad(where, 'must be true or false');
  }
  if (typeof value !== 'string') throw bad(where, 'must be a text');
  if (value.length > LONGEST) throw bad(where, `has at most ${LONGEST} characters`);
  if (type === 'dateTime' && Number.isNaN(Date.parse(value))) throw bad(where, 'must be a time');
  return value;
}

function readComplex(of: Attribute, value: unknown, where: string): Resource {
  // Some clients send the value alone.
  const given = typeof value === 'string' && subAttribute(of, 'value') ? { value } : value;
  if (!isObject(given)) throw bad(where, 'must be an object');
  const read: Resource = {};
  for (const [key, one] of Object.entries(given)) {
    const sub = subAttribute(of, key);
    if (!sub) throw new ScimFault('invalidSyntax', `There is no attribute ${where}.${key.slice(0, 200)}.`);
    if (one === null || sub.mutability === 'readOnly') continue;
    read[sub.name] = readSimple(sub, one, `${where}.${sub.name}`);
  }
  return read;
}

/** One value of an attribute, as it is kept. @throws ScimFault invalidValue, invalidSyntax */
export const readOne = (of: Attribute, value: unknown, where = of.name): unknown =>
  of.type === 'complex' ? readComplex(of, value, where) : readSimple(of, value, where);

/** Several clients wrap a single value in a list, or in an object with a value. */
function unwrapped(of: Attribute, value: unknown): unknown {
  const single = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return of.type !== 'complex' && isObject(single) && 'value' in single ? single.value : single;
}

/** All values of an attribute, as they are kept: undefined where nothing is left. @throws ScimFault */
export function readAttribute(of: Attribute, value: unknown, where = of.name): unknown {
  if (value === null || value === undefined) return undefined;
  if (!of.multiValued) return readOne(of, unwrapped(of, value), where);
  const list = Array.isArray(value) ? value : [value];
  const most = of.name === 'members' ? MOST_MEMBERS : MOST_VALUES;
  if (list.length > most) throw bad(where, `has at most ${most} values`);
  const read = list.map((one) => readOne(of, one, where));
  if (read.filter((one) => isObject(one) && one.primary === true).length > 1)
    throw bad(where, 'has more than one primary value');
  return read.length ? read : undefined;
}

function readExtension(kind: ResourceKind, urn: string, value: unknown): Resource | undefined {
  if (value === null) return undefined;
  if (!isObject(value)) throw bad(urn, 'must be an object');
  const read: Resource = {};
  for (const [key, one] of Object.entries(value)) {
    const found = findAttribute(kind, `${urn}:${key}`);
    if (!found) throw new ScimFault('invalidSyntax', `There is no attribute ${urn}:${key.slice(0, 200)}.`);
    const kept = readAttribute(found.attribute, one, `${urn}:${found.attribute.name}`);
    if (kept !== undefined) read[found.attribute.name] = kept;
  }
  return Object.keys(read).length ? read : undefined;
}

function requireSchema(kind: ResourceKind, body: Resource): void {
  const key = Object.keys(body).find((name) => name.toLowerCase() === 'schemas');
  const named = key === undefined ? [] : [body[key]].flat().map((one) => String(one).toLowerCase());
  const known = [kind.schema, ...kind.extensions].map(({ id }) => id.toLowerCase());
  const unknown = named.find((one) => !known.includes(one));
  if (unknown !== undefined)
    throw new ScimFault('invalidValue', `schemas names ${unknown.slice(0, 200)}, which is not known here.`);
  if (!named.includes(kind.schema.id.toLowerCase()))
    throw new ScimFault('invalidSyntax', `schemas must name ${kind.schema.id}.`);
}

/** What has to be there. @throws ScimFault invalidValue */
export function requireComplete(kind: ResourceKind, resource: Resource): void {
  for (const { name, required } of kind.schema.attributes)
    if (required && !String(resource[name] ?? '').trim()) throw bad(name, 'is required');
}

/** A whole resource; what only we write is passed over, as RFC 7644 wants it. @throws ScimFault */
export function readResource(kind: ResourceKind, body: unknown): Resource {
  if (!isObject(body)) throw new ScimFault('invalidSyntax', 'The body must be a JSON object.');
  requireSchema(kind, body);
  const read: Resource = {};
  for (const [key, value] of Object.entries(body)) {
    const extension = kind.extensions.find(({ id }) => id.toLowerCase() === key.toLowerCase());
    const found = extension ? undefined : findAttribute(kind, key);
    if (!extension && (!found || found.sub || found.extension))
      throw new ScimFault('invalidSyntax', `There is no attribute ${key.slice(0, 200)}.`);
    if (found && !isKept(found.attribute)) continue;
    const name = extension?.id ?? (found?.attribute.name as string);
    const kept = extension
      ? readExtension(kind, extension.id, value)
      : readAttribute(found?.attribute as Attribute, value);
    if (kept !== undefined) read[name] = kept;
  }
  requireComplete(kind, read);
  return read;
}

/** Passwords are taken and forgotten; what is ours to say is passed over. */
export const isKept = ({ mutability, returned }: Attribute): boolean =>
  mutability !== 'readOnly' && returned !== 'never';
