// Numbers as people write them in tables: with thousands set apart, decimal commas, signs of money and percent.

export type Decimal = '.' | ',';

/** How the numbers of a column are written. */
export interface NumberStyle {
  decimal: Decimal;
  format: 'plain' | 'percent' | 'currency';
  /** ISO 4217, of currency only */
  currency?: string;
  /** digits behind the point, where all have as many and some of them are final zeros */
  decimals?: number;
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
  hasPlus: boolean;
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
  if (mark === '?') return undefined;
  const isNegative = sign === '-' || sign === '(';
  return { digits: digits.trim(), isNegative, hasPlus: sign === '+' || digits.startsWith('+'), mark };
}

/** With a point and without what sets thousands apart. */
const plainDigits = (digits: string, decimal: Decimal): string =>
  digits.replace(decimal === '.' ? /[,\s'’]/g : /[.\s'’]/g, '').replace(',', '.');

/** Undefined for what is none in this style, also when its percent or money sign is another one. */
export function readNumber(cell: string, { decimal, format, currency }: NumberStyle): number | undefined {
  const parts = partsOf(cell);
  if (!parts || !WRITTEN[decimal].test(parts.digits)) return undefined;
  if (parts.mark && parts.mark !== (format === 'percent' ? '%' : currency)) return undefined;
  const value = (parts.isNegative ? -1 : 1) * Number(plainDigits(parts.digits, decimal));
  if (!Number.isFinite(value)) return undefined;
  // In hundredths, and without the dust of dividing by a hundred.
  return (parts.mark === '%' ? Number((value / 100).toPrecision(DIGITS_MAX)) : value) + 0;
}

export type NumberFault = 'leading_zeros' | 'long_numbers' | 'not_as_written';

export interface FoundNumbers {
  style: NumberStyle;
  /** points or commas could also mean the other */
  isAmbiguous: boolean;
  /** why they had better stay texts: they are names, or would come back in other digits */
  fault?: NumberFault;
}

/** The style in which all cells are numbers. */
export function numbersIn(cells: string[]): FoundNumbers | undefined {
  let mark: string | undefined;
  const fits = { '.': true, ',': true };
  const all: Parts[] = [];
  for (const cell of cells) {
    const parts = partsOf(cell);
    if (!parts || (mark !== undefined && parts.mark !== mark)) return undefined;
    mark = parts.mark;
    for (const decimal of ['.', ','] as const) fits[decimal] &&= WRITTEN[decimal].test(parts.digits);
    if (!fits['.'] && !fits[',']) return undefined;
    all.push(parts);
  }
  if (mark === undefined) return undefined;
  const decimal = fits['.'] ? '.' : ',';
  const style: NumberStyle =
    mark === '%'
      ? { decimal, format: 'percent' }
      : mark
        ? { decimal, format: 'currency', currency: mark }
        : { decimal, format: 'plain' };
  // Powers of ten may be too large to be numbers.
  if (cells.some((cell) => readNumber(cell, style) === undefined)) return undefined;
  const isAmbiguous = fits['.'] && fits[','] && all.some(({ digits }) => /[.,]/.test(digits));
  const written = all.map((parts) => ({ ...parts, digits: plainDigits(parts.digits, decimal) }));
  const isAmount = mark !== '' || all.some(({ digits }) => GROUPED.test(digits.replace(decimal, '')));
  const decimals = isAmount ? undefined : decimalsIn(written);
  const fault = written.map((parts) => faultOf(parts, isAmount, decimals)).find((one) => one !== undefined);
  return { style: { ...style, ...(decimals && { decimals }) }, isAmbiguous, ...(fault && { fault }) };
}

const GROUPED = /\d[.,\s'’]\d/;
/** As many as the property can be told to show. */
const DECIMALS_MAX = 10;

/** How many digits all have behind the point, if it takes that many to bring their final zeros back. */
function decimalsIn(written: Parts[]): number | undefined {
  const [first = 0, ...others] = new Set(written.map(({ digits }) => digits.split('.')[1]?.length ?? 0));
  const hasFinalZero = written.some(({ digits }) => /\.\d*0$/.test(digits));
  return hasFinalZero && !others.length && first <= DECIMALS_MAX ? first : undefined;
}

/**
 * 2011.10 is another name than 2011.1: only what comes back as it was written is a number. Amounts, which have signs of
 * money or thousands set apart, are no names: they are the same with fewer zeros.
 */
function faultOf(parts: Parts, isAmount: boolean, decimals: number | undefined): NumberFault | undefined {
  // Some programs leave out the zero before the point.
  const plain = parts.digits.replace(/^[-+]/, '').replace(/^\./, '0.');
  if (/^0\d/.test(plain)) return 'leading_zeros';
  const isLong = plain.replace('.', '').length > DIGITS_MAX;
  if (isLong && /^\d+$/.test(plain)) return 'long_numbers';
  const value = Number(plain);
  const kept = isAmount && plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain;
  if ((decimals === undefined ? String(value) : value.toFixed(decimals)) !== kept)
    return isLong ? 'long_numbers' : 'not_as_written';
  const isSigned = parts.isNegative || parts.digits.startsWith('-');
  return (parts.hasPlus && !isAmount) || (isSigned && value === 0) ? 'not_as_written' : undefined;
}
