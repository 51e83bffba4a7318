// Arithmetic. What has no result, or one too large to be a number, is said as a fault of its place.
import { FormulaError } from '../errors.ts';
import type { FormulaValue } from '../value.ts';
import { type Definition, finite } from './definition.ts';

/** A function of one number. */
const simple = (name: string, example: string, gives: string, compute: (value: number) => number): Definition => ({
  name,
  group: 'numbers',
  signatures: [`${name}(value: number): number`],
  example,
  gives,
  run: (_none, value: number) => finite(name, compute(value)),
});

const between = (
  name: string,
  example: string,
  gives: string,
  compute: (a: number, b: number) => number,
): Definition => ({
  name,
  group: 'sign',
  signatures: [`${name}(left: number, right: number): number`],
  example,
  gives,
  run: (_none, left: number, right: number) => finite(name, compute(left, right)),
});

/** Numbers one by one or as lists; empty ones do not count, and of none at all the result is empty. */
const many = (name: string, example: string, gives: string, compute: (numbers: number[]) => number): Definition => ({
  name,
  group: 'numbers',
  signatures: [`${name}(...values: number|list<number>): number`],
  example,
  gives,
  takesEmpty: true,
  run: (_none, ...values: FormulaValue[]) => {
    const numbers = values.flat().filter((one) => typeof one === 'number');
    return numbers.length ? finite(name, compute(numbers)) : null;
  },
});

const total = (numbers: number[]): number => numbers.reduce((sum, one) => sum + one, 0);

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return sorted.length % 2 ? sorted[Math.floor(middle)]! : sorted[middle - 1]! / 2 + sorted[middle]! / 2;
}

const PLACES = 15;

/** Shifts in decimal, since 1.005 * 100 is less than 100.5. */
const shifted = (value: number, places: number): number => {
  const [digits, exponent = '0'] = String(value).split('e');
  return Number(`${digits}e${Number(exponent) + places}`);
};

/** Half goes away from zero, as people round. */
function rounded(value: number, digits: number, to: (value: number) => number): number {
  const places = Math.trunc(Math.min(PLACES, Math.max(-PLACES, digits)));
  const large = shifted(Math.abs(value), places);
  return Number.isFinite(large) ? Math.sign(value) * shifted(to(large), -places) : value;
}

const rounding = (
  name: string,
  example: string,
  gives: string,
  to: (value: number, places: number) => number,
): Definition => ({
  name,
  group: 'numbers',
  signatures: [`${name}(value: number, digits?: number): number`],
  example,
  gives,
  run: (_none, value: number, digits = 0) => finite(name, to(value, digits)),
});

function remainder(left: number, right: number): number {
  if (right === 0) throw new FormulaError('division_by_zero');
  return left - right * Math.floor(left / right);
}

function divided(left: number, right: number): number {
  if (right === 0) throw new FormulaError('division_by_zero');
  return left / right;
}

export const numbers: Definition[] = [
  rounding('round', 'round(2.345, 2)', '2.35', (value, digits) => rounded(value, digits, Math.round)),
  rounding('floor', 'floor(2.7)', '2', (value, digits) => rounded(value, digits, value < 0 ? Math.ceil : Math.floor)),
  rounding('ceil', 'ceil(2.1)', '3', (value, digits) => rounded(value, digits, value < 0 ? Math.floor : Math.ceil)),
  rounding('trunc', 'trunc(-2.7)', '-2', (value, digits) => rounded(value, digits, Math.floor)),
  simple('abs', 'abs(-3)', '3', Math.abs),
  simple('sign', 'sign(-3)', '-1', Math.sign),
  simple('sqrt', 'sqrt(9)', '3', Math.sqrt),
  simple('cbrt', 'cbrt(27)', '3', Math.cbrt),
  simple('exp', 'round(exp(1), 3)', '2.718', Math.exp),
  simple('ln', 'ln(1)', '0', Math.log),
  simple('log10', 'log10(1000)', '3', Math.log10),
  simple('log2', 'log2(8)', '3', Math.log2),
  {
    name: 'mod',
    group: 'numbers',
    signatures: ['mod(value: number, by: number): number'],
    example: 'mod(-1, 7)',
    gives: '6',
    run: (_none, value: number, by: number) => finite('mod', remainder(value, by)),
  },
  {
    name: 'pow',
    group: 'numbers',
    signatures: ['pow(base: number, exponent: number): number'],
    example: 'pow(2, 10)',
    gives: '1024',
    run: (_none, base: number, exponent: number) => finite('pow', base ** exponent),
  },
  {
    name: 'pi',
    group: 'numbers',
    signatures: ['pi(): number'],
    example: 'round(pi(), 2)',
    gives: '3.14',
    run: () => Math.PI,
  },
  many('sum', 'sum(1, [2, 3])', '6', total),
  many('product', 'product(2, 3, 4)', '24', (all) => all.reduce((made, one) => made * one, 1)),
  many('average', 'average(1, 2, 6)', '3', (all) => total(all) / all.length),
  many('median', 'median([5, 1, 3])', '3', median),
  many('min', 'min(3, 1, 2)', '1', (all) => all.reduce((least, one) => Math.min(least, one))),
  many('max', 'max([3, 1, 2])', '3', (all) => all.reduce((most, one) => Math.max(most, one))),
  between('-', '5 - 2', '3', (left, right) => left - right),
  between('*', '4 * 2', '8', (left, right) => left * right),
  between('/', '9 / 2', '4.5', divided),
  between('%', '9 % 2', '1', remainder),
  between('^', '2 ^ 3', '8', (left, right) => left ** right),
  {
    name: 'negative',
    group: 'sign',
    signatures: ['negative(value: number): number'],
    example: '-(2)',
    gives: '-2',
    run: (_none, value: number) => finite('-', -value),
  },
];
