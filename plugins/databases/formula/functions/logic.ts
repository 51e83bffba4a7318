// Decisions, and the signs that compare.
import { compared, equal, type FormulaValue, isEmptyFormulaValue } from '../value.ts';
import type { DeferredValue, Definition } from './definition.ts';

type Order = (order: number) => boolean;

/** The parser and the checker make other calls of these, which are listed here for their signatures. */
const special = { lazy: true, run: () => null } as const;

const comparison = (name: string, holds: Order): Definition => ({
  name,
  group: 'sign',
  signatures: ['number', 'text', 'date'].map((kind) => `${name}(left: ${kind}, right: ${kind}): boolean`),
  example: `2 ${name} 1`,
  gives: String(holds(1)),
  takesEmpty: true,
  // Nothing is neither smaller nor larger than anything.
  run: ({ zone }, left: FormulaValue, right: FormulaValue) =>
    left !== null && right !== null && holds(compared(left, right, zone)),
});

export const logic: Definition[] = [
  {
    name: 'if',
    group: 'logic',
    signatures: ['if(condition: boolean, then: T, otherwise?: T): T'],
    example: 'if(2 > 1, "yes", "no")',
    gives: 'yes',
    lazy: true,
    run: (_none, condition: DeferredValue, then: DeferredValue, otherwise?: DeferredValue) =>
      condition() === true ? then() : (otherwise?.() ?? null),
  },
  {
    name: 'ifs',
    group: 'logic',
    signatures: ['ifs(condition: boolean, then: T, ...more: any): T'],
    example: 'ifs(1 > 2, "a", 2 > 1, "b", "c")',
    gives: 'b',
    ...special,
  },
  {
    name: 'switch',
    group: 'logic',
    signatures: ['switch(value: T, case: T, then: U, ...more: any): U'],
    example: 'switch("b", "a", 1, "b", 2, 0)',
    gives: '2',
    ...special,
  },
  {
    name: 'let',
    group: 'logic',
    signatures: ['let(name: any, value: T, result: U): U'],
    example: 'let(side, 3, side * side)',
    gives: '9',
    ...special,
  },
  {
    name: 'and',
    group: 'logic',
    signatures: ['and(...conditions: boolean): boolean'],
    example: 'and(true, 2 > 1)',
    gives: 'true',
    lazy: true,
    run: (_none, ...conditions: DeferredValue[]) => conditions.every((one) => one() === true),
  },
  {
    name: 'or',
    group: 'logic',
    signatures: ['or(...conditions: boolean): boolean'],
    example: 'or(false, 2 > 1)',
    gives: 'true',
    lazy: true,
    run: (_none, ...conditions: DeferredValue[]) => conditions.some((one) => one() === true),
  },
  {
    name: 'xor',
    group: 'logic',
    signatures: ['xor(left: boolean, right: boolean): boolean'],
    example: 'xor(true, true)',
    gives: 'false',
    takesEmpty: true,
    run: (_none, left: boolean | null, right: boolean | null) => (left ?? false) !== (right ?? false),
  },
  {
    name: 'not',
    group: 'logic',
    signatures: ['not(condition: boolean): boolean'],
    example: 'not(1 > 2)',
    gives: 'true',
    takesEmpty: true,
    run: (_none, condition: boolean | null) => condition !== true,
  },
  {
    name: 'empty',
    group: 'logic',
    signatures: ['empty(): empty', 'empty(value: any): boolean'],
    example: 'empty("")',
    gives: 'true',
    takesEmpty: true,
    run: (_none, ...values: FormulaValue[]) => (values.length ? isEmptyFormulaValue(values[0] as FormulaValue) : null),
  },
  {
    name: 'coalesce',
    group: 'logic',
    signatures: ['coalesce(value: T, ...others: T): T'],
    example: 'coalesce("", "second")',
    gives: 'second',
    lazy: true,
    run: (_none, ...values: DeferredValue[]) => {
      for (const one of values) {
        const value = one();
        if (!isEmptyFormulaValue(value)) return value;
      }
      return null;
    },
  },
  {
    name: '==',
    group: 'sign',
    signatures: ['==(left: T, right: T): boolean'],
    example: '1 = 1',
    gives: 'true',
    takesEmpty: true,
    run: ({ zone }, left: FormulaValue, right: FormulaValue) => equal(left, right, zone),
  },
  {
    name: '!=',
    group: 'sign',
    signatures: ['!=(left: T, right: T): boolean'],
    example: '1 <> 1',
    gives: 'false',
    takesEmpty: true,
    run: ({ zone }, left: FormulaValue, right: FormulaValue) => !equal(left, right, zone),
  },
  comparison('<', (order) => order < 0),
  comparison('<=', (order) => order <= 0),
  comparison('>', (order) => order > 0),
  comparison('>=', (order) => order >= 0),
];
