// From one kind to another. What cannot be read as the other kind is empty, so that one bad row spoils no column.

import { LruCache } from '../../../../core/kernel/lru-cache.ts';
import { FormulaError } from '../errors.ts';
import {
  comparableInstant,
  type FormulaDate,
  type FormulaValue,
  formulaText,
  isDate,
  type PersonValue,
  readFormulaDate,
} from '../value.ts';
import { requireLanguage } from './date-format.ts';
import { type DeferredValue, type Definition, finite, requireText } from './definition.ts';

const NUMBER = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(\s*%)?$/i;
const FORMATS_MAX = 200;
const numberFormats = new LruCache<Intl.NumberFormat>(FORMATS_MAX);

function readNumber(text: string): number | null {
  const [, digits, percent] = NUMBER.exec(text.trim()) ?? [];
  if (digits === undefined) return null;
  const value = Number(digits) / (percent ? 100 : 1);
  return Number.isFinite(value) ? finite('number', value) : null;
}

function numberFormat(language: string, digits: number | undefined): Intl.NumberFormat {
  requireLanguage(language);
  const places = digits === undefined ? undefined : Math.min(15, Math.max(0, Math.trunc(digits)));
  const key = `${language} ${places}`;
  const make = () =>
    new Intl.NumberFormat(language, {
      numberingSystem: 'latn',
      minimumFractionDigits: places ?? 0,
      maximumFractionDigits: places ?? 15,
    });
  return numberFormats.getOrCreate(key, make);
}

export const conversion: Definition[] = [
  {
    name: 'text',
    group: 'conversion',
    signatures: ['text(value: any): text'],
    example: 'text(1.50)',
    gives: '1.5',
    takesEmpty: true,
    run: ({ zone }, value: FormulaValue) => {
      const made = formulaText(value, zone);
      requireText(made.length);
      return made;
    },
  },
  {
    name: 'number',
    group: 'conversion',
    signatures: ['number(value: number|text|boolean|date): number'],
    example: 'number("12.5 %")',
    gives: '0.125',
    run: ({ zone }, value: number | string | boolean | FormulaDate) => {
      if (isDate(value)) return comparableInstant(value.start, value, zone);
      return typeof value === 'string' ? readNumber(value) : Number(value);
    },
  },
  {
    name: 'boolean',
    group: 'conversion',
    signatures: ['boolean(value: number|text|boolean): boolean'],
    example: 'boolean("yes")',
    gives: 'true',
    run: (_none, value: number | string | boolean) =>
      typeof value === 'string' ? /^(true|yes|on|x|1)$/i.test(value.trim()) : Boolean(value),
  },
  {
    name: 'toDate',
    group: 'conversion',
    signatures: ['toDate(text: text): date'],
    example: 'toDate("2026-11-20")',
    gives: '2026-11-20',
    uses: ['zone'],
    run: ({ zone }, text: string) => readFormulaDate(text, null, null, zone),
  },
  {
    name: 'formatNumber',
    group: 'conversion',
    signatures: ['formatNumber(value: number, digits?: number, language?: text): text'],
    example: 'formatNumber(1234.5, 2, "de")',
    gives: '1.234,50',
    run: (_none, value: number, digits?: number, language = 'en') => numberFormat(language, digits).format(value),
  },
  {
    name: 'name',
    group: 'conversion',
    signatures: ['name(person: person): text'],
    example: 'name(me())',
    gives: 'Ann',
    run: (_none, person: PersonValue) => person.name,
  },
  {
    name: 'me',
    group: 'conversion',
    signatures: ['me(): person'],
    example: 'me()',
    gives: 'Ann',
    uses: ['user'],
    run: ({ user }) => user,
  },
  {
    name: 'ifError',
    group: 'conversion',
    signatures: ['ifError(value: T, otherwise: T): T'],
    example: 'ifError(1 / 0, 0)',
    gives: '0',
    lazy: true,
    run: (_none, value: DeferredValue, otherwise: DeferredValue) => {
      try {
        return value();
      } catch (error) {
        // Too many steps stay too many, or this would be the way around the limit.
        if (error instanceof FormulaError && error.code !== 'too_much_work') return otherwise();
        throw error;
      }
    },
  },
];
