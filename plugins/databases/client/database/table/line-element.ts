// One line of the table as it is drawn: the cells of a row, the head of a group, or where a new row is made.
import { el, icon } from '../../../../../core/client/dom.ts';
import { number, t } from '../../../../../core/client/messages.ts';
import { type Property, type Row, seenAs, type Value } from '../../../model.ts';
import { clientType } from '../../../schema/types/client-registry.ts';
import { cellContent, rowTitle } from '../cell.ts';
import { groupName } from '../groups.ts';
import type { Model } from '../model.ts';
import { isPhone } from '../phone.ts';
import { isNothing } from '../value-parts.ts';
import { isShownBeside } from '../views/row-beside.ts';
import { fit, type TableColumn } from './columns.ts';
import type { TableGrid } from './grid.ts';
import type { TableLine } from './lines.ts';
import { keepStill } from './row-drag.ts';

export function lineElement(grid: TableGrid, at: number, line: TableLine): HTMLElement {
  const element = el('div', {
    role: 'row',
    class: `grid-line ${line.kind}`,
    'aria-rowindex': at + 2,
    'data-line': at,
  });
  element.style.transform = `translateY(${at * grid.height}px)`;
  element.style.height = `${grid.height}px`;
  if (line.kind === 'group') element.append(groupCell(grid, line));
  else if (line.kind === 'new') element.append(newCell(grid));
  else {
    const row = line.list.at(line.index);
    const tone = row && grid.model.tones.get(row.id);
    if (tone) element.dataset.tone = tone;
    if (row && isShownBeside(row)) element.ariaCurrent = 'true';
    if (grid.held && at >= grid.held[0] && at <= grid.held[1]) element.classList.add('dragged');
    element.append(...grid.columns.map((column, index) => valueCell(grid, row, column, index)));
  }
  return element;
}

function groupCell({ model, columns }: TableGrid, { group, isFolded }: Extract<TableLine, { kind: 'group' }>) {
  const grouping = (group.parent ? model.subGrouping : model.grouping) as Property;
  const sign = icon(isFolded ? 'chevron-right' : 'chevron-down');
  return el(
    'div',
    {
      role: 'gridcell',
      class: group.parent ? 'grid-cell group-cell sub' : 'grid-cell group-cell',
      'aria-colspan': columns.length,
      'aria-expanded': String(!isFolded),
      'data-column': 0,
    },
    sign,
    ...groupName(model, grouping, group.value),
    el('span', { class: 'meta' }, number(group.count)),
  );
}

function newCell({ columns }: TableGrid): HTMLElement {
  const label = t('databases.view.new_row');
  return el(
    'div',
    { role: 'gridcell', class: 'grid-cell new-cell', 'aria-colspan': columns.length, 'data-column': 0 },
    icon('plus'),
    label,
  );
}

function valueCell({ model, changes }: TableGrid, row: Row | undefined, column: TableColumn, index: number) {
  const { property } = column;
  const fault = row && changes.fault(row.id, property.id);
  const isTitle = property.type === 'title';
  const { isQuantity, hasLines } = clientType(seenAs(property));
  const inner = el('div', { class: 'cell-inner' });
  const cell = el(
    'div',
    {
      role: isTitle ? 'rowheader' : 'gridcell',
      class: 'grid-cell',
      'aria-colindex': index + 1,
      'aria-selected': 'false',
      'data-column': index,
      ...(isQuantity ? { 'data-quantity': '' } : {}),
      ...(hasLines ? { 'data-lines': '' } : {}),
      ...(fault ? { 'aria-invalid': 'true' } : {}),
      ...(row && !model.isReadOnly && !model.mayFill(row, property) ? { 'aria-readonly': 'true' } : {}),
    },
    inner,
  );
  fit(cell, column);
  if (!row) inner.append(el('span', { class: 'skeleton' }));
  else if (fault && typeof fault.typed === 'string') inner.append(fault.typed);
  else if (isTitle) inner.append(el('span', { class: 'row-title' }, rowTitle(row)));
  else
    inner.append(
      ...valueParts(model, property, fault ? fault.typed : row.values[property.id], model.mayFill(row, property)),
    );
  // The names begin at one place, whoever looks at them.
  if (isTitle) cell.classList.add('handled');
  if (row && isTitle && model.isEditable && model.mayWrite(row)) cell.prepend(handle(row));
  if (row && isTitle) cell.append(openButton(row));
  if (fault) cell.append(el('span', { class: 'cell-fault' }, fault.reason));
  return cell;
}

/** What is set by a press on it, such as stars, is there to be pressed in the cell that is chosen. */
function valueParts(model: Model, property: Property, value: Value | undefined, isFilled: boolean): (Node | string)[] {
  const offered = isFilled && isNothing(value) ? clientType(property).offered?.(property) : undefined;
  offered?.classList.add('offered');
  return offered ? [offered] : cellContent(model, property, value);
}

function openButton({ id, title }: Row): HTMLElement {
  const name = { title: title || t('core.client.untitled') };
  const label = isPhone() ? t('databases.view.open_whole', name) : t('databases.view.open_row', name);
  return el(
    'a',
    {
      ...{ class: 'icon-button open-row', href: `/pages/${id}`, tabindex: -1 },
      ...{ 'aria-label': label, 'data-row': id, 'data-beside': '' },
    },
    icon('panel-right'),
  );
}

/** Six dots by which a row is held; pressed, they open its menu. */
function handle({ title }: Row): HTMLElement {
  return el(
    'button',
    {
      type: 'button',
      class: 'row-handle',
      tabindex: -1,
      'aria-label': t('databases.view.row_handle', { title: title || t('core.client.untitled') }),
      'aria-haspopup': 'menu',
      ontouchmove: keepStill,
    },
    icon('grip-vertical'),
  );
}
