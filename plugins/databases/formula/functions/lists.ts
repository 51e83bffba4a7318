// Lists, e.g. of a multi-select or a relation. `current` and `index` name the part that is at hand.
import { compared, equalityKey, type FormulaValue, isEmptyFormulaValue } from '../value.ts';
import { type Definition, type ItemFunction, requireList } from './definition.ts';

/** A place from 0, or from the end when it is below zero. */
const placed = (list: FormulaValue[], index: number): FormulaValue => list.at(Math.trunc(index)) ?? null;

const each = (
  name: string,
  signature: string,
  example: string,
  gives: string,
  compute: (list: FormulaValue[], each: ItemFunction) => FormulaValue,
): Definition => ({
  name,
  group: 'lists',
  signatures: [signature],
  example,
  gives,
  each: true,
  run: (_none, list: FormulaValue[], part: ItemFunction) => compute(list, part),
});

export const lists: Definition[] = [
  {
    name: 'at',
    group: 'lists',
    signatures: ['at(list: list<T>, index: number): T'],
    example: 'at(["a", "b"], 1)',
    gives: 'b',
    run: (_none, list: FormulaValue[], index: number) => placed(list, index),
  },
  {
    name: 'first',
    group: 'lists',
    signatures: ['first(list: list<T>): T'],
    example: 'first(["a", "b"])',
    gives: 'a',
    run: (_none, list: FormulaValue[]) => placed(list, 0),
  },
  {
    name: 'last',
    group: 'lists',
    signatures: ['last(list: list<T>): T'],
    example: 'last(["a", "b"])',
    gives: 'b',
    run: (_none, list: FormulaValue[]) => placed(list, -1),
  },
  {
    name: 'slice',
    group: 'lists',
    signatures: ['slice(list: list<T>, from: number, to?: number): list<T>'],
    example: 'slice([1, 2, 3], 1)',
    gives: '2, 3',
    run: (_none, list: FormulaValue[], from: number, to?: number) => list.slice(from, to),
  },
  {
    name: 'append',
    group: 'lists',
    signatures: ['append(list: list<T>, ...more: T|list<T>): list<T>'],
    example: 'append([1], 2, [3, 4])',
    gives: '1, 2, 3, 4',
    takesEmpty: true,
    run: (_none, ...parts: FormulaValue[]) => {
      const all = parts.filter((part) => part !== null);
      requireList(all.reduce<number>((count, part) => count + (Array.isArray(part) ? part.length : 1), 0));
      return all.flat();
    },
  },
  {
    name: 'sort',
    group: 'lists',
    signatures: ['sort(list: list<T>): list<T>'],
    example: 'sort(["b", "a"])',
    gives: 'a, b',
    run: ({ zone }, list: FormulaValue[]) => list.toSorted((one, other) => compared(one, other, zone)),
  },
  {
    name: 'reverse',
    group: 'lists',
    signatures: ['reverse(list: list<T>): list<T>'],
    example: 'reverse([1, 2, 3])',
    gives: '3, 2, 1',
    run: (_none, list: FormulaValue[]) => list.toReversed(),
  },
  {
    name: 'unique',
    group: 'lists',
    signatures: ['unique(list: list<T>): list<T>'],
    example: 'unique([1, 2, 1])',
    gives: '1, 2',
    run: ({ zone }, list: FormulaValue[]) => {
      const known = new Set<string>();
      return list.filter((one) => {
        const key = equalityKey(one, zone);
        if (known.has(key)) return false;
        return known.add(key);
      });
    },
  },
  {
    name: 'includes',
    group: 'lists',
    signatures: ['includes(list: list<T>, value: T): boolean'],
    example: 'includes(["a", "b"], "a")',
    gives: 'true',
    takesEmpty: true,
    run: ({ zone }, list: FormulaValue[] | null, value: FormulaValue) => {
      const key = equalityKey(value, zone);
      return (list ?? []).some((one) => equalityKey(one, zone) === key);
    },
  },
  {
    name: 'count',
    group: 'lists',
    signatures: ['count(list: list<T>): number'],
    example: 'count(["a", "", "b"])',
    gives: '2',
    takesEmpty: true,
    run: (_none, list: FormulaValue[] | null) => (list ?? []).filter((one) => !isEmptyFormulaValue(one)).length,
  },
  {
    name: 'flat',
    group: 'lists',
    signatures: ['flat(list: list<list<T>>): list<T>'],
    example: 'flat([[1], [2, 3]])',
    gives: '1, 2, 3',
    run: (_none, list: (FormulaValue[] | null)[]) => {
      requireList(list.reduce((count, part) => count + (part?.length ?? 0), 0));
      return list.flatMap((part) => part ?? []);
    },
  },
  {
    name: 'range',
    group: 'lists',
    signatures: ['range(from: number, to: number): list<number>'],
    example: 'range(1, 4)',
    gives: '1, 2, 3, 4',
    run: (_none, from: number, to: number) => {
      const count = Math.max(0, Math.floor(to - from) + 1);
      requireList(count);
      return Array.from({ length: count }, (_number, at) => from + at);
    },
  },
  each('map', 'map(list: list<T>, each: U): list<U>', 'map([1, 2], current * 10)', '10, 20', (list, part) =>
    list.map(part),
  ),
  each(
    'filter',
    'filter(list: list<T>, test: boolean): list<T>',
    'filter([1, 2, 3], current > 1)',
    '2, 3',
    (list, part) => list.filter((one, at) => part(one, at) === true),
  ),
  each(
    'find',
    'find(list: list<T>, test: boolean): T',
    'find([1, 2, 3], current > 1)',
    '2',
    (list, part) => list.find((one, at) => part(one, at) === true) ?? null,
  ),
  each('some', 'some(list: list<T>, test: boolean): boolean', 'some([1, 2], current > 1)', 'true', (list, part) =>
    list.some((one, at) => part(one, at) === true),
  ),
  each('every', 'every(list: list<T>, test: boolean): boolean', 'every([1, 2], current > 1)', 'false', (list, part) =>
    list.every((one, at) => part(one, at) === true),
  ),
];
