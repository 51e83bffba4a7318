// Numbers as people write them in tables: with thousands set apart, decimal commas, signs of money and percent.

export type Decimal = '.' | ',';

/** How the numbers of a column are written. */
export interface NumberStyle {
  decimal: Decimal;
  format: 'plain' | 'percent' | 'currency';
  /** ISO 4217, of currency only */
  currency?: string;
}

const SIGNS: Record<string, string> = {
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  CHF: 'CHF',
  EUR: 'EUR',
  USD: 'USD',
  GBP: 'GBP',
};
const MONEY =
  /^([-+(]?)\s*(?:(\p{Sc}|[A-Z]{3})\s*)?([-+]?[\d.,'’\s]+(?:[eE][-+]?\d{1,3})?)\s*(\p{Sc}|[A-Z]{3}|%)?(\)?)$/u;

/** With spaces and apostrophes between thousands anything may be decimal; with points and commas the other one is. */
const WRITTEN: Record<Decimal, RegExp> = {
  '.': /^[-+]?(?:\d{1,3}(?:[,\s'’]\d{3})+|\d+)?(?:\.\d+)?(?:[eE][-+]?\d{1,3})?$/,
  ',': /^[-+]?(?:\d{1,3}(?:[.\s'’]\d{3})+|\d+)?(?:,\d+)?(?:[eE][-+]?\d{1,3})?$/,
};
/** Longer ones are no numbers, and would be looked at for long. */
const LENGTH_MAX = 40;
/** A number keeps no more digits than these. */
const DIGITS_MAX = 15;

interface Parts {
  digits: string;
  isNegative: boolean;
  /** "%", an ISO code, or empty */
  mark: string;
}

function partsOf(cell: string): Parts | undefined {
  if (cell.length > LENGTH_MAX) return undefined;
  const [, sign = '', before, digits = '', behind, close] = MONEY.exec(cell.trim()) ?? [];
  if (!/\d/.test(digits) || (sign === '(') !== (close === ')') || (before && behind)) return undefined;
  if ((sign === '-' || sign === '+') && /^[-+]/.test(digits)) return undefined;
  const given = before ?? behind ?? '';
  const mark = given === '%' ? given : given && (SIGNS[given] ?? '?');
  return mark === '?' ? undefined : { digits: digits.trim(), isNegative: sign === '-' || sign === '(', mark };
}

/** Undefined for what is none in this style, also when its percent or money sign is another one. */
export function readNumber(cell: string, { decimal, format, currency }: NumberStyle): number | undefined {
  const parts = partsOf(cell);
  if (!parts || !WRITTEN[decimal].test(parts.digits)) return undefined;
  if (parts.mark && parts.mark !== (format === 'percent' ? '%' : currency)) return undefined;
  const plain = parts.digits.replace(decimal === '.' ? /[,\s'’]/g : /[.\s'’]/g, '').replace(',', '.');
  const value = (parts.isNegative ? -1 : 1) * Number(plain);
  if (!Number.isFinite(value)) return undefined;
  // In hundredths, and without the dust of dividing by a hundred.
  return (parts.mark === '%' ? Number((value / 100).toPrecision(DIGITS_MAX)) : value) + 0;
}

export interface FoundNumbers {
  style: NumberStyle;
  /** points or commas could also mean the other */
  isAmbiguous: boolean;
}

export type NumberFault = 'leading_zeros' | 'long_numbers';

/** The style in which all cells are numbers; a fault when they look like numbers that are names. */
export function numbersIn(cells: string[]): FoundNumbers | NumberFault | undefined {
  let mark: string | undefined;
  const fits = { '.': true, ',': true };
  let hasSign = false;
  let hasPower = false;
  let fault: NumberFault | undefined;
  for (const cell of cells) {
    const parts = partsOf(cell);
    if (!parts || (mark !== undefined && parts.mark !== mark)) return undefined;
    mark = parts.mark;
    for (const decimal of ['.', ','] as const) fits[decimal] &&= WRITTEN[decimal].test(parts.digits);
    if (!fits['.'] && !fits[',']) return undefined;
    hasPower ||= /e/i.test(parts.digits);
    hasSign ||= /[.,]/.test(parts.digits);
    if (/^[-+]?0\d/.test(parts.digits)) fault ??= 'leading_zeros';
    if (!hasSign && parts.digits.replace(/\D/g, '').length > DIGITS_MAX && !/e/i.test(parts.digits))
      fault ??= 'long_numbers';
  }
  if (mark === undefined || fault) return fault;
  const decimal = fits['.'] ? '.' : ',';
  const style: NumberStyle =
    mark === '%'
      ? { decimal, format: 'percent' }
      : mark
        ? { decimal, format: 'currency', currency: mark }
        : { decimal, format: 'plain' };
  // Only powers of ten are too large to be numbers.
  if (hasPower && cells.some((cell) => readNumber(cell, style) === undefined)) return undefined;
  return { style, isAmbiguous: hasSign && fits['.'] && fits[','] };
}
