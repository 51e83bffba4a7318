// What a type of property is: one record says how its values are read, kept, compared, shown, converted and imported.
import type Joi from 'joi';
import type { ValueKind } from '../../formula/index.ts';
import type { Config, Property, Value } from '../../model.ts';
import type { ColumnReader } from './column-reader.ts';
import type { FormFieldType } from './form-field.ts';

/** The typed columns of one value; a list has a cell for each of its members. */
export interface ValueCell {
  text_key?: string;
  num?: number;
  at_start?: string;
  at_end?: string;
  ref_id?: number;
}

export type CellColumn = 'text_key' | 'num' | 'at_start' | 'ref_id';
/** What a cell of it looks like in a small picture of a table. */
export type CellSketch = 'state' | 'tag' | 'tags' | 'person' | 'check' | 'stars' | 'number' | 'link';

/** A line of text, by what browsers call a field for it. */
export type LineKind = 'text' | 'url' | 'email' | 'tel';

export type ValidationRule = 'required' | 'unique' | 'min' | 'max' | 'min_length' | 'max_length';

/** Which operators of filters apply, and how they compare. */
export type Comparison = 'text' | 'number' | 'option' | 'options' | 'date' | 'refs' | 'flag' | 'moment' | 'none';

/** Names of what values refer to, for words: options are in the property itself. */
export interface ValueNames {
  user(id: number): string | undefined;
  row(id: number): string | undefined;
  file(id: number): string | undefined;
}

/** The same, and where files are found. */
export interface DisplayNames extends ValueNames {
  fileUrl(id: number): string | undefined;
}

export interface Link {
  href: string;
  text: string;
}

/** What a row and its page say themselves. */
export interface RowFacts {
  number: number;
  created_at: string;
  updated_at: string;
  created_by: number | null;
  updated_by: number | null;
}

/** A value that is to become one of another type, with its words: those of each member, and all of them. */
export interface ConversionSource {
  value: Value;
  from: Property;
  texts: string[];
  text: string;
}

export interface PropertyType {
  /** the sign before its name */
  icon: string;
  compares: Comparison;
  /** what rows are sorted by; absent where they cannot be */
  sorts?: CellColumn;
  /** what the configuration takes beside description, hidden and default */
  config: Record<string, Joi.Schema>;
  /** settings that answers show otherwise than requests take them */
  shownConfig?: Joi.SchemaMap;
  rules: readonly ValidationRule[];
  /** made by the service: nobody writes it */
  computed?: true;
  /** only one in a database */
  single?: true;
  /** its values are lists */
  isMany?: true;
  /** it has no value at all */
  isValueless?: true;
  /** it is pressed, and does something */
  isPressed?: true;
  /** its value is the number of the row, which is stored with the row alone */
  isRowNumber?: true;
  /** a plain number, whose digits stand below each other */
  isQuantity?: true;
  /** sprints add it up as points */
  isEstimate?: true;
  /** its texts are too long to be groups */
  isLong?: true;
  lineOf?: LineKind;
  sketch?: CellSketch;
  /** its values are not part of the text by which a row is found */
  isUnsearched?: true;
  /** every row has a value */
  isAlwaysThere?: true;
  /** boards and charts group by it */
  isGrouped?: true;
  /** its options say how far something is: a state each */
  hasStates?: true;
  /**
   * A value as it is kept; null is none.
   * @throws ValueFault
   */
  read(value: unknown, property: Property): Value;
  /** ids of people, rows or files in it, which the writer must be able to see */
  refs?(value: Value): number[];
  /** what its ids are those of */
  names?: 'people' | 'rows' | 'files';
  cells(value: Value, property: Property): ValueCell[];
  words(value: Value, property: Property, names: ValueNames): string;
  /** what the rules min and max compare; numbers are compared as they are */
  measure?(value: Value): string;
  /** how tables and pages show it, where words are not all of it */
  display?: 'check' | 'stars';
  links?(value: Value, known: DisplayNames): Link[] | undefined;
  /** the column of its page that it is, which is compared in place of cells */
  pageColumn?: string;
  /** as clients get it, where that is not what is stored */
  present?(stored: Value, property: Property, row: RowFacts): Value;

  /** as what formulas see it; undefined: not at all, or by its results */
  formulaKind?: ValueKind;
  /** a stored value as formulas take it, where that is not what is stored; null is asked for, too */
  toFormula?(value: Value, property: Property, rowNumber: number): unknown;
  /** what a rollup that shows it is, where that is not one of this type alone */
  rollsUpAs?(config: Config): Partial<Config>;
  /** sums of it are of this type, too */
  isSummedAsItself?: true;

  /** what `read` is given when a value of another type becomes one of this: types without it are not converted */
  convertFrom?(converted: ConversionSource, property: Property): unknown;
  /** how a form without scripts asks for it */
  formField?: FormFieldType;
  /** how columns of tables become it */
  fromColumn?: ColumnReader;
}

/** A value that a property does not take; `rule` and `detail` are what the client is told. */
export class ValueFault extends Error {
  readonly rule: string;
  constructor(rule: string, detail: string) {
    super(detail);
    this.rule = rule;
  }
}

/** Whether there is nothing in it: what `required` refuses and filters call empty. */
export const isEmptyValue = (value: Value | undefined): boolean =>
  value === null || value === undefined || value === '' || value === false || (Array.isArray(value) && !value.length);

export const wrongType = (wanted: string): ValueFault => new ValueFault('type', `must be ${wanted}`);

/** Refuses members of objects that nobody asked for. */
export function only(value: object, keys: readonly string[]): void {
  const other = Object.keys(value).find((key) => !keys.includes(key));
  if (other !== undefined) throw new ValueFault('type', `does not take ${other.slice(0, 50)}`);
}
