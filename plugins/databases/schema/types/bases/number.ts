// What types that hold a number have in common.
import type { Value } from '../../../model.ts';
import type { ColumnType } from '../../../table-import/detect-column.ts';
import { numbersIn } from '../../../table-import/parse-numbers.ts';
import { numberField } from '../form-field.ts';
import { type ConversionSource, type ValidationRule, ValueFault, wrongType } from '../property-type.ts';

/** Beyond this a double no longer tells neighbours apart, and engines write it differently. */
export const NUMBER_MAX = 1e15;

const cells = (value: Value) => [{ num: value as number }];

/** @throws ValueFault */
export function finiteNumber(value: unknown): number | null {
  if (value === null) return null;
  if (typeof value !== 'number' || !Number.isFinite(value)) throw wrongType('a number');
  if (Math.abs(value) > NUMBER_MAX) throw new ValueFault('range', 'must be between -1e15 and 1e15');
  return value === 0 ? 0 : value;
}

export const BOUND_RULES: readonly ValidationRule[] = ['required', 'unique', 'min', 'max'];

/** The number in a text, whatever stands around it. */
function numberIn(text: string): number | null {
  const plain = text.replace(/[\s'’_]|(?<=\d),(?=\d{3}(\D|$))/g, '').replace(',', '.');
  const found = /^[^\d.+-]*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(%?)[^\d]*$/i.exec(plain);
  if (!found) return null;
  return found[2] ? Number(found[1]) / 100 : Number(found[1]);
}

export const numberBase = {
  compares: 'number',
  sorts: 'num',
  isGrouped: true,
  cells,
  formulaKind: 'number',
  convertFrom: ({ value, text }: ConversionSource) =>
    typeof value === 'number' ? value : value === true ? 1 : numberIn(text),
  formField: numberField,
} as const;

export const PLAIN_NUMBERS: ColumnType = { type: 'number', style: { decimal: '.', format: 'plain' } };

/** As they were found to be written, or as the cells themselves say. */
export function numberFit(_property: object, found: ColumnType, cells: string[]): ColumnType {
  if (found.type === 'number') return found;
  const numbers = numbersIn(cells.filter((cell) => cell.trim()));
  return numbers ? { type: 'number', style: numbers.style } : PLAIN_NUMBERS;
}

export const numberFilter = (value: string | number | boolean): number | undefined =>
  typeof value === 'number' ? value : undefined;
