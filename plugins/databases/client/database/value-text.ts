// Values as people read and type them: the words of each type, and what typed or pasted words mean.
import { locale, number, t } from '../../../../core/client/messages.ts';
import { isMany, type Option, type Property, seenAs, type Value } from '../../model.ts';
import type { Model } from './model.ts';
import { dateLocale, zone } from './reader-time-zone.ts';

interface DateParts {
  start: string;
  end: string | null;
  timezone: string | null;
}

export const listOf = (value: Value | undefined): Value[] =>
  Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];
export const isNothing = (value: Value | undefined): boolean =>
  value === null || value === undefined || value === '' || value === false || (Array.isArray(value) && !value.length);

export const dateOf = (value: Value | undefined): DateParts | null =>
  value && typeof value === 'object' && !Array.isArray(value) ? (value as unknown as DateParts) : null;

const formats = new Map<string, Intl.DateTimeFormat>();
function said(text: string): string {
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
  return format.format(new Date(isMoment ? text : hasTime ? `${text}Z` : `${text}T00:00:00Z`));
}

export const dateText = (value: Value | undefined): string => {
  const date = dateOf(value);
  if (!date) return typeof value === 'string' && value ? said(value) : '';
  const text = date.end ? `${said(date.start)} – ${said(date.end)}` : said(date.start);
  return date.timezone ? `${text} (${date.timezone})` : text;
};

export const optionsIn = ({ config }: Property, value: Value | undefined): Option[] =>
  listOf(value).flatMap((id) => config.options?.find((one) => one.id === id) ?? []);

const two = (part: number) => String(Math.floor(part)).padStart(2, '0');
const durationText = (seconds: number): string =>
  `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`;

function numberText(value: number, { format, currency, decimals }: Property['config']): string {
  const digits =
    decimals === undefined
      ? { maximumFractionDigits: 10 }
      : { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  if (format === 'percent') return new Intl.NumberFormat(locale(), { ...digits, style: 'percent' }).format(value);
  const plain = new Intl.NumberFormat(locale(), digits).format(value);
  if (format === 'of_100') return `${plain}%`;
  return format === 'currency' && currency ? `${plain} ${currency}` : plain;
}

/** What is computed may be of any kind. */
function computedText(value: Value): string {
  if (typeof value === 'number') return number(value);
  if (typeof value === 'boolean') return value ? t('databases.view.yes') : t('databases.view.no');
  if (value === null || typeof value !== 'object') return String(value ?? '');
  return 'name' in value ? String(value.name) : dateText(value);
}

/** A rollup says what it shows as the property does that it looks at. */
function rollupText(model: Model, property: Property, value: Value): string {
  const shown = seenAs(property);
  if (isMany(shown.type)) return textOf(model, shown, value);
  return listOf(value)
    .map((one) => textOf(model, shown, one))
    .join(', ');
}

/** All of a value as plain words, empty where there is nothing. */
export function textOf(model: Model, property: Property, value: Value | undefined): string {
  if (isNothing(value)) return '';
  const { names } = model;
  const named = (known: Record<string, string>) =>
    listOf(value)
      .flatMap((id) => known[String(id)] ?? [])
      .join(', ');
  switch (property.type) {
    case 'number':
      return typeof value === 'number' ? numberText(value, property.config) : '';
    case 'rollup':
      return rollupText(model, property, value as Value);
    case 'formula':
      return listOf(value).map(computedText).join(', ');
    case 'duration':
      return durationText(Number(value));
    case 'select':
    case 'status':
    case 'multi_select':
      return optionsIn(property, value)
        .map(({ name }) => name)
        .join(', ');
    case 'date':
    case 'created_time':
    case 'last_edited_time':
      return dateText(value);
    case 'person':
    case 'created_by':
    case 'last_edited_by':
      return named(names.people);
    case 'relation':
      return named(names.rows);
    case 'files':
      return listOf(value)
        .flatMap((id) => names.files[String(id)]?.name ?? [])
        .join(', ');
    case 'checkbox':
      return t('databases.view.yes');
    case 'place': {
      const { name, address } = value as { name: string; address: string };
      return address ? `${name}, ${address}` : name;
    }
    case 'unique_id':
      return typeof value === 'number' && property.config.prefix ? `${property.config.prefix}-${value}` : String(value);
    default:
      return String(value);
  }
}

/** A value in a field that is typed into: numbers with a point or a comma as they are written here, nothing around them. */
export function typedOf(model: Model, property: Property, value: Value | undefined): string {
  if (property.type === 'number' && typeof value === 'number') {
    const plain = property.config.format === 'percent' ? Number((value * 100).toPrecision(15)) : value;
    return new Intl.NumberFormat(locale(), { useGrouping: false, maximumFractionDigits: 15 }).format(plain);
  }
  if (property.type === 'date') return dateOf(value)?.start ?? '';
  return textOf(model, property, value);
}

/** Words that a type does not take. */
export class Unreadable extends Error {}

const unreadable = (key: string): Unreadable => new Unreadable(t(`databases.view.fault.${key}`));

function readNumber(text: string, property: Property): number {
  const point = new Intl.NumberFormat(locale()).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value;
  const bare = text.replace(/[\s\u00a0\u202f%€$£]|[A-Z]{3}$/g, '');
  const plain =
    point === ',' && bare.includes(',')
      ? bare.replaceAll('.', '').replace(',', '.')
      : bare.replace(/,(?=\d{3}(\D|$))/g, '');
  const found = Number(plain);
  if (!plain || !Number.isFinite(found)) throw unreadable('number');
  return property.config.format === 'percent' ? found / 100 : found;
}

function readDuration(text: string): number {
  const parts = text.split(':').map(Number);
  if (parts.length > 3 || parts.some((part) => !Number.isFinite(part) || part < 0)) throw unreadable('duration');
  if (parts.length === 1) return (parts[0] as number) * 60;
  const [hours = 0, minutes = 0, seconds = 0] = parts;
  return hours * 3600 + minutes * 60 + seconds;
}

/** Days as ISO has them, and as they are written with points or slashes. */
function readDate(text: string): string {
  const iso = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2})?)?$/.exec(text);
  if (iso) return text.replace(' ', 'T');
  const [, day, month, year] = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(text) ?? [];
  if (year) return `${year}-${two(Number(month))}-${two(Number(day))}`;
  throw unreadable('date');
}

const YES = /^(1|x|✓|☑|true|yes|ja|wahr)$/i;

/**
 * What words mean as a value of a property; nothing for no words. Options and people are found by their names.
 * @throws Unreadable
 */
export function readValue({ names }: Model, property: Property, text: string): Value {
  const words = text.trim();
  if (property.type === 'checkbox') return YES.test(words);
  if (words === '') return null;
  const each = () => words.split(/\s*,\s*/).filter(Boolean);
  const option = (name: string): string => {
    const found = property.config.options?.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (!found) throw new Unreadable(t('databases.view.fault.option', { name }));
    return found.id;
  };
  const named = (known: Record<string, string>): number[] =>
    each().map((name) => {
      const found = Object.entries(known).find(([, one]) => one.toLowerCase() === name.toLowerCase());
      if (!found) throw new Unreadable(t('databases.view.fault.name', { name }));
      return Number(found[0]);
    });
  switch (property.type) {
    case 'number':
    case 'rating':
      return readNumber(words, property);
    case 'duration':
      return readDuration(words);
    case 'select':
    case 'status':
      return option(words);
    case 'multi_select':
      return each().map(option);
    case 'date':
      return { start: readDate(words), end: null, timezone: null };
    case 'person':
      return named(names.people);
    case 'relation':
      return named(names.rows);
    case 'files':
      return named(Object.fromEntries(Object.entries(names.files).map(([id, { name }]) => [id, name])));
    case 'place':
      return { name: words, address: '', latitude: null, longitude: null };
    case 'long_text':
      return text;
    default:
      return property.type === 'text' ? text : words.replace(/\s*\n\s*/g, ' ');
  }
}
