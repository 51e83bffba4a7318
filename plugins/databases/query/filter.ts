// Filters as clients send them: nested with and/or, at most ten deep, each leaf one property, an operator and a value.
import { named } from '../../../core/http/schema-fields.ts';
import type { Filter, FilterLeaf } from '../model.ts';

export const DEPTH_MAX = 10;
export const LEAVES_MAX = 200;

const jsonSchema = {
  oneOf: [
    {
      type: 'object',
      properties: {
        property_id: { oneOf: [{ type: 'integer' }, { type: 'string' }], description: 'id or name of a property' },
        op: { type: 'string', examples: ['contains'] },
        value: {},
      },
      required: ['property_id', 'op'],
      additionalProperties: false,
    },
    ...['and', 'or'].map((key) => ({
      type: 'object',
      properties: { [key]: { type: 'array', items: { $ref: '#/components/schemas/Filter' } } },
      required: [key],
      additionalProperties: false,
    })),
  ],
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Works level by level, so that depth itself cannot hurt. @throws Error saying what is wrong */
export function readFilter(value: unknown): Filter {
  let level = [value];
  let leaves = 0;
  for (let depth = 0; level.length; depth++) {
    if (depth > DEPTH_MAX) throw new Error(`is nested deeper than ${DEPTH_MAX} levels`);
    const next: unknown[] = [];
    for (const node of level) {
      if (!isObject(node)) throw new Error('must be an object with and, or, or property_id and op');
      const list = node.and ?? node.or;
      if (list === undefined) {
        requireLeaf(node);
        leaves += 1;
      } else if (Object.keys(node).length > 1 || !Array.isArray(list)) throw new Error('must have one list, and or or');
      else next.push(...list);
    }
    if (leaves > LEAVES_MAX) throw new Error(`has more than ${LEAVES_MAX} conditions`);
    level = next;
  }
  return value as Filter;
}

function requireLeaf(node: Record<string, unknown>): void {
  // Another word for the same, for who calls properties by their names.
  if (node.property_id === undefined && node.property !== undefined) {
    node.property_id = node.property;
    delete node.property;
  }
  const { property_id, op, value: _value, ...rest } = node;
  const isName = typeof property_id === 'string' && property_id.trim() !== '' && property_id.length <= 100;
  if (!isName && (!Number.isInteger(property_id) || (property_id as number) < 1))
    throw new Error('must have the id or the name of a property as property_id in each condition');
  if (typeof op !== 'string') throw new Error('must have an op in each condition');
  const [other] = Object.keys(rest);
  if (other !== undefined) throw new Error(`does not take ${other.slice(0, 50)}`);
}

export const filterSchema = named('Filter', readFilter, jsonSchema);

/** The same operator by its other name: short ones serve everywhere (contract 6). */
const ALIASES: Record<string, string> = {
  eq: 'equals',
  neq: 'does_not_equal',
  is: 'equals',
  is_not: 'does_not_equal',
};

export const opOf = ({ op }: FilterLeaf): string => ALIASES[op] ?? op;

/** All that match both. */
export const both = (a: Filter | null | undefined, b: Filter | null | undefined): Filter | null => {
  if (!a || !b) return a ?? b ?? null;
  return { and: [a, b] };
};

/** Without conditions on properties that are no longer there. */
export function pruned(filter: Filter | null | undefined, isThere: (id: number) => boolean): Filter | null {
  if (!filter) return null;
  const kept = (list: Filter[]) => list.flatMap((one) => pruned(one, isThere) ?? []);
  if ('and' in filter) return { and: kept(filter.and) };
  if ('or' in filter) return { or: kept(filter.or) };
  return isThere(filter.property_id) ? filter : null;
}
