// A date: a day or a time, with an end and a time zone of its own.
import { isZone } from '../../../../../core/i18n/time-zone.ts';
import type { Value } from '../../../model.ts';
import { type DateValue, dateDay, dateMoment, isDay, readMoment } from '../bases/date-value.ts';
import { BOUND_RULES } from '../bases/number.ts';
import { readAsWritten } from '../column-reader.ts';
import { only, type PropertyType, type ValueCell, ValueFault, wrongType } from '../property-type.ts';
import { dateFrom, datePartsOf } from './form-parts.ts';

function read(value: unknown): Value {
  if (value === null || value === '') return null;
  if (typeof value === 'string') return { start: readMoment(value, null), end: null, timezone: null };
  if (typeof value !== 'object' || Array.isArray(value)) throw wrongType('a date, or an object with start');
  only(value, ['start', 'end', 'timezone']);
  const { start, end = null, timezone = null } = value as Record<string, unknown>;
  if (timezone !== null && (typeof timezone !== 'string' || !isZone(timezone)))
    throw new ValueFault('timezone', 'names no time zone that is known');
  const found = {
    start: readMoment(start, timezone),
    end: end === null ? null : readMoment(end, timezone),
    timezone,
  };
  if (found.end !== null) {
    if (isDay(found.start) !== isDay(found.end))
      throw new ValueFault('type', 'must have a start and an end that both have a time or both have none');
    if (dateMoment(found.end, timezone) < dateMoment(found.start, timezone))
      throw new ValueFault('range', 'must have an end that is not before its start');
  }
  return found;
}

function cells(value: Value): ValueCell[] {
  const { start, end, timezone } = value as unknown as DateValue;
  const cell: ValueCell = { text_key: dateDay(start, timezone), at_start: dateMoment(start, timezone) };
  if (end) cell.at_end = dateMoment(end, timezone);
  return [cell];
}

const said = (text: string): string => text.replace('T', ' ').replace(/(:\d{2}):00(\.000)?/, '$1');

/** The day in a text, as ISO or Germans write it. */
function dayWritten(text: string): string | null {
  const iso = /^\s*(\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?)/.exec(
    text.replace(/^(\S+) (\d{2}:\d{2})/, '$1T$2'),
  );
  if (iso) return iso[1] as string;
  const german = /^\s*(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4})\s*$/.exec(text);
  if (!german) return null;
  const [, day = '', month = '', year] = german;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

export const dateType: PropertyType = {
  icon: 'calendar',
  compares: 'date',
  sorts: 'at_start',
  isGrouped: true,
  config: {},
  rules: BOUND_RULES,
  read,
  cells,
  words(value) {
    const { start, end, timezone } = value as unknown as DateValue;
    const text = end ? `${said(start)} – ${said(end)}` : said(start);
    return timezone ? `${text} (${timezone})` : text;
  },
  measure(value) {
    const { start, timezone } = value as unknown as DateValue;
    return dateDay(start, timezone);
  },
  formulaKind: 'date',
  convertFrom: ({ value, from, text }) => (from.type === 'date' ? value : dayWritten(text)),
  formField: {
    kind: 'date',
    parts: datePartsOf,
    read: ({ text, part }, before) =>
      dateFrom(
        {
          value: text,
          time: part('time'),
          second: part('second'),
          secondTime: part('second_time'),
          third: part('third'),
        },
        before,
      ),
  },
  fromColumn: {
    isTaken: true,
    isMapped: true,
    reading: { type: 'date', order: 'dmy' },
    fit: (_property, found) => (found.type === 'date' ? found : { type: 'date', order: 'dmy' }),
    value: readAsWritten,
    filterValue: (value) => (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined),
  },
};
