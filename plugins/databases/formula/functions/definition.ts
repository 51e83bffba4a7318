// What a function of the formula language is: its signatures, what it computes, and an example that tests execute.
import { FormulaError } from '../errors.ts';
import type { FormulaValue, PersonValue } from '../value.ts';

export const GROUPS = ['logic', 'numbers', 'text', 'dates', 'lists', 'conversion'] as const;
export type FunctionGroup = (typeof GROUPS)[number];

/** What a result may depend on beside the properties of its row. */
export type Circumstance = 'now' | 'zone' | 'user';

export interface Circumstances {
  /** milliseconds */
  now: number;
  /** IANA name */
  zone: string;
  user: PersonValue | null;
}

export interface Definition {
  name: string;
  /** `sign` is what only signs such as + stand for; the help lists all others */
  group: FunctionGroup | 'sign';
  /** one or more, e.g. "round(value: number, digits?: number): number" */
  signatures: string[];
  example: string;
  /** the result of the example, as text */
  gives: string;
  /**
   * Arguments come as their values. An empty one that is not optional makes the result empty without a call, unless
   * `takesEmpty` is set. Of `lazy` functions all come as `() => Value`; of those with `each` the second one comes as
   * `(current, index) => Value`.
   */
  run(circumstances: Circumstances, ...args: never[]): FormulaValue;
  takesEmpty?: true;
  lazy?: true;
  each?: true;
  uses?: Circumstance[];
}

export type DeferredValue = () => FormulaValue;
export type ItemFunction = (current: FormulaValue, index: number) => FormulaValue;

export const MAX_TEXT = 50_000;
export const MAX_LIST = 10_000;

/** Asked before a text is made, so that it never takes the memory. @throws FormulaError */
export function requireText(length: number): void {
  if (length > MAX_TEXT) throw new FormulaError('text_too_long', { most: MAX_TEXT });
}

/** @throws FormulaError */
export function requireList(length: number): void {
  if (length > MAX_LIST) throw new FormulaError('list_too_long', { most: MAX_LIST });
}

/** What came out of arithmetic, if it is a number that can be stored. @throws FormulaError */
export function finite(name: string, value: number): number {
  if (Number.isNaN(value)) throw new FormulaError('not_a_number', { name });
  if (!Number.isFinite(value)) throw new FormulaError('overflow', { name });
  return value === 0 ? 0 : value;
}
