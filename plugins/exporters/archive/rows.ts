// One row on its way into an archive or out of it: the same columns, with numbers in place of ids or the other way round.
import type { IdMapping } from './id-mapping.ts';
import * as mapping from './id-mapping.ts';
import type { NamedTable } from './tables.ts';

export type ArchiveRow = Record<string, unknown>;

type Way = 'in' | 'out';

/** The row on the other side; undefined when something that it needs is not there. `id` is left to the caller. */
export function translateRow(table: NamedTable, row: ArchiveRow, ids: IdMapping, way: Way): ArchiveRow | undefined {
  const made: ArchiveRow = {};
  for (const [column, value] of Object.entries(row)) {
    if (column === 'id' || table.omits?.includes(column)) continue;
    made[column] = columnOf(table, column, value, row, ids, way);
  }
  return table.needs?.some((column) => made[column] === null) ? undefined : made;
}

function columnOf(
  table: NamedTable,
  column: string,
  value: unknown,
  row: ArchiveRow,
  ids: IdMapping,
  way: Way,
): unknown {
  if (value === null || value === undefined) return null;
  const target = table.name === 'row_value' && column === 'ref_id' ? cellTarget(row, ids) : table.refs?.[column];
  if (target) return ids.of(target, value as number) ?? null;
  if (column === 'size') return Number(value);
  const said = table.said?.[column];
  return said ? saidOf(said, value, row, ids, way) : value;
}

const cellTarget = (row: ArchiveRow, ids: IdMapping): string | undefined =>
  mapping.referred(ids.propertyType(row.property_id as number));

function saidOf(said: string, value: unknown, row: ArchiveRow, ids: IdMapping, way: Way): unknown {
  if (said === 'address') return mapping.mapAddress(value as string, ids);
  if (said === 'icon') return mapping.mapIcon(value as string, ids);
  if (said === 'comment') return mapping.comment(value as string, ids);
  // JSON lies open in the archive; a body that is empty is an empty text.
  if (value === '') return '';
  const given = (way === 'out' ? JSON.parse(value as string) : value) as never;
  const made = LISTS[said]?.(given, ids) ?? configOf(said, given, row, ids);
  return way === 'out' ? made : JSON.stringify(made);
}

const LISTS: Record<string, typeof mapping.mapValues> = {
  values: mapping.mapValues,
  blocks: mapping.blocks,
  views: mapping.views,
};

const configOf = (said: string, given: never, row: ArchiveRow, ids: IdMapping): unknown =>
  mapping.mapConfig(given, ids, said === 'config' ? String(row.type) : undefined);

/** Equal rows make equal lines, whatever the order of their columns. */
export function archiveLine(number: number | undefined, row: ArchiveRow): string {
  const sorted = Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));
  return `${JSON.stringify(number === undefined ? sorted : { id: number, ...sorted })}\n`;
}

/** By the columns of the key, which are numbers or texts. */
export function byKey(key: readonly string[]): (a: ArchiveRow, b: ArchiveRow) => number {
  return (a, b) => {
    for (const column of key) {
      const [one, other] = [a[column] as string | number, b[column] as string | number];
      if (one !== other) return one < other ? -1 : 1;
    }
    return 0;
  };
}
