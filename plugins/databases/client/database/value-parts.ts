// What values are made of: members of lists, options by id, days and times; and words that are no value.

import { dateLocale } from '../../../../core/client/day-text.ts';
import { t } from '../../../../core/client/messages.ts';
import { spanBetween } from '../../../../core/i18n/date-span.ts';
import type { Option, Property, Value } from '../../model.ts';
import { zone } from './reader-time-zone.ts';

interface DateParts {
  start: string;
  end: string | null;
  timezone: string | null;
}

export const valueList = (value: Value | undefined): Value[] =>
  Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];
export const isNothing = (value: Value | undefined): boolean =>
  value === null || value === undefined || value === '' || value === false || (Array.isArray(value) && !value.length);

export const readDateParts = (value: Value | undefined): DateParts | null =>
  value && typeof value === 'object' && !Array.isArray(value) ? (value as unknown as DateParts) : null;

const formats = new Map<string, Intl.DateTimeFormat>();
/** How a day or time is written; the same for both ends of a date that are alike. */
function formatOf(text: string): Intl.DateTimeFormat {
  const hasTime = text.includes('T');
  const isMoment = text.endsWith('Z');
  const key = `${hasTime} ${isMoment}`;
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(dateLocale(), {
      dateStyle: 'medium',
      ...(hasTime ? { timeStyle: 'short' } : {}),
      timeZone: isMoment ? zone() : 'UTC',
    });
  formats.set(key, format);
  return format;
}
const pointOf = (text: string): Date =>
  new Date(text.endsWith('Z') ? text : text.includes('T') ? `${text}Z` : `${text}T00:00:00Z`);
const said = (text: string): string => formatOf(text).format(pointOf(text));
/** From one to the other, without saying a month or year twice: "4 – 16 Nov 2026". */
const saidRange = (from: string, to: string): string =>
  formatOf(from) === formatOf(to)
    ? spanBetween(formatOf(from), pointOf(from), pointOf(to))
    : `${said(from)} – ${said(to)}`;

export const dateValueText = (value: Value | undefined): string => {
  const date = readDateParts(value);
  if (!date) return typeof value === 'string' && value ? said(value) : '';
  const text = date.end ? saidRange(date.start, date.end) : said(date.start);
  return date.timezone ? `${text} (${date.timezone})` : text;
};

export const optionsIn = ({ config }: Property, value: Value | undefined): Option[] =>
  valueList(value).flatMap((id) => config.options?.find((one) => one.id === id) ?? []);

/** Two digits. */
export const padded = (part: number): string => String(Math.floor(part)).padStart(2, '0');

/** Words that a type does not take. */
export class UnreadableValue extends Error {}

export const unreadableAs = (key: string): UnreadableValue => new UnreadableValue(t(`databases.view.fault.${key}`));

/** Ids of what these words name. @throws UnreadableValue */
export const idsNamed = (known: Record<string, string>, words: string): number[] =>
  eachName(words).map((name) => {
    const found = Object.entries(known).find(([, one]) => one.toLowerCase() === name.toLowerCase());
    if (!found) throw new UnreadableValue(t('databases.view.fault.name', { name }));
    return Number(found[0]);
  });

export const eachName = (words: string): string[] => words.split(/\s*,\s*/).filter(Boolean);
