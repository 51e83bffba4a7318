// Where rows of the table may come to stand: before or behind others, at the beginning or end of a group, or in a folded one.
import type { RowGroup } from '../model.ts';
import type { RowList } from '../row-list.ts';
import type { TableGrid } from './grid.ts';
import type { TableLine } from './lines.ts';

export interface LinePlace {
  group: RowGroup | null;
  list: RowList;
  /** before the row that stands there now */
  index: number;
  /** above this line of the table, or in it where that is the head of a folded group */
  line: number;
  isInside?: boolean;
}

/** At the beginning of a group, or somewhere in one that is folded; nothing stands in groups of groups themselves. */
function placeInGroup({ model }: TableGrid, line: Extract<TableLine, { kind: 'group' }>, at: number): LinePlace | null {
  const { group, isFolded } = line;
  if (group.subs !== undefined && model.subGrouping) return null;
  const list = model.listOf(group);
  return isFolded
    ? { group, list, index: list.total ?? 0, line: at, isInside: true }
    : { group, list, index: 0, line: at + 1 };
}

const atEnd = ({ model }: TableGrid, { group }: Extract<TableLine, { kind: 'new' }>, line: number): LinePlace => {
  const list = model.listOf(group);
  return { group, list, index: list.total ?? 0, line };
};

/** So far below the beginning of the table. */
export function placeUnder(grid: TableGrid, y: number): LinePlace | null {
  const at = Math.min(grid.lines.count - 1, Math.max(0, Math.floor(y / grid.height)));
  const line = grid.lines.at(at);
  if (!line) return null;
  if (line.kind === 'group') return placeInGroup(grid, line, at);
  if (line.kind === 'new') return atEnd(grid, line, at);
  const { group, list, index } = line;
  const after = Number(y - at * grid.height > grid.height / 2);
  return { group, list, index: index + after, line: at + after };
}

/** One step up or down from these lines, at the ends of a group into the next one. */
export function placeBeside(grid: TableGrid, [first, last]: [number, number], by: 1 | -1): LinePlace | null {
  const { lines } = grid;
  const from = lines.at(by < 0 ? first : last);
  if (from?.kind !== 'row') return null;
  for (let at = by < 0 ? first - 1 : last + 1; ; at += by) {
    const line = lines.at(at);
    if (!line) return null;
    if (line.kind === 'row') {
      const after = Number(by > 0);
      return { group: line.group, list: line.list, index: line.index + after, line: at + after };
    }
    if (line.kind === 'new' && by < 0) return atEnd(grid, line, at);
    // On the way up each group but its own is met at its end.
    if (line.kind === 'group' && (by > 0 || line.isFolded)) {
      const place = placeInGroup(grid, line, at);
      if (place) return place;
    }
  }
}

/** The row beside which others come to stand there, none of which it is; undefined in a group that is empty. */
export function rowBeside(
  { list, index }: LinePlace,
  moved: Set<number>,
): { id: number; side: 'before' | 'after' } | undefined {
  const isFree = (id: number | undefined): id is number => id !== undefined && !moved.has(id);
  const { ids } = list;
  const next = ids.slice(index, index + moved.size + 1).find(isFree);
  if (next !== undefined) return { id: next, side: 'before' };
  const previous = ids.slice(Math.max(0, index - moved.size - 1), index).findLast(isFree);
  return previous === undefined ? undefined : { id: previous, side: 'after' };
}
