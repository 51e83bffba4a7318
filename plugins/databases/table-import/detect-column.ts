// What a column of texts is: the type of property that holds all of them, and how each is read as its value.
import { type DayOrder, datesIn, type FoundDate, parseDate } from './parse-dates.ts';
import { type NumberFault, type NumberStyle, numbersIn, readNumber } from './parse-numbers.ts';

/** The types of property that a column of texts can become; one of them makes the title. */
export type ColumnType =
  | { type: 'text' | 'long_text' | 'checkbox' | 'url' | 'email' | 'phone' }
  | { type: 'number'; style: NumberStyle }
  | { type: 'date'; order: DayOrder }
  | { type: 'select'; options: string[] }
  | { type: 'multi_select'; options: string[]; separator: string };

/** What a person should look at before the import. */
export type ColumnNote = NumberFault | 'ambiguous_numbers' | 'ambiguous_dates';

export interface ColumnDetection {
  kind: ColumnType;
  notes: ColumnNote[];
}

const TRUE = new Set(['true', 'yes', 'ja', 'wahr', 'oui', 'sí', 'x', '✓', '✔', '☑', 'checked']);
const FALSE = new Set(['false', 'no', 'nein', 'falsch', 'non', '☐', 'unchecked']);
const EMAIL = /^[^\s@,;<>]{1,64}@[^\s@,;<>]+\.[^\s@,;<>.]+$/;
const URL = /^https?:\/\/[^\s/]+\S*$/i;
const PHONE = /^\+?[\d\s()/.-]{5,24}$/;
const NAMED = {
  phone: /^(phone|tel|telephone|telefon|mobile|mobil|handy|fax)\b/i,
  many: /^(tags?|labels?|keywords?|topics|skills|schlagw[oö]rter|stichworte?)$/i,
  one: /^(status|state|priority|type|kind|category|stage|severity|priorit[aä]t|typ|art|kategorie)$/i,
};
const OPTION_LENGTH = 60;
const OPTIONS_MAX = 30;
const TAGS_MAX = 200;
const LONG = 200;

export interface ReadOptions {
  /** of dates such as 3/4/2026, which say it themselves in one column of many; default dmy */
  order?: DayOrder;
}

/** @param cells all cells of the column, the empty ones too */
export function detect(name: string, cells: string[], { order = 'dmy' }: ReadOptions = {}): ColumnDetection {
  const filled = cells.map((cell) => cell.trim()).filter(Boolean);
  const only = (kind: ColumnType, ...notes: ColumnNote[]): ColumnDetection => ({ kind, notes });
  if (!filled.length) return only({ type: 'text' });
  if (filled.every((cell) => readFlag(cell) !== undefined)) return only({ type: 'checkbox' });
  const dates = datesIn(filled, order);
  if (dates)
    return only({ type: 'date', order: dates.order }, ...(dates.isAmbiguous ? (['ambiguous_dates'] as const) : []));
  if (NAMED.phone.test(name) && filled.every((cell) => PHONE.test(cell))) return only({ type: 'phone' });
  const numbers = numbersIn(filled);
  if (numbers?.fault) return only({ type: 'text' }, numbers.fault);
  if (numbers)
    return only(
      { type: 'number', style: numbers.style },
      ...(numbers.isAmbiguous ? (['ambiguous_numbers'] as const) : []),
    );
  if (filled.every((cell) => EMAIL.test(cell))) return only({ type: 'email' });
  if (filled.every((cell) => URL.test(cell))) return only({ type: 'url' });
  if (filled.some((cell) => cell.length > LONG || /[\r\n]/.test(cell))) return only({ type: 'long_text' });
  return only(optionsIn(name, filled) ?? { type: 'text' });
}

function optionsIn(name: string, filled: string[]): ColumnType | undefined {
  const many = manyIn(name, filled);
  if (many) return many;
  const options = distinct(filled);
  const isFew = options.length <= OPTIONS_MAX && options.every((one) => one.length <= OPTION_LENGTH);
  const isRepeated = filled.length >= 4 && options.length * 2 <= filled.length;
  return isFew && (isRepeated || NAMED.one.test(name)) ? { type: 'select', options } : undefined;
}

function manyIn(name: string, filled: string[]): ColumnType | undefined {
  const isNamed = NAMED.many.test(name);
  for (const separator of [';', ',', '|', ...(isNamed ? [' '] : [])]) {
    const several = filled.filter((cell) => cell.includes(separator)).length;
    if (!several || (!isNamed && several * 5 < filled.length)) continue;
    const parts = filled.flatMap((cell) => parted(cell, separator));
    const options = distinct(parts);
    if (options.length > TAGS_MAX || options.some((one) => one.length > OPTION_LENGTH)) continue;
    // Sentences have commas, too, but hardly ever the same words between them.
    if (isNamed || options.length * 2 <= parts.length) return { type: 'multi_select', options, separator };
  }
  return isNamed ? { type: 'multi_select', options: distinct(filled), separator: ',' } : undefined;
}

/** In the order in which they come; options are the same whatever the case of their letters. */
function distinct(texts: string[]): string[] {
  const known = new Map<string, string>();
  for (const text of texts) if (!known.has(text.toLowerCase())) known.set(text.toLowerCase(), text);
  return [...known.values()];
}

const parted = (cell: string, separator: string): string[] =>
  distinct(
    cell
      .split(separator === ' ' ? /\s+/ : separator)
      .map((part) => part.trim())
      .filter(Boolean),
  );

function readFlag(cell: string): boolean | undefined {
  const text = cell.trim().toLowerCase();
  if (TRUE.has(text)) return true;
  return FALSE.has(text) ? false : undefined;
}

/** Values as properties have them; options by their names. */
export type ColumnValue = string | number | boolean | string[] | (FoundDate & { timezone: null }) | null;

/** The value of a cell; null of an empty one, undefined when it does not fit the type. */
export function readCell(cell: string, kind: ColumnType): ColumnValue | undefined {
  const text = cell.trim();
  if (kind.type === 'checkbox') return text ? readFlag(text) : false;
  if (!text) return kind.type === 'multi_select' ? [] : null;
  if (kind.type === 'number') return readNumber(text, kind.style);
  if (kind.type === 'date') {
    const date = parseDate(text, kind.order);
    return date && { ...date, timezone: null };
  }
  if (kind.type === 'multi_select') return parted(text, kind.separator).map((part) => optionNamed(part, kind.options));
  if (kind.type === 'select') return optionNamed(text, kind.options);
  if (kind.type === 'email') return EMAIL.test(text) ? text : undefined;
  if (kind.type === 'url') return URL.test(text) ? text : undefined;
  return kind.type === 'long_text' ? cell : text;
}

/** As the options write it; one that is not among them is a new one. */
const optionNamed = (text: string, options: string[]): string =>
  options.find((one) => one.toLowerCase() === text.toLowerCase()) ?? text;
