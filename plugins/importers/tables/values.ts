// One value of a source as a property here keeps it, or the text of what does not fit.
import { type ColumnType, columnFacts, type Property, readValue, type Value } from '../../databases/contract.ts';
import { splitOptions, valueAsText } from './columns.ts';

/** What values name: rows and files of the source, people here. */
export interface ValueLookup {
  row(id: string): number | undefined;
  file(path: string): number | undefined;
  person(name: string): number | undefined;
}

export interface ValueReading {
  value: Value;
  /** what does not fit, to be kept as text */
  misfit?: string;
  /** names of rows that are not in the source */
  missing?: string[];
}

type Kept = Pick<Property, 'type' | 'config'>;

/** @param property as it is here @param reading how texts of the column are written */
export function readPlanned(property: Kept, reading: ColumnType, value: unknown, found: ValueLookup): ValueReading {
  const text = valueAsText(value);
  if (!text.trim()) return { value: null };
  const { reader, names } = columnFacts(property.type);
  if (names) return named(property, value, { rows: found.row, files: found.file, people: found.person }[names]);
  const source = {
    value,
    text,
    reading,
    get list() {
      return Array.isArray(value) ? value.map(valueAsText).filter(Boolean) : splitOptions(text, reading);
    },
  };
  const kept = readValue(property, reader ? reader.value(source, property) : text.trim());
  return kept === undefined || (kept === null && !reader?.takesNone) ? { value: null, misfit: text } : { value: kept };
}

function named(property: Kept, value: unknown, find: (name: string) => number | undefined): ValueReading {
  const names = (Array.isArray(value) ? value : [value]).map(valueAsText).filter(Boolean);
  const missing = names.filter((name) => find(name) === undefined);
  const ids = names.flatMap((name) => find(name) ?? []);
  const kept = readValue(property, ids.length ? ids : null);
  if (kept === undefined) return { value: null, misfit: names.join(', ') };
  return { value: kept, ...(missing.length && { misfit: missing.join(', '), missing }) };
}
