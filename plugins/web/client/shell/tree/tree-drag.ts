// Drags rows of the tree with the pointer: above, below or into another row. Each of these has a key and a dialog, too.

import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { attachInstruction } from '@atlaskit/pragmatic-drag-and-drop-hitbox/list-item/attach-instruction';
import { extractInstruction } from '@atlaskit/pragmatic-drag-and-drop-hitbox/list-item/extract-instruction';
import { mayGo, moveRow } from './tree-moves.ts';
import { type DropSign, dropPosition, markDrop, positionAtMore } from './tree-places.ts';
import { below, mayDo, type TreeRow, treeElement, treeRowAt } from './tree-rows.ts';

const prepared = new WeakSet<TreeRow>();

const signs: Record<string, DropSign> = { combine: 'inside', 'reorder-before': 'before', 'reorder-after': 'after' };

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
    onDrag: ({ self }) => markDrop(row, signs[extractInstruction(self.data)?.operation ?? '']),
    onDragLeave: () => markDrop(undefined),
    onDrop: ({ self, source }) => {
      markDrop(undefined);
      const sign = signs[extractInstruction(self.data)?.operation ?? ''];
      const moved = source.data.row as TreeRow;
      if (!sign) return;
      const place = dropPosition(row, sign);
      if (mayGo(moved, place.parent)) void moveRow(moved, place);
    },
  });
}

/** Beside what is shown of its level: a hand that goes a little past the last row does not lose what it carries. */
function targetOfMore(line: HTMLLIElement): () => void {
  const parent = line.dataset.parent ?? '';
  return dropTargetForElements({
    element: line,
    canDrop: ({ source }) => mayGo(source.data.row as TreeRow, parent),
    onDrag: () => markDrop(line, positionAtMore(line).sign),
    onDragLeave: () => markDrop(undefined),
    onDrop: ({ source }) => {
      markDrop(undefined);
      void moveRow(source.data.row as TreeRow, positionAtMore(line));
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
      markDrop(undefined);
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

const tree = treeElement();

// Loaded once, when the pointer first comes to a row that may be moved.
if (tree) {
  tree.addEventListener('pointerover', (event) => {
    const row = treeRowAt(event.target);
    if (row) prepare(row, tree);
  });
  // The pointer may rest on a row since before this was loaded: it comes over it no more.
  const rested = treeRowAt(tree.querySelector('li:hover'));
  if (rested) prepare(rested, tree);
  const scrolled = tree.closest<HTMLElement>('.sidebar-scroll');
  if (scrolled) autoScrollForElements({ element: scrolled });
  // Beside a mouse there may be a finger.
  if (navigator.maxTouchPoints) void import('./tree-finger.ts');
}
