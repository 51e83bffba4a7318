// Tables from outside: read from CSV, TSV and what was pasted, with the types that their columns have.
export { type ColumnNote, type ColumnType, type ColumnValue, detect, readCell } from './detect-column.ts';
export {
  type ParsedColumn,
  parseTable,
  TABLE_COLUMNS_MAX,
  TABLE_ROWS_MAX,
  type Table,
  type TableOptions,
} from './parse-table.ts';
