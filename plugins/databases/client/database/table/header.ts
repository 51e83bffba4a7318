// The heads of the columns: a menu each, an edge to pull, and a place to drag to.
import { el, icon } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { clientType } from '../../../schema/types/client-registry.ts';
import { fit, LEAST, resize } from './columns.ts';
import type { TableGrid } from './grid.ts';
import { requestProperty } from './property-request.ts';

/** Behind the last column: where the next one is made. */
function addingCell({ model, actions, columns }: TableGrid): HTMLElement {
  const label = t('databases.view.new_property');
  const add = el('button', { type: 'button', class: 'icon-button', tabindex: -1, 'aria-label': label }, icon('plus'));
  add.addEventListener('click', () => actions.attempt(() => requestProperty(model, add)));
  return el('div', { role: 'columnheader', class: 'grid-cell add-cell', 'aria-colindex': columns.length + 1 }, add);
}

export function drawHead(head: HTMLElement, grid: TableGrid): void {
  const { model, columns } = grid;
  const { sorts = [] } = model.view.config;
  const cells = columns.map((column, index) => {
    const { property } = column;
    const sort = sorts.find((one) => one.property_id === property.id);
    const edge = el('span', { class: 'head-edge', 'data-edge': property.id });
    const cell = el(
      'div',
      {
        role: 'columnheader',
        class: 'grid-cell head-cell',
        'aria-colindex': index + 1,
        'data-column': index,
        'data-property': property.id,
        draggable: property.type === 'title' ? null : 'true',
        ...(sort ? { 'aria-sort': sort.direction === 'desc' ? 'descending' : 'ascending' } : {}),
      },
      icon(clientType(property).icon),
      el('span', { class: 'head-name' }, property.name),
      sort ? icon(sort.direction === 'desc' ? 'arrow-down' : 'arrow-up') : null,
      edge,
    );
    if (property.type === 'title') cell.classList.add('handled');
    fit(cell, column);
    return cell;
  });
  const row = el('div', { role: 'row', class: 'grid-line head', 'aria-rowindex': 1, 'data-line': -1 }, ...cells);
  if (model.isEditable) row.append(addingCell(grid));
  head.replaceChildren(row);
}

/** Pulls the edge of a column; its width is kept when the edge is let go. */
export function startResize(grid: TableGrid): void {
  grid.scroller.addEventListener('pointerdown', (event) => {
    const edge = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-edge]') : null;
    if (!edge) return;
    event.preventDefault();
    event.stopPropagation();
    const id = Number(edge.dataset.edge);
    const column = grid.columns.find(({ property }) => property.id === id);
    if (!column) return;
    const from = event.clientX;
    const sign = document.documentElement.dir === 'rtl' ? -1 : 1;
    const widthAt = ({ clientX }: PointerEvent) => Math.max(LEAST, column.width + sign * (clientX - from));
    edge.setPointerCapture(event.pointerId);
    const cell = edge.parentElement as HTMLElement;
    cell.draggable = false;
    const pull = (moved: PointerEvent) => {
      cell.style.width = `${widthAt(moved)}px`;
    };
    edge.addEventListener('pointermove', pull);
    edge.addEventListener(
      'pointerup',
      (up) => {
        edge.removeEventListener('pointermove', pull);
        grid.actions.attempt(() => resize(grid.model, id, widthAt(up)));
      },
      { once: true },
    );
  });
}
