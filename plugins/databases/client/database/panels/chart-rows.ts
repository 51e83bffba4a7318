// The rows behind a part of a chart, of which each can be opened.
import { openDialog } from '../../../../../core/client/dialog.ts';
import { el } from '../../../../../core/client/dom.ts';
import { number, t } from '../../../../../core/client/messages.ts';
import { send } from '../../../../../core/client/request.ts';
import type { Filter, Row } from '../../../model.ts';
import type { Actions } from '../actions.ts';
import { cellContent, rowTitle } from '../cell.ts';
import type { Model } from '../model.ts';

const ROWS_MAX = 100;
/** Values beside the title of each. */
const VALUES = 3;

interface Found extends Record<string, unknown> {
  results: Row[];
  total: number;
}

export async function openChartRows(model: Model, actions: Actions, title: string, filter: Filter): Promise<void> {
  const { view, search } = model;
  const body = { view_id: view.id, with_draft: true, filter, search, limit: ROWS_MAX };
  const { results, total } = await send<Found>('POST', `${model.path}/query`, body);
  const shown = model
    .columns()
    .filter(({ type }) => type !== 'title')
    .slice(0, VALUES);
  let chosen: number | null = null;
  const list = el('ul', { class: 'chart-rows colours' });
  const count = t('databases.view.count', { count: total, number: number(total) });
  const lines = results.map((row) => {
    const link = el('a', { href: `/pages/${row.id}`, class: 'card-title' }, rowTitle(row));
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      chosen = row.id;
      list.closest('dialog')?.close();
    });
    const values = shown.map((one) => el('span', {}, ...cellContent(model, one, row.values[one.id])));
    return el('li', {}, link, ...values);
  });
  list.append(...lines);
  const close = { label: t('databases.view.close'), value: '' };
  await openDialog(title, [el('p', { class: 'meta' }, count), list], [close], { wide: true });
  if (chosen !== null) actions.open(chosen, document.querySelector<HTMLElement>('.view-place'));
}
