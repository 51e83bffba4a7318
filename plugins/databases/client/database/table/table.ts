// The table with its keys, and with columns that are pulled wider and dragged to other places, as rows are.
import { el } from '../../../../../core/client/dom.ts';
import { addShortcut } from '../../../../../core/client/shortcuts.ts';
import type { Actions } from '../actions.ts';
import { enableDragDrop } from '../drag-drop.ts';
import type { Changes } from '../edit-queue.ts';
import type { Model } from '../model.ts';
import { reordered } from './columns.ts';
import { TableGrid } from './grid.ts';
import { startResize } from './header.ts';
import { Keys } from './keys.ts';
import { RowDrag } from './row-drag.ts';

export function createTableView(
  model: Model,
  changes: Changes,
  actions: Actions,
): { element: HTMLElement; draw(): void; begin(): void } {
  const grid = new TableGrid(model, changes, actions);
  // Before the keys: the edge of a column is no cell.
  startResize(grid);
  new Keys(grid);
  new RowDrag(grid);
  if (model.isEditable) {
    const [keys, group] = [['alt+arrowup', 'alt+arrowdown'], 'databases.view.shortcuts'];
    addShortcut({ id: 'row.move', keys, label: 'databases.view.shortcuts.move', group });
  }
  enableDragDrop(grid.scroller, {
    item: '.head-cell[draggable]',
    target: '.head-cell',
    side: 'inline',
    touched: grid.head,
    mayDrop: (_cell, target) => target.dataset.column !== '0',
    drop: (cell, target, isAfter) => {
      const order = reordered(model, Number(cell.dataset.property), Number(target.dataset.property), isAfter);
      actions.attempt(() => model.saveConfig({ order }, { quiet: true }));
    },
  });
  const begin = () => {
    grid.go({ line: grid.lines.count - 1, column: 0 });
    grid.scroller.focus();
  };
  return { element: el('div', {}, grid.scroller, grid.status), draw: () => grid.draw(), begin };
}
