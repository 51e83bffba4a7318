// Drags rows of the tree with the pointer: above, below or into another row. Each of these has a key and a dialog, too.

import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { attachInstruction } from '@atlaskit/pragmatic-drag-and-drop-hitbox/list-item/attach-instruction';
import { extractInstruction } from '@atlaskit/pragmatic-drag-and-drop-hitbox/list-item/extract-instruction';
import { expand } from './tree-levels.ts';
import { mayGo, moveRow, type TreePosition } from './tree-moves.ts';
import {
  below,
  depthOf,
  isExpanded,
  levelRows,
  mayDo,
  nextRow,
  type TreeRow,
  treeRowAt,
  treeRowId,
} from './tree-rows.ts';

const OPEN_AFTER_MS = 600;

const prepared = new WeakSet<TreeRow>();
let opening: ReturnType<typeof setTimeout> | undefined;
let marked: TreeRow | undefined;

function mark(row: TreeRow | undefined, as = ''): void {
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
function placeAt(row: TreeRow, operation: string): TreePosition {
  const parent = row.dataset.parent ?? '';
  if (operation === 'combine') return { parent: String(treeRowId(row)), before: null };
  if (operation === 'reorder-before') return { parent, before: row };
  const next = nextRow(row);
  if (next && depthOf(next) > depthOf(row)) {
    const inside = String(treeRowId(row));
    return { parent: inside, before: levelRows(inside)[0] ?? null };
  }
  const siblings = levelRows(parent);
  return { parent, before: siblings[siblings.indexOf(row) + 1] ?? null };
}

const signs: Record<string, string> = { combine: 'inside', 'reorder-before': 'before', 'reorder-after': 'after' };

const availability = (isOpen: boolean) => (isOpen ? 'available' : 'not-available');

function targetOf(row: TreeRow): () => void {
  return dropTargetForElements({
    element: row,
    canDrop: ({ source }) => source.data.row !== row && !below(source.data.row as TreeRow).includes(row),
    getData: ({ input, element, source }) => {
      const mayBeside = mayGo(source.data.row as TreeRow, row.dataset.parent ?? '');
      return attachInstruction(
        {},
        {
          input,
          element,
          operations: {
            'reorder-before': availability(mayBeside),
            'reorder-after': availability(mayBeside),
            combine: availability(mayDo(row, 'add')),
          },
        },
      );
    },
    onDrag: ({ self }) => mark(row, signs[extractInstruction(self.data)?.operation ?? '']),
    onDragLeave: () => mark(undefined),
    onDrop: ({ self, source }) => {
      mark(undefined);
      const instruction = extractInstruction(self.data);
      const moved = source.data.row as TreeRow;
      if (!instruction) return;
      const place = placeAt(row, instruction.operation);
      if (mayGo(moved, place.parent)) void moveRow(moved, place);
    },
  });
}

/** Beside what is shown of its level: a hand that goes a little past the last row does not lose what it carries. */
function targetOfMore(line: HTMLLIElement): () => void {
  const parent = line.dataset.parent ?? '';
  const isEnd = line.dataset.more === 'more';
  return dropTargetForElements({
    element: line,
    canDrop: ({ source }) => mayGo(source.data.row as TreeRow, parent),
    onDrag: () => mark(line, isEnd ? 'before' : 'after'),
    onDragLeave: () => mark(undefined),
    onDrop: ({ source }) => {
      mark(undefined);
      void moveRow(source.data.row as TreeRow, { parent, before: isEnd ? null : (levelRows(parent)[0] ?? null) });
    },
  });
}

/** Rows become targets when a drag begins and stop being targets when it ends: a thousand cost nothing until then. */
function prepare(row: TreeRow, tree: HTMLElement): void {
  if (prepared.has(row) || !mayDo(row, 'move')) return;
  prepared.add(row);
  let stopTargets = (): void => undefined;
  draggable({
    element: row,
    canDrag: () => mayDo(row, 'move'),
    getInitialData: () => ({ row }),
    onDragStart: () => {
      row.classList.add('dragged');
      stopTargets = startTargets(tree);
    },
    onDrop: () => {
      row.classList.remove('dragged');
      mark(undefined);
      // The target hears of the drop after its source.
      setTimeout(stopTargets);
    },
  });
}

function startTargets(tree: HTMLElement): () => void {
  const known = new Map<TreeRow, () => void>();
  const add = (event: Event) => {
    const line = (event.target as Element).closest<HTMLLIElement>('.tree > li');
    if (!line || known.has(line)) return;
    if (line.dataset.more) known.set(line, targetOfMore(line));
    else if (treeRowAt(line)) known.set(line, targetOf(line));
  };
  // A hand may have come to a line before the drag was known to have begun: there it enters nothing any more.
  const stop = new AbortController();
  for (const kind of ['dragenter', 'dragover'])
    tree.addEventListener(kind, add, { capture: true, signal: stop.signal });
  return () => {
    stop.abort();
    for (const forget of known.values()) forget();
  };
}

let isEnabled = false;

/** Once, when the pointer first comes to a row that may be moved. */
export function enableTreeDrag(tree: HTMLElement): void {
  if (isEnabled) return;
  isEnabled = true;
  tree.addEventListener('pointerover', (event) => {
    const row = treeRowAt(event.target);
    if (row) prepare(row, tree);
  });
  // The pointer may rest on a row since before this was loaded: it comes over it no more.
  const rested = treeRowAt(tree.querySelector('li:hover'));
  if (rested) prepare(rested, tree);
  const scrolled = tree.closest<HTMLElement>('.sidebar-scroll');
  if (scrolled) autoScrollForElements({ element: scrolled });
}
