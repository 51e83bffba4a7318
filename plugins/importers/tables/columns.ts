// What the columns of a database become: types found from all values, options that rows name, samples for people.
import { type ColumnType, columnFacts, detect, type PropertyTypeName } from '../../databases/contract.ts';
import type { MappedColumn, PropertyItem } from '../contract.ts';

/** A column as it will be: names and types are settled, ids of this installation are not. */
export interface PlannedColumn {
  /** as rows name it in their values */
  id: string;
  name: string;
  type: PropertyTypeName;
  config: Record<string, unknown>;
  options: NonNullable<PropertyItem['options']>;
  /** of a relation: the database of the source */
  database?: string;
  /** how its texts are read */
  reading: ColumnType;
  /** of numbers that stay texts: how they are read for a property that an earlier import made one of numbers */
  numbers?: ColumnType;
  seen: Pick<MappedColumn, 'samples' | 'filled' | 'notes'>;
}

/** Values that are looked at to find a type, whatever they are. */
const LOOKED_AT = 20_000;
/** Texts that may be numbers are all looked at: one that is a name makes names of the others. */
const NUMBER_LENGTH = 40;
const SAMPLES = 5;
const SAMPLE_LENGTH = 200;
const OPTIONS_MAX = 500;
const OPTION_LENGTH = 100;
/** Longer texts take the type of long texts. */
const TEXT_MAX = 2000;

/** A value as a person would write it; empty for none. */
export function valueAsText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(valueAsText).filter(Boolean).join(', ');
  if (typeof value !== 'object') return String(value);
  const { start, end } = value as { start?: unknown; end?: unknown };
  if (typeof start === 'string') return typeof end === 'string' ? `${start} → ${end}` : start;
  return JSON.stringify(value);
}

/** Looks at the values of one column, row by row. */
export class ColumnScan {
  readonly #texts: string[] = [];
  readonly #kinds = new Set<string>();
  readonly #samples = new Set<string>();
  /** different values by their folded texts: members of lists, and what is no list */
  readonly #listed = new Map<string, string>();
  readonly #said = new Map<string, string>();
  #longest = 0;
  #filled = 0;

  add(value: unknown): void {
    const text = valueAsText(value);
    if (!text.trim()) return;
    this.#filled += 1;
    this.#longest = Math.max(this.#longest, text.length);
    this.#kinds.add(Array.isArray(value) ? 'list' : typeof value);
    if (this.#texts.length < LOOKED_AT || text.length <= NUMBER_LENGTH) this.#texts.push(text);
    if (this.#samples.size < SAMPLES) this.#samples.add(text.trim().slice(0, SAMPLE_LENGTH).toWellFormed());
    if (Array.isArray(value)) for (const part of value) named(this.#listed, valueAsText(part));
    else named(this.#said, text);
  }

  /** @param wanted the type that somebody asks for; found from the values otherwise */
  plan(item: PropertyItem, wanted: PropertyTypeName | undefined): PlannedColumn {
    const found = detect(item.name, this.#texts);
    const type = wanted ?? this.#type(found.kind);
    const reading = found.kind.type === type ? found.kind : this.#reading(type, found.kind);
    const options = columnFacts(type).hasOptions ? this.#options(item, type, reading) : [];
    const isTooMany = options.length > OPTIONS_MAX;
    const isLong = (type === 'text' || isTooMany) && this.#longest > TEXT_MAX;
    return {
      id: item.id ?? item.name,
      name: item.name,
      type: isLong ? 'long_text' : isTooMany ? 'text' : type,
      config: {
        // Whatever its type, a property can be described.
        ...(item.config?.description !== undefined && { description: item.config.description }),
        ...(type === 'number' && formatOf(reading)),
        ...(type === item.type && item.config),
      },
      options: isTooMany ? [] : options,
      ...(item.database !== undefined && { database: item.database }),
      reading,
      ...(found.kind.type === 'text' && found.notes.length && { numbers: this.#reading('number', found.kind) }),
      seen: { samples: [...this.#samples], filled: this.#filled, notes: type === found.kind.type ? found.notes : [] },
    };
  }

  /** Of a type that is asked for, or that values have which are no texts. */
  #reading(type: PropertyTypeName, found: ColumnType): ColumnType {
    const { reader } = columnFacts(type);
    if (type === 'number' && reader?.fit) return reader.fit({ type, config: {} }, found, this.#texts);
    return reader?.reading ?? { type: 'text' };
  }

  #type(detected: ColumnType): PropertyTypeName {
    const [only, ...others] = this.#kinds;
    if (others.length || only === undefined) return detected.type;
    if (only === 'number') return 'number';
    if (only === 'boolean') return 'checkbox';
    const isShort = [...this.#listed.values()].every((name) => name.length <= OPTION_LENGTH / 2);
    if (only === 'list') return isShort && this.#listed.size <= OPTIONS_MAX ? 'multi_select' : 'long_text';
    return only === 'object' && detected.type !== 'date' ? 'long_text' : detected.type;
  }

  /** Those the source lists come first, in its order. */
  #options({ options = [] }: PropertyItem, type: PropertyTypeName, reading: ColumnType): PlannedColumn['options'] {
    const known = new Map(options.map((option) => [option.name.toLowerCase(), option]));
    const parts = columnFacts(type).isMany
      ? this.#texts.flatMap((text) => splitOptions(text, reading))
      : [...this.#said.values()];
    // Lists say their members themselves; only what is no list is taken apart.
    for (const part of [...this.#listed.values(), ...(this.#said.size ? parts : [])]) {
      const name = optionName(part);
      const isNew = name && name.length <= OPTION_LENGTH && !known.has(name.toLowerCase());
      if (isNew && known.size <= OPTIONS_MAX) known.set(name.toLowerCase(), { name });
    }
    return [...known.values()];
  }
}

function named(all: Map<string, string>, text: string): void {
  const name = optionName(text);
  if (name && all.size <= OPTIONS_MAX && !all.has(name.toLowerCase())) all.set(name.toLowerCase(), name);
}

/** The options that a text of several names. */
export function splitOptions(text: string, reading: ColumnType): string[] {
  const separator = reading.type === 'multi_select' ? reading.separator : ',';
  return text.split(separator === ' ' ? /\s+/ : separator).filter((part) => part.trim());
}

/** As options are named: one line without blanks around it. */
export const optionName = (text: string): string => text.replace(/\s+/g, ' ').trim();

function formatOf(reading: ColumnType): Record<string, unknown> {
  if (reading.type !== 'number') return {};
  const { format, currency, decimals } = reading.style;
  return { ...(format !== 'plain' && { format }), ...(currency && { currency }), ...(decimals && { decimals }) };
}
