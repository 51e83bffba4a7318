// A filter as chips: conditions on one property each, whose values are several where any or all of them count, and groups.
import type { Filter, FilterLeaf, Property, Value } from '../../../model.ts';
import { isListed, operatorsOf, VALUELESS } from './operators.ts';

export interface FilterCondition {
  property_id: number;
  op: string;
  values: Value[];
}

/** What stands on one chip. */
export type FilterPart = FilterCondition | { group: Filter };

type Find = (id: number) => Property | undefined;

export const childrenOf = (filter: Filter): Filter[] | null =>
  'and' in filter ? filter.and : 'or' in filter ? filter.or : null;

const isNegative = (op: string): boolean => /^(does_not|is_not$|neq$)/.test(op);
const isLeaf = (filter: Filter): filter is FilterLeaf => 'property_id' in filter;

function readCondition(leaves: FilterLeaf[], find: Find): FilterCondition | null {
  const [first] = leaves;
  const property = first && find(first.property_id);
  if (!first || !property) return null;
  const values = leaves.flatMap(({ value }) => (value === undefined ? [] : [value]));
  return { property_id: first.property_id, op: operatorsOf(property, first.op).op, values };
}

/** Several values of one property are one condition, where they are chosen from a list. */
function readPart(filter: Filter, find: Find): FilterPart {
  if (isLeaf(filter)) return readCondition([filter], find) ?? { group: filter };
  const leaves = (childrenOf(filter) ?? []).filter(isLeaf);
  const [first] = leaves;
  const property = first && find(first.property_id);
  const isOne =
    leaves.length === childrenOf(filter)?.length &&
    leaves.every(({ property_id, op, value }) => property_id === first?.property_id && op === first.op && value);
  if (!first || !property || !isOne || !isListed(property) || isNegative(first.op) === 'or' in filter)
    return { group: filter };
  return readCondition(leaves, find) ?? { group: filter };
}

/** The parts that all must hold. */
export function readParts(filter: Filter | null | undefined, find: Find): FilterPart[] {
  if (!filter) return [];
  return ('and' in filter ? filter.and : [filter]).map((one) => readPart(one, find));
}

function writePart(part: FilterPart): Filter | null {
  if ('group' in part) return completeFilter(part.group);
  const { property_id, op, values } = part;
  if (VALUELESS.test(op)) return { property_id, op };
  const leaves = values.map((value): Filter => ({ property_id, op, value }));
  if (leaves.length < 2) return leaves[0] ?? null;
  return isNegative(op) ? { and: leaves } : { or: leaves };
}

/** Without what is not filled in yet. */
export function writeParts(parts: FilterPart[]): Filter | null {
  const filters = parts.flatMap((part) => writePart(part) ?? []);
  return filters.length > 1 ? { and: filters } : (filters[0] ?? null);
}

/** The same for groups; null where nothing is left. */
export function completeFilter(filter: Filter): Filter | null {
  if (isLeaf(filter)) {
    const isFull = VALUELESS.test(filter.op) || (filter.value !== undefined && filter.value !== '');
    return isFull ? filter : null;
  }
  const left = (childrenOf(filter) ?? []).flatMap((one) => completeFilter(one) ?? []);
  if (!left.length) return null;
  return 'or' in filter ? { or: left } : { and: left };
}

export const countLeaves = (filter: Filter): number =>
  childrenOf(filter)?.reduce((sum, one) => sum + countLeaves(one), 0) ?? 1;

/** Which properties it asks. */
export const leafProperties = (filter: Filter | null | undefined): number[] =>
  !filter ? [] : isLeaf(filter) ? [filter.property_id] : (childrenOf(filter) ?? []).flatMap(leafProperties);
