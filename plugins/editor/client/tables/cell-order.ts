// In which order the texts of cells stand: numbers, then days, then words, and empty ones at the end.
import { calendarDay } from '../../../../core/client/date-words.ts';
import { locale } from '../../../../core/client/messages.ts';

type Decimal = '.' | ',';

export type SortDirection = 'ascending' | 'descending';

/** With what sets thousands apart, or without. */
const WRITTEN: Record<Decimal, RegExp> = {
  '.': /^[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?$/,
  ',': /^[-+]?(?:\d{1,3}(?:\.\d{3})+|\d+)?(?:,\d+)?$/,
};

/** Undefined for what is no number as languages with this decimal sign write it; signs of money and percent are left out. */
function numberOf(text: string, decimal: Decimal): number | undefined {
  const digits = text.replace(/[\p{Sc}%\s'’]/gu, '').replace('−', '-');
  if (!/\d/.test(digits) || !WRITTEN[decimal].test(digits)) return undefined;
  return Number(digits.replaceAll(decimal === '.' ? ',' : '.', '').replace(',', '.'));
}

/** The sign that makes numbers of most of the texts; of the reader's language when both do. */
function decimalOf(texts: string[]): Decimal {
  const parts = new Intl.NumberFormat(locale()).formatToParts(1.5);
  const own: Decimal = parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ',' : '.';
  const other: Decimal = own === ',' ? '.' : ',';
  const read = (decimal: Decimal) => texts.filter((text) => numberOf(text, decimal) !== undefined).length;
  return read(other) > read(own) ? other : own;
}

/** What a text is compared by: its kind first. */
type SortKey = [kind: 0, value: number] | [kind: 1 | 2, value: string];

function keyOf(text: string, decimal: Decimal): SortKey {
  const value = numberOf(text, decimal);
  if (value !== undefined) return [0, value];
  const day = calendarDay(text);
  return day ? [1, day] : [2, text];
}

/** The places of the texts as they follow each other when sorted; equal ones stay in their order. */
export function sortedPlaces(given: string[], direction: SortDirection): number[] {
  const texts = given.map((text) => text.trim());
  const decimal = decimalOf(texts);
  const keys = texts.map((text) => keyOf(text, decimal));
  const { compare } = new Intl.Collator(locale(), { numeric: true });
  const turn = direction === 'ascending' ? 1 : -1;
  const order = ([kind, value]: SortKey, [otherKind, other]: SortKey): number => {
    if (kind !== otherKind) return kind - otherKind;
    return typeof value === 'number' ? value - Number(other) : compare(value, String(other));
  };
  return texts
    .map((_text, at) => at)
    .sort((a, b) => {
      if (!texts[a] || !texts[b]) return Number(!texts[a]) - Number(!texts[b]);
      return turn * order(keys[a] as SortKey, keys[b] as SortKey);
    });
}
