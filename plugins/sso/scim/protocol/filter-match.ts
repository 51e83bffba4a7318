// Whether a resource, or one value of it, fits a filter.
import { type Attribute, valuesAt } from './attribute.ts';
import type { ComparableValue, Operator, ScimFilter } from './filter-grammar.ts';

/** Values of one attribute in the form in which they are compared. */
function folded({ type, caseExact }: Attribute, value: unknown): string | number | boolean {
  if (typeof value === 'boolean' || typeof value === 'number') return value;
  const text = String(value);
  if (type === 'dateTime') return Date.parse(text);
  return caseExact ? text : text.toLowerCase();
}

const holds: Record<Operator, (left: string | number | boolean, right: string | number | boolean) => boolean> = {
  eq: (left, right) => left === right,
  ne: (left, right) => left !== right,
  co: (left, right) => String(left).includes(String(right)),
  sw: (left, right) => String(left).startsWith(String(right)),
  ew: (left, right) => String(left).endsWith(String(right)),
  gt: (left, right) => left > right,
  ge: (left, right) => left >= right,
  lt: (left, right) => left < right,
  le: (left, right) => left <= right,
};

function compares(values: unknown[], leaf: Attribute, op: Operator, value: ComparableValue): boolean {
  if (value === null) return (op === 'eq') === (values.length === 0);
  // Parts of a time are looked for as it is written.
  const compared = ['co', 'sw', 'ew'].includes(op) ? { ...leaf, type: 'string' as const } : leaf;
  const right = folded(compared, value);
  if (op === 'ne') return values.every((one) => folded(compared, one) !== right);
  return values.some((one) => holds[op](folded(compared, one), right));
}

const isThere = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : value !== '';

export function matchesFilter(filter: ScimFilter, resource: unknown): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.parts.every((part) => matchesFilter(part, resource));
    case 'or':
      return filter.parts.some((part) => matchesFilter(part, resource));
    case 'not':
      return !matchesFilter(filter.part, resource);
    case 'present':
      return valuesAt(resource, filter.place.keys).some(isThere);
    case 'some':
      return valuesAt(resource, filter.place.keys).some((one) => matchesFilter(filter.part, one));
    default:
      return compares(valuesAt(resource, filter.place.keys), filter.place.leaf, filter.op, filter.value);
  }
}

/** What must hold for a match, as `attribute eq text` at the top of the filter: what an index can be asked for. */
export function equalities(filter: ScimFilter): { keys: string[]; value: string }[] {
  if (filter.kind === 'and') return filter.parts.flatMap(equalities);
  if (filter.kind !== 'compare' || filter.op !== 'eq' || typeof filter.value !== 'string') return [];
  return [{ keys: filter.place.keys, value: filter.value }];
}

/** Whether it asks for this attribute anywhere. */
export function mentions(filter: ScimFilter, name: string): boolean {
  if ('parts' in filter) return filter.parts.some((part) => mentions(part, name));
  if (filter.kind === 'not') return mentions(filter.part, name);
  return filter.place.keys[0] === name;
}
