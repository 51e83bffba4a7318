// How columns of tables, from files or other programs, become values of a property.

import type { Property, Value } from '../../model.ts';
import { type ColumnType, readCell } from '../../table-import/detect-column.ts';

/** A value as a source has it, its words, and how texts of its column are written. */
export interface SourceValue {
  value: unknown;
  text: string;
  /** the words of its members */
  list: string[];
  reading: ColumnType;
}

type Kept = Pick<Property, 'type' | 'config'>;

export interface ColumnReader {
  /** pasted tables can be taken into properties of this type */
  isTaken?: true;
  /** people can choose it for a column of an import */
  isMapped?: true;
  /** how texts are read when nothing was found out about them; absent: as texts */
  reading?: ColumnType;
  /** how the cells of a column are read, of which `found` was found out; absent: as texts */
  fit?(property: Kept, found: ColumnType, cells: string[]): ColumnType;
  /** what `read` is given of a value of a source */
  value(source: SourceValue, property: Kept): unknown;
  /** no value is one, too: what comes to none is no misfit */
  takesNone?: true;
  /** the value of a filter of a source as filters here take it; undefined for none that fits */
  filterValue?(value: string | number | boolean, property: Kept, isRange: boolean): Value | undefined;
}

/** Texts by how their column is written; what does not fit stays as it is, to be refused. */
export const readAsWritten = ({ value, reading }: SourceValue): unknown =>
  typeof value === 'string' ? (readCell(value, reading) ?? value) : value;

export const asNumber = ({ value }: SourceValue): unknown => (typeof value === 'string' ? Number(value) : value);

/** A line of text. */
export const textColumn: ColumnReader = {
  isTaken: true,
  isMapped: true,
  value: ({ text }) => text.trim(),
  filterValue: (value, _property, isRange) => (isRange ? undefined : String(value)),
};
