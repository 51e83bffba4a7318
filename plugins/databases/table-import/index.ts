// Tables from outside: read from CSV, TSV and what was pasted, with the types that their columns have.
export { type CellValue, type ColumnNote, type ColumnType, detect, readCell } from './detect-column.ts';
export { COLUMNS_MAX, type Column, ROWS_MAX, readTable, type Table, type TableOptions } from './parse-table.ts';
