// One value of a source as a property here keeps it, or the text of what does not fit.
import {
  type ColumnType,
  type Option,
  type Property,
  readCell,
  readValue,
  type Value,
} from '../../databases/contract.ts';
import { optionName, partsOf, textOf } from './columns.ts';

/** What values name: rows and files of the source, people here. */
export interface Found {
  row(id: string): number | undefined;
  file(path: string): number | undefined;
  person(name: string): number | undefined;
}

export interface Read {
  value: Value;
  /** what does not fit, to be kept as text */
  misfit?: string;
  /** names of rows that are not in the source */
  missing?: string[];
}

type Kept = Pick<Property, 'type' | 'config'>;

/** @param property as it is here @param reading how texts of the column are written */
export function readPlanned(property: Kept, reading: ColumnType, value: unknown, found: Found): Read {
  const text = textOf(value);
  if (!text.trim()) return { value: null };
  const { type } = property;
  if (type === 'relation') return named(property, value, found.row);
  if (type === 'files') return named(property, value, found.file);
  if (type === 'person') return named(property, value, found.person);
  const kept = readValue(property, raw(property, reading, value, text));
  return kept === undefined || (kept === null && type !== 'checkbox' && type !== 'multi_select')
    ? { value: null, misfit: text }
    : { value: kept };
}

function raw({ type, config }: Kept, reading: ColumnType, value: unknown, text: string): unknown {
  switch (type) {
    case 'select':
    case 'status':
      return optionId(config.options, text);
    case 'multi_select':
      return listOf(value, reading).map((name) => optionId(config.options, name));
    case 'number':
    case 'checkbox':
    case 'date':
      return typeof value === 'string' ? (readCell(value, reading) ?? value) : value;
    case 'rating':
    case 'duration':
      return typeof value === 'string' ? Number(value) : value;
    case 'place':
      return typeof value === 'string' ? { name: value } : value;
    default:
      return type === 'long_text' ? text : text.trim();
  }
}

function listOf(value: unknown, reading: ColumnType): string[] {
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean);
  return partsOf(textOf(value), reading);
}

const optionId = (options: Option[] = [], text: string): string | undefined => {
  const name = optionName(text).toLowerCase();
  return options.find((one) => one.name.toLowerCase() === name)?.id;
};

function named(property: Kept, value: unknown, find: (name: string) => number | undefined): Read {
  const names = (Array.isArray(value) ? value : [value]).map(textOf).filter(Boolean);
  const missing = names.filter((name) => find(name) === undefined);
  const ids = names.flatMap((name) => find(name) ?? []);
  const kept = readValue(property, ids.length ? ids : null);
  if (kept === undefined) return { value: null, misfit: names.join(', ') };
  return { value: kept, ...(missing.length && { misfit: missing.join(', '), missing }) };
}
