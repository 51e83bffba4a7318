// A date as a form asks for it: the day and the time of each end in a field of its own, and the zone of the times.
import { isZone, shownAt } from '../../../../../core/i18n/time-zone.ts';
import type { Value } from '../../../model.ts';
import { type DateValue, isDay } from '../bases/date-value.ts';

/** As they stand in the fields; a part that is not there is empty. */
interface DateParts {
  value: string;
  time: string;
  second: string;
  secondTime: string;
  third: string;
}

/** `zone` is that of times which have none of their own. */
export function datePartsOf(value: Value, zone: string): DateParts {
  const { start = '', end, timezone } = (value ?? {}) as Partial<DateValue>;
  const third = timezone ?? zone;
  const [day, time] = split(start, third);
  const [second, secondTime] = split(end ?? '', third);
  return { value: day, time, second, secondTime, third };
}

function split(text: string, zone: string): [day: string, time: string] {
  if (text === '' || isDay(text)) return [text, ''];
  const shown = text.endsWith('Z') ? new Date(shownAt(zone, Date.parse(text))).toISOString() : text;
  return [shown.slice(0, 10), shown.slice(11, 16)];
}

const joined = (day: string, time: string): string => (time ? `${day}T${time}` : day);

/** What the fields say, to be checked as any other value; what nobody has touched stays as it was, to the second. */
export function dateFrom(parts: DateParts, before: Value): unknown {
  const { value, time, second, secondTime, third } = parts;
  if (!value && !time && !second && !secondTime) return null;
  if (before && isZone(third) && JSON.stringify(datePartsOf(before, third)) === JSON.stringify(parts)) return before;
  const [start, end] = [joined(value, time), joined(second, secondTime)];
  const hasTime = /T/.test(start + end);
  return { start, end: end || null, timezone: (hasTime && third) || null };
}
