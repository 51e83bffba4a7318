// Formulas: computed by the formula language; how results are compared follows from their kind.
import Joi from 'joi';
import { kindText, type ValueKind } from '../../../formula/index.ts';
import type { Config, Value } from '../../../model.ts';
import { CHUNK, chunksOf, foldSearchText } from '../bases/text.ts';
import { dateType } from '../date/index.ts';
import type { PropertyType, ValueCell, ValueNames } from '../property-type.ts';

const base = {
  icon: 'code',
  computed: true,
  config: { expression: Joi.string().trim().min(1).max(10_000).required().example('prop("Price") * 1.19') },
  shownConfig: { result: Joi.string(), is_volatile: Joi.boolean() },
  rules: [],
  isUnsearched: true,
  read: () => null,
} as const;

const one = (value: Value): string => {
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  const { name, start } = value as { name?: string; start?: string };
  return name ?? start ?? '';
};

const words = (value: Value): string => (Array.isArray(value) ? value.map(one).join(', ') : one(value));
const textCells = (value: Value): ValueCell[] => chunksOf(words(value)).map((text_key) => ({ text_key }));

const byKind: Record<string, PropertyType> = {
  number: { ...base, compares: 'number', sorts: 'num', cells: (value) => [{ num: value as number }], words },
  text: { ...base, compares: 'text', sorts: 'text_key', cells: textCells, words },
  boolean: {
    ...base,
    compares: 'flag',
    sorts: 'num',
    cells: () => [{ num: 1 }],
    words: (value) => (value ? '✓' : ''),
  },
  date: {
    ...base,
    compares: 'date',
    sorts: 'at_start',
    cells: dateType.cells,
    words: (value, property, names: ValueNames) => dateType.words(value, property, names),
  },
  list: {
    ...base,
    compares: 'text',
    cells: (value) => [{ text_key: foldSearchText(words(value)).slice(0, CHUNK) }],
    words,
  },
  /** what depends on who asks, on when, or on other pages is computed when it is read, and compared with nothing */
  volatile: { ...base, compares: 'none', cells: () => [], words },
};

export const formulaType = byKind.volatile as PropertyType;

/** The type of a formula by the kind of its results. */
export const formulaTypeOf = ({ result, is_volatile }: Config): PropertyType => {
  if (is_volatile || result === undefined) return formulaType;
  return byKind[result.startsWith('list') ? 'list' : result] ?? formulaType;
};

export const resultOf = (kind: ValueKind): string => kindText(kind);

/** The kind that `resultOf` named. */
export const kindOfResult = (text: string): ValueKind =>
  text.startsWith('list<') ? { list: kindOfResult(text.slice(5, -1)) } : (text as ValueKind);
