// Changes of a resource by operations (RFC 7644, section 3.5.2), and in the forms in which directories really send them.
import { type Attribute, extensionNamed, findAttribute, type Resource, type ResourceKind } from './attribute.ts';
import { parsePath, type ScimFilter, type ValuePath } from './filter-grammar.ts';
import { matchesFilter } from './filter-match.ts';
import { isKept, isObject, MOST_MEMBERS, readAttribute, readOne, requireComplete } from './resource-reader.ts';
import { ScimFault } from './scim-fault.ts';

export const PATCH_URN = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const MOST_OPERATIONS = 200;
const OPS = ['add', 'remove', 'replace'] as const;

interface Operation {
  op: (typeof OPS)[number];
  path: string | undefined;
  value: unknown;
}

const syntax = (detail: string): ScimFault => new ScimFault('invalidSyntax', detail);

/** By their names in any case. */
const lowered = (given: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(given).map(([key, value]) => [key.toLowerCase(), value]));

function operationOf(given: unknown): Operation {
  if (!isObject(given)) throw syntax('Each of Operations must be an object.');
  const { op, path, value, ...further } = lowered(given);
  const [unknown] = Object.keys(further);
  if (unknown !== undefined) throw syntax(`An operation has no ${unknown.slice(0, 100)}.`);
  const named = OPS.find((one) => one === String(op).toLowerCase());
  if (!named) throw syntax('op must be add, remove or replace.');
  if (path !== undefined && path !== null && typeof path !== 'string')
    throw new ScimFault('invalidPath', 'path must be a text.');
  return { op: named, path: path ? String(path) : undefined, value };
}

/** @throws ScimFault invalidSyntax, tooMany */
function operationsOf(body: unknown): Operation[] {
  if (!isObject(body)) throw syntax('The body must be a JSON object.');
  const { schemas, operations, ...further } = lowered(body);
  const [unknown] = Object.keys(further);
  if (unknown !== undefined) throw syntax(`A patch has no ${unknown.slice(0, 100)}.`);
  if (![schemas].flat().some((one) => String(one).toLowerCase() === PATCH_URN.toLowerCase()))
    throw syntax(`schemas must name ${PATCH_URN}.`);
  if (!Array.isArray(operations) || !operations.length) throw syntax('Operations must be a list with something in it.');
  if (operations.length > MOST_OPERATIONS)
    throw new ScimFault('tooMany', `A patch has at most ${MOST_OPERATIONS} operations.`);
  return operations.map(operationOf);
}

/** By which values are the same: members are by whom they name. */
function keyOf({ name }: Attribute, one: unknown): string {
  if (!isObject(one)) return JSON.stringify(one);
  return name === 'members' ? String(one.value) : JSON.stringify(Object.entries(one).toSorted());
}

/** Of values that are equal one is kept, and of primary ones the last. */
function joined(of: Attribute, before: unknown[], added: unknown[]): unknown[] {
  const known = new Set(before.map((one) => keyOf(of, one)));
  const fresh = added.filter((one) => {
    const key = keyOf(of, one);
    const isThere = known.has(key);
    known.add(key);
    return !isThere;
  });
  return [...withPrimary(before, fresh), ...fresh];
}

/** The others are no longer primary once one of these is. */
const withPrimary = (others: unknown[], chosen: unknown[]): unknown[] =>
  chosen.some((one) => isObject(one) && one.primary === true)
    ? others.map((one) => (isObject(one) && one.primary === true ? { ...one, primary: false } : one))
    : others;

class Patch {
  readonly #kind: ResourceKind;
  readonly #resource: Resource;

  constructor(kind: ResourceKind, resource: Resource) {
    this.#kind = kind;
    this.#resource = resource;
  }

  apply({ op, path, value }: Operation): void {
    if (path !== undefined) {
      this.#at(op, path, value);
      return;
    }
    if (op === 'remove') throw new ScimFault('noTarget', 'remove needs a path.');
    if (!isObject(value)) throw new ScimFault('invalidValue', `${op} without a path needs an object as its value.`);
    for (const [key, one] of Object.entries(value)) {
      // Okta repeats the id, Entra writes paths as keys.
      const isOurs = !key.includes('[') && findAttribute(this.#kind, key)?.attribute.mutability === 'readOnly';
      if (!isOurs) this.#at(op, key, one);
    }
  }

  #at(op: Operation['op'], path: string, value: unknown): void {
    const extension = extensionNamed(this.#kind, path);
    if (extension) {
      this.#extension(op, extension.id, value);
      return;
    }
    const target = parsePath(this.#kind, path);
    if (target.attribute.mutability === 'readOnly' || target.sub?.mutability === 'readOnly')
      throw new ScimFault('mutability', `${path.slice(0, 200)} is written by this service alone.`);
    if (!isKept(target.attribute)) return;
    if (target.filter) this.#filtered(op, target, target.filter, value);
    else if (target.sub) this.#part(op, target, target.sub, value);
    else this.#whole(op, target, value);
  }

  #extension(op: Operation['op'], urn: string, value: unknown): void {
    if (op === 'remove') {
      delete this.#resource[urn];
      return;
    }
    if (!isObject(value)) throw new ScimFault('invalidValue', `${urn} must be an object.`);
    for (const [key, one] of Object.entries(value)) this.#at(op, `${urn}:${key}`, one);
  }

  /** The object in which the attribute lies. */
  #home({ extension }: ValuePath): Resource {
    if (!extension) return this.#resource;
    const home = (this.#resource[extension.id] ?? {}) as Resource;
    this.#resource[extension.id] = home;
    return home;
  }

  #put(target: ValuePath, value: unknown): void {
    const { attribute, extension } = target;
    const home = this.#home(target);
    const isEmpty = value === undefined || (Array.isArray(value) && !value.length);
    if (!isEmpty) home[attribute.name] = value;
    else if (attribute.required) throw new ScimFault('mutability', `${attribute.name} cannot be removed.`);
    else delete home[attribute.name];
    if (extension && !Object.keys(home).length) delete this.#resource[extension.id];
  }

  #list(target: ValuePath): unknown[] {
    return (this.#home(target)[target.attribute.name] ?? []) as unknown[];
  }

  #whole(op: Operation['op'], target: ValuePath, value: unknown): void {
    const { attribute } = target;
    if (op === 'remove') {
      // Entra names the members to remove as a value.
      const named =
        attribute.multiValued && value !== undefined && value !== null ? readAttribute(attribute, value) : [];
      const gone = named as unknown[] | undefined;
      this.#put(target, gone?.length ? without(this.#list(target), gone) : undefined);
      return;
    }
    const read = readAttribute(attribute, value);
    if (attribute.multiValued && op === 'add')
      this.#put(target, joined(attribute, this.#list(target), (read ?? []) as unknown[]));
    else if (attribute.type === 'complex' && !attribute.multiValued && isObject(read))
      this.#put(target, { ...(this.#home(target)[attribute.name] as Resource | undefined), ...read });
    else this.#put(target, read);
  }

  /** `name.givenName`; of several values, each of them */
  #part(op: Operation['op'], target: ValuePath, sub: Attribute, value: unknown): void {
    const { attribute } = target;
    if (!attribute.multiValued) {
      const before = (this.#home(target)[attribute.name] ?? {}) as Resource;
      const after = changed(before, op, sub, value);
      this.#put(target, Object.keys(after).length ? after : undefined);
      return;
    }
    const list = this.#list(target) as Resource[];
    if (!list.length && op === 'replace') throw new ScimFault('noTarget', `There are no ${attribute.name}.`);
    const values = list.length || op === 'remove' ? list : [{}];
    this.#put(
      target,
      values.map((one) => changed(one, op, sub, value)),
    );
  }

  /** `emails[type eq "work"]`, and `.value` of these */
  #filtered(op: Operation['op'], target: ValuePath, filter: ScimFilter, value: unknown): void {
    const { attribute, sub } = target;
    const list = this.#list(target) as Resource[];
    const fits = (one: Resource): boolean => matchesFilter(filter, one);
    if (op === 'remove' && !sub) {
      this.#put(
        target,
        list.filter((one) => !fits(one)),
      );
      return;
    }
    if (!list.some(fits)) {
      if (op === 'replace') throw new ScimFault('noTarget', `No value of ${attribute.name} fits the filter.`);
      if (op === 'add') this.#put(target, [...list, this.#newcomer(attribute, filter, sub, value)]);
      return;
    }
    const write = (one: Resource): Resource => {
      if (sub) return changed(one, op, sub, value);
      const read = readOne(attribute, value) as Resource;
      return op === 'add' ? { ...one, ...read } : read;
    };
    const written = list.filter(fits).map(write);
    const rest = withPrimary(
      list.filter((one) => !fits(one)),
      sub?.name === 'primary' || !sub ? written : [],
    );
    const [ours, others] = [written.values(), rest.values()];
    this.#put(
      target,
      list.map((one) => (fits(one) ? ours : others).next().value),
    );
  }

  /** Entra adds to a value that is not there yet: it is what the filter says. */
  #newcomer(attribute: Attribute, filter: ScimFilter, sub: Attribute | undefined, value: unknown): Resource {
    const parts = filter.kind === 'and' ? filter.parts : [filter];
    const made: Resource = {};
    for (const part of parts) {
      const name = part.kind === 'compare' && part.op === 'eq' ? part.place.leaf.name : undefined;
      if (part.kind !== 'compare' || name === undefined || part.value === null)
        throw new ScimFault('noTarget', `No value of ${attribute.name} fits the filter.`);
      made[name] = part.value;
    }
    return sub ? changed(made, 'add', sub, value) : { ...made, ...(readOne(attribute, value) as Resource) };
  }
}

function changed(before: Resource, op: Operation['op'], sub: Attribute, value: unknown): Resource {
  const { [sub.name]: _, ...rest } = before;
  const read = op === 'remove' ? undefined : readAttribute(sub, value);
  return read === undefined ? rest : { ...before, [sub.name]: read };
}

/** Those that are named are gone: by their value where they have one. */
function without(list: unknown[], gone: unknown[]): unknown[] {
  const named = new Set(gone.flatMap((one) => (isObject(one) && one.value !== undefined ? [String(one.value)] : [])));
  return list.filter((one) => !(isObject(one) && named.has(String(one.value))));
}

/** The resource after all operations, in their order; the one given stays as it is. @throws ScimFault */
export function applyPatch(kind: ResourceKind, resource: Resource, body: unknown): Resource {
  const copy = structuredClone(resource);
  const patch = new Patch(kind, copy);
  for (const operation of operationsOf(body)) patch.apply(operation);
  for (const one of kind.schema.attributes) {
    const list = copy[one.name];
    const most = one.name === 'members' ? MOST_MEMBERS : Number.POSITIVE_INFINITY;
    if (Array.isArray(list) && list.length > most)
      throw new ScimFault('invalidValue', `${one.name} has at most ${most} values.`);
  }
  requireComplete(kind, copy);
  return copy;
}
