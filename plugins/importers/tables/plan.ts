// A database of the source before it is written: its columns with their types, as found, given, or asked for.
import type { ColumnMapping, DatabaseItem, MappedDatabase, RowItem } from '../contract.ts';
import type { SaidColumn } from '../report-model.ts';
import { ColumnScan, type PlannedColumn, valueAsText } from './columns.ts';

export interface PlannedTable {
  item: DatabaseItem;
  columns: PlannedColumn[];
  /** columns that a person left out, as they would be */
  left: PlannedColumn[];
  /** the column of the titles */
  title: { id?: string; name?: string };
  /** a person chose another column for the titles: the values of this one are the titles */
  titledBy?: string;
  rows: number;
  /** column → rows whose value does not fit */
  misfits: Map<string, number>;
}

interface Rows {
  rows: number;
  values: AsyncIterable<RowItem>;
}

/** Reads all rows once. */
export async function planTable(item: DatabaseItem, mapping: ColumnMapping[string], rows: Rows): Promise<PlannedTable> {
  const declared = item.properties.find(({ type }) => type === 'title');
  const titledBy = Object.entries(mapping).find(([, { type, skip }]) => type === 'title' && !skip)?.[0];
  const other = titledBy !== undefined && titledBy !== keyOf(declared) ? titledBy : undefined;
  const scans = new Map<string, ColumnScan>();
  const columns = item.properties.filter((property) =>
    other === undefined ? property !== declared : keyOf(property) !== other,
  );
  for (const column of columns) scans.set(keyOf(column) as string, new ColumnScan());
  for await (const row of rows.values)
    for (const column of columns)
      scans.get(keyOf(column) as string)?.add(column === declared ? row.title : row.values[keyOf(column) as string]);
  const names = new Set<string>();
  const titled = mapping[titledBy ?? keyOf(declared) ?? ''];
  const ofTitle = other === undefined ? declared : item.properties.find((property) => keyOf(property) === other);
  const title = { id: keyOf(ofTitle), name: titled?.name ?? ofTitle?.name };
  if (title.name) names.add(title.name.toLowerCase());
  const left: PlannedColumn[] = [];
  const planned = columns.flatMap((column) => {
    const key = keyOf(column) as string;
    const said = mapping[key];
    const given = column === declared ? 'text' : column.type;
    const scan = scans.get(key) as ColumnScan;
    if (said?.skip) {
      left.push({ ...scan.plan(column, given), id: key });
      return [];
    }
    const made = withOrder(scan.plan(column, said?.type ?? given), said?.dates);
    return [{ ...made, id: key, name: freeName(said?.name ?? column.name, names) }];
  });
  return { item, columns: planned, left, title, titledBy: other, rows: rows.rows, misfits: new Map() };
}

/** Dates in the order that a person says they are written in. */
function withOrder(column: PlannedColumn, order: SaidColumn['dates']): PlannedColumn {
  const { reading } = column;
  return order === undefined || reading.type !== 'date' ? column : { ...column, reading: { ...reading, order } };
}

const keyOf = (property: { id?: string; name: string } | undefined): string | undefined =>
  property && (property.id ?? property.name);

const NAME_MAX = 100;

/** One line, not longer than names may be, and not the name of another column. */
function freeName(wanted: string, taken: Set<string>): string {
  const base =
    wanted
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim()
      .slice(0, NAME_MAX)
      .trim()
      .toWellFormed() || 'Column';
  let name = base;
  for (let more = 2; taken.has(name.toLowerCase()); more++) name = `${base.slice(0, NAME_MAX - 5)} ${more}`;
  taken.add(name.toLowerCase());
  return name;
}

/** The title of a row, which may be in another column than the source says. */
export const rowItemTitle = (row: RowItem, { titledBy }: PlannedTable): string =>
  titledBy === undefined ? row.title : valueAsText(row.values[titledBy]);

/** The value of a row for a column; the column that held the titles has them still. */
export function cellOf(row: RowItem, column: PlannedColumn, { item, titledBy }: PlannedTable): unknown {
  const declared = item.properties.find(({ type }) => type === 'title');
  return titledBy !== undefined && keyOf(declared) === column.id ? row.title : row.values[column.id];
}

/** What the preview shows of a database. */
export const mappedDatabase = ({ item, columns, left, title, rows, misfits }: PlannedTable): MappedDatabase => ({
  id: item.id,
  title: item.title,
  rows,
  columns: [
    { id: title.id ?? '', name: title.name ?? '', type: 'title', samples: [], filled: rows, misfits: 0, notes: [] },
    ...columns.map(({ id, name, type, seen }) => ({ id, name, type, ...seen, misfits: misfits.get(id) ?? 0 })),
    ...left.map(({ id, name, type, seen }) => ({ id, name, type, ...seen, misfits: 0, left_out: true as const })),
  ],
});
