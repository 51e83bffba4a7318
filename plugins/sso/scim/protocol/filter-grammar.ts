// Reads filters and paths of SCIM (RFC 7644, figures 1 and 7) into a tree whose names are those of a schema.
import {
  type Attribute,
  type FoundAttribute,
  findAttribute,
  keysTo,
  type ResourceKind,
  subAttribute,
} from './attribute.ts';
import { ScimFault } from './scim-fault.ts';

export type Operator = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le';
export type ComparableValue = string | number | boolean | null;

/** Where values are looked for, and what they are. */
export interface AttributePath {
  keys: string[];
  leaf: Attribute;
}

export type ScimFilter =
  | { kind: 'and' | 'or'; parts: ScimFilter[] }
  | { kind: 'not'; part: ScimFilter }
  | { kind: 'present'; place: AttributePath }
  | { kind: 'compare'; place: AttributePath; op: Operator; value: ComparableValue }
  /** one of the values at the place fits as a whole */
  | { kind: 'some'; place: AttributePath; part: ScimFilter };

export interface ValuePath extends FoundAttribute {
  filter: ScimFilter | undefined;
}

/** How a name becomes a place; undefined for what there is not. */
type Naming = (name: string) => AttributePath | undefined;

const LONGEST = 4000;
const DEEPEST = 20;
const OPERATORS: string[] = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'];
const TOKEN = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|(-?\d[\d.eE+-]*)|([A-Za-z$][\w$:.-]*)|(\.[A-Za-z$][\w$-]*))/y;

const wrong = (detail: string): ScimFault => new ScimFault('invalidFilter', detail);

/** A complex attribute is compared by its value. */
const leafOf = (last: Attribute, keys: string[]): AttributePath => {
  const value = last.type === 'complex' ? subAttribute(last, 'value') : undefined;
  return value ? { keys: [...keys, value.name], leaf: value } : { keys, leaf: last };
};

const namedIn =
  (kind: ResourceKind): Naming =>
  (name) => {
    const found = findAttribute(kind, name);
    return found && { keys: keysTo(found), leaf: found.sub ?? found.attribute };
  };

const namedBelow =
  (parent: Attribute): Naming =>
  (name) => {
    const sub = subAttribute(parent, name);
    return sub && { keys: [sub.name], leaf: sub };
  };

function tokensOf(text: string): string[] {
  if (text.length > LONGEST) throw wrong(`A filter has at most ${LONGEST} characters.`);
  const found: string[] = [];
  const pattern = new RegExp(TOKEN);
  const end = text.trimEnd().length;
  while (pattern.lastIndex < end) {
    const at = pattern.lastIndex;
    const match = pattern.exec(text);
    if (!match) throw wrong(`The filter cannot be read from character ${text.slice(at).search(/\S/) + at + 1} on.`);
    found.push(match[0].trim());
  }
  return found;
}

class FilterReader {
  readonly #tokens: string[];
  #at = 0;

  constructor(text: string) {
    this.#tokens = tokensOf(text);
  }

  #next(): string | undefined {
    return this.#tokens[this.#at];
  }

  #isNext(word: string): boolean {
    return this.#next()?.toLowerCase() === word;
  }

  #take(): string {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw wrong('The filter ends too early.');
    this.#at += 1;
    return token;
  }

  #expect(token: string): void {
    if (this.#take() !== token) throw wrong(`The filter lacks ${token}.`);
  }

  whole(naming: Naming): ScimFilter {
    const filter = this.#either(naming, 0);
    if (this.#next() !== undefined) throw wrong(`The filter goes on with ${String(this.#next()).slice(0, 50)}.`);
    return filter;
  }

  #either(naming: Naming, depth: number): ScimFilter {
    if (depth > DEEPEST) throw wrong(`Parentheses of a filter nest at most ${DEEPEST} deep.`);
    return this.#joined('or', () => this.#joined('and', () => this.#factor(naming, depth)));
  }

  #joined(kind: 'and' | 'or', part: () => ScimFilter): ScimFilter {
    const parts = [part()];
    while (this.#isNext(kind)) {
      this.#take();
      parts.push(part());
    }
    return parts.length === 1 ? (parts[0] as ScimFilter) : { kind, parts };
  }

  #factor(naming: Naming, depth: number): ScimFilter {
    const isNegated = this.#isNext('not') && this.#tokens[this.#at + 1] === '(';
    if (isNegated) this.#take();
    if (this.#next() !== '(') return this.#term(naming, depth);
    this.#take();
    const part = this.#either(naming, depth + 1);
    this.#expect(')');
    return isNegated ? { kind: 'not', part } : part;
  }

  #term(naming: Naming, depth: number): ScimFilter {
    const name = this.#take();
    const place = naming(name);
    if (!place) throw wrong(`There is no attribute ${name.slice(0, 200)}.`);
    if (this.#next() === '[') return this.#inside(place, depth);
    return this.#comparison(place);
  }

  /** `emails[type eq "work"]`, also with `.value eq "…"` behind it */
  #inside(place: AttributePath, depth: number): ScimFilter {
    const { leaf } = place;
    if (!leaf.subAttributes) throw wrong(`${leaf.name} has no attributes of its own.`);
    this.#expect('[');
    const part = this.#either(namedBelow(leaf), depth + 1);
    this.#expect(']');
    const behind = this.#next()?.startsWith('.') ? this.#take().slice(1) : undefined;
    if (behind === undefined) return { kind: 'some', place, part };
    const sub = subAttribute(leaf, behind);
    if (!sub) throw wrong(`There is no attribute ${leaf.name}.${behind.slice(0, 200)}.`);
    const further = this.#comparison({ keys: [sub.name], leaf: sub });
    return { kind: 'some', place, part: { kind: 'and', parts: [part, further] } };
  }

  #comparison(place: AttributePath): ScimFilter {
    const op = this.#take().toLowerCase();
    if (op === 'pr') return { kind: 'present', place };
    if (!OPERATORS.includes(op)) throw wrong(`There is no operator ${op.slice(0, 50)}.`);
    const compared = leafOf(place.leaf, place.keys);
    if (compared.leaf.type === 'complex') throw wrong(`${compared.leaf.name} is compared by one of its attributes.`);
    const value = comparable(compared.leaf, op as Operator, this.#take());
    return { kind: 'compare', place: compared, op: op as Operator, value };
  }

  /** A path: a name, perhaps with a filter, perhaps with an attribute of the value behind it. */
  path(kind: ResourceKind): ValuePath {
    const name = this.#take();
    const found = findAttribute(kind, name);
    if (!found) throw new ScimFault('invalidPath', `There is no attribute ${name.slice(0, 200)}.`);
    if (this.#next() !== '[') return this.#ended({ ...found, filter: undefined });
    const { attribute } = found;
    if (found.sub || !attribute.subAttributes)
      throw new ScimFault('invalidPath', `${name.slice(0, 200)} takes no filter.`);
    this.#take();
    const filter = this.#either(namedBelow(attribute), 0);
    this.#expect(']');
    const behind = this.#next() === undefined ? undefined : this.#take();
    const sub = behind === undefined ? undefined : subAttribute(attribute, behind.replace(/^\./, ''));
    if (behind !== undefined && !sub)
      throw new ScimFault('invalidPath', `There is no attribute ${attribute.name}${behind.slice(0, 200)}.`);
    return this.#ended({ ...found, sub, filter });
  }

  #ended(path: ValuePath): ValuePath {
    if (this.#next() === undefined) return path;
    throw new ScimFault('invalidPath', `The path goes on with ${String(this.#next()).slice(0, 50)}.`);
  }
}

/** The value of a comparison, as the attribute has it. */
function comparable({ name, type }: Attribute, op: Operator, token: string): ComparableValue {
  const isOrdered = ['gt', 'ge', 'lt', 'le'].includes(op);
  const isPart = ['co', 'sw', 'ew'].includes(op);
  if ((type === 'boolean' || type === 'binary') && isOrdered)
    throw wrong(`${name} has no order: ${op} does not apply.`);
  if (type === 'boolean' && isPart) throw wrong(`${name} is true or false: ${op} does not apply.`);
  const value = literal(token);
  if (value === null) {
    if (op !== 'eq' && op !== 'ne') throw wrong(`null is compared by eq and ne only.`);
    return null;
  }
  if (type === 'boolean') {
    const said = String(value).toLowerCase();
    if (said !== 'true' && said !== 'false') throw wrong(`${name} is compared with true or false.`);
    return said === 'true';
  }
  if (typeof value !== 'string') throw wrong(`${name} is compared with a text in quotes.`);
  if (type === 'dateTime' && !isPart && Number.isNaN(Date.parse(value)))
    throw wrong(`${name} is compared with a time such as "2026-11-20T09:00:00Z".`);
  return value;
}

function literal(token: string): ComparableValue {
  const said = token.startsWith('"') ? token : token.toLowerCase();
  try {
    const value: unknown = JSON.parse(said);
    if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value as ComparableValue;
  } catch {
    // Falls through to the one sentence for all of them.
  }
  throw wrong(`${token.slice(0, 50)} is no value: texts stand in quotes.`);
}

/** @throws ScimFault invalidFilter */
export const parseFilter = (kind: ResourceKind, text: string): ScimFilter =>
  new FilterReader(text).whole(namedIn(kind));

/** @throws ScimFault invalidPath, invalidFilter */
export const parsePath = (kind: ResourceKind, text: string): ValuePath => new FilterReader(text).path(kind);
