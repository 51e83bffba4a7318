// Dates as spreadsheets keep them: days since a beginning, and formats that say that a number is one.
import { DAY } from '../../../../core/i18n/calendar-date.ts';

/** Day 0 of the calendar of 1900, which counts a 29 February that never was, and of that of 1904. */
const FIRST = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) };
const EARLY = Date.UTC(1899, 11, 31);
const LAST_BUILT_IN = 163;

const isBuiltIn = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** @param code of formats that the workbook defines itself */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return id <= LAST_BUILT_IN && isBuiltIn(id);
  // What stands in quotes, brackets of colours and behind a backslash is shown as it is.
  const shown = code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  return /[ymdhs]/i.test(shown) && !/general/i.test(shown);
}

/** "2026-11-20", with a time "2026-11-20T14:30:00", and a time without a day "14:30:00". */
export function instantText(serial: number, is1904: boolean): string | number {
  const first = is1904 ? FIRST[1904] : serial < 60 ? EARLY : FIRST[1900];
  const at = new Date(Math.round((first + serial * DAY) / 1000) * 1000);
  if (Number.isNaN(at.getTime()) || serial < 0 || at.getUTCFullYear() > 9999) return serial;
  const text = at.toISOString();
  if (serial < 1) return serial === 0 ? '00:00:00' : text.slice(11, 19);
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19);
}
