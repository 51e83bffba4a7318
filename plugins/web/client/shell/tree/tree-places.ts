// Where a row of the tree that is held would go: before, behind or into the one that is marked.
import { expand } from './tree-levels.ts';
import type { TreePosition } from './tree-moves.ts';
import { depthOf, isExpanded, levelRows, nextRow, type TreeRow, treeRowId } from './tree-rows.ts';

export type DropSign = 'before' | 'after' | 'inside';

const OPEN_AFTER_MS = 600;

let opening: ReturnType<typeof setTimeout> | undefined;
let marked: TreeRow | undefined;

/** Shows where it would go; a branch under a hand that rests opens. */
export function markDrop(row: TreeRow | undefined, as?: DropSign): void {
  if (marked !== row) {
    clearTimeout(opening);
    if (marked) delete marked.dataset.drop;
    marked = row;
    if (row && as === 'inside' && !isExpanded(row)) opening = setTimeout(() => void expand(row), OPEN_AFTER_MS);
  }
  if (row && as) row.dataset.drop = as;
  else if (row) delete row.dataset.drop;
}

/** After an open branch means before its first row: that is what the line between them shows. */
export function dropPosition(row: TreeRow, sign: DropSign): TreePosition {
  const parent = row.dataset.parent ?? '';
  if (sign === 'inside') return { parent: String(treeRowId(row)), before: null };
  if (sign === 'before') return { parent, before: row };
  const next = nextRow(row);
  if (next && depthOf(next) > depthOf(row)) {
    const inside = String(treeRowId(row));
    return { parent: inside, before: levelRows(inside)[0] ?? null };
  }
  const siblings = levelRows(parent);
  return { parent, before: siblings[siblings.indexOf(row) + 1] ?? null };
}

/** Beside what is shown of a level of which there is more: its beginning or its end. */
export const positionAtMore = ({ dataset }: HTMLElement): TreePosition & { sign: DropSign } => {
  const { parent = '', more } = dataset;
  return more === 'more'
    ? { parent, before: null, sign: 'before' }
    : { parent, before: levelRows(parent)[0] ?? null, sign: 'after' };
};
