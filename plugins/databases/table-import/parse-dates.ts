// Dates as people write them in tables: ISO 8601, with points, strokes and names of months, and with a time.
import { readDay } from '../../../core/i18n/calendar-date.ts';

/** In which order day and month come when both are numbers and the year is last. */
export type DayOrder = 'dmy' | 'mdy';

export interface FoundDate {
  /** "2026-11-20", "2026-11-20T14:30:00" on a clock that is not named, or with Z at an instant */
  start: string;
  end: string | null;
}

const MONTHS = [
  'january januar jan jän jänner',
  'february februar feb',
  'march märz maerz mar mär mrz',
  'april apr',
  'may mai',
  'june juni jun',
  'july juli jul',
  'august aug',
  'september sep sept',
  'october oktober oct okt',
  'november nov',
  'december dezember dec dez',
].map((names) => names.split(' '));

const TIME = /[T\s,]\s*(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?\s*([ap]\.?m\.?)?\s*(Z|UTC|[+-]\d\d:?\d\d)?$/i;
const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/;
const DAY_NAMED = /^(\d{1,2})\.?\s+(\p{L}+)\.?,?\s+(\d{4})$/u;
const MONTH_NAMED = /^(\p{L}+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/u;
/** Longer ones are no dates, and would be looked at for long. */
const LENGTH_MAX = 80;

/** Databases of other programs write ranges with an arrow. */
const RANGE = /\s+(?:→|->)\s+/;

const two = (text: string | number): string => String(text).padStart(2, '0');
const dayFrom = (year: string, month: string | number, day: string): string | undefined => {
  const text = `${year}-${two(month)}-${two(day)}`;
  return readDay(text) === undefined ? undefined : text;
};

function monthNamed(name: string): number {
  return MONTHS.findIndex((names) => names.includes(name.toLowerCase())) + 1;
}

function readDayOf(text: string, order: DayOrder): string | undefined {
  const iso = YEAR_FIRST.exec(text);
  if (iso) return dayFrom(iso[1]!, iso[3]!, iso[4]!);
  const last = YEAR_LAST.exec(text);
  if (last) {
    const [, one, sign, other, year] = last as unknown as [string, string, string, string, string];
    // Points are of places where the day comes first.
    const isDayFirst = sign === '.' || order === 'dmy';
    return isDayFirst ? dayFrom(year, other, one) : dayFrom(year, one, other);
  }
  const [, day, month, year] = DAY_NAMED.exec(text) ?? [];
  if (month) return dayFrom(year!, monthNamed(month), day!);
  const [, name, ofMonth, inYear] = MONTH_NAMED.exec(text) ?? [];
  return name ? dayFrom(inYear!, monthNamed(name), ofMonth!) : undefined;
}

function readPoint(text: string, order: DayOrder): string | undefined {
  const time = TIME.exec(text);
  const day = readDayOf(text.slice(0, time?.index).trim(), order);
  if (!day || !time) return day;
  const [, hours = '', minutes = '', seconds = '0', half, offset] = time;
  const hour = half ? (Number(hours) % 12) + (/^p/i.test(half) ? 12 : 0) : Number(hours);
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59 || (half && (Number(hours) < 1 || Number(hours) > 12)))
    return undefined;
  const clock = `${day}T${two(hour)}:${minutes}:${two(seconds)}`;
  if (!offset) return clock;
  const zone = /^(z|utc)$/i.test(offset) ? 'Z' : offset.replace(/^(...):?(..)$/, '$1:$2');
  const instant = Date.parse(`${clock}${zone}`);
  return Number.isNaN(instant) ? undefined : new Date(instant).toISOString();
}

export function parseDate(cell: string, order: DayOrder): FoundDate | undefined {
  if (cell.length > LENGTH_MAX) return undefined;
  const [from = '', to, ...more] = cell.trim().split(RANGE);
  const start = readPoint(from, order);
  if (!start || more.length) return undefined;
  if (to === undefined) return { start, end: null };
  const end = readPoint(to, order);
  return end && end.length === start.length && end >= start ? { start, end } : undefined;
}

export interface FoundDates {
  order: DayOrder;
  /** all of them could also be read the other way round, as another day */
  isAmbiguous: boolean;
}

/** The order in which all cells are dates. @param preferred when both are possible */
export function datesIn(cells: string[], preferred: DayOrder): FoundDates | undefined {
  const fits = { dmy: true, mdy: true };
  let differs = false;
  for (const cell of cells) {
    const read = { dmy: parseDate(cell, 'dmy'), mdy: parseDate(cell, 'mdy') };
    for (const order of ['dmy', 'mdy'] as const) fits[order] &&= Boolean(read[order]);
    if (!fits.dmy && !fits.mdy) return undefined;
    differs ||= read.dmy?.start !== read.mdy?.start;
  }
  const isBoth = fits.dmy && fits.mdy;
  return { order: isBoth ? preferred : fits.dmy ? 'dmy' : 'mdy', isAmbiguous: isBoth && differs };
}
