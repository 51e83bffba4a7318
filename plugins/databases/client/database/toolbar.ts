// Above a view: the tabs of all views, and what can be set about the one that is shown.
import { el, icon } from '../../../../core/client/dom.ts';
import { number, t } from '../../../../core/client/messages.ts';
import type { Filter, View, ViewKind } from '../../model.ts';
import type { Actions } from './actions.ts';
import type { Model } from './model.ts';

const ICONS: Partial<Record<ViewKind, string>> = {
  table: 'table',
  board: 'columns-2',
  calendar: 'calendar',
  gallery: 'layout-grid',
  list: 'list',
  timeline: 'move-horizontal',
  chart: 'columns-2',
  form: 'list-todo',
};

const leaves = (filter: Filter | null | undefined): number => {
  if (!filter) return 0;
  const list = 'and' in filter ? filter.and : 'or' in filter ? filter.or : null;
  return list ? list.reduce((sum, one) => sum + leaves(one), 0) : 1;
};

const withCount = (label: string, count: number): string => (count ? `${label} · ${number(count)}` : label);

function tab(model: Model, view: View, show: (view: View) => void): HTMLElement {
  const isShown = view.id === model.view.id;
  const link = el(
    'a',
    { href: `/pages/${model.collection.page_id}?view=${view.id}`, ...(isShown ? { 'aria-current': 'page' } : {}) },
    icon(ICONS[view.kind] ?? 'table'),
    view.name,
    view.created_by === null ? null : el('span', { class: 'badge' }, t('databases.view.yours')),
  );
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(view);
  });
  return el('li', {}, link);
}

export function toolbar(model: Model, actions: Actions, show: (view: View) => void): HTMLElement[] {
  const { filter, sorts = [] } = model.view.config;
  const button = (key: string, sign: string, text: string, run: () => Promise<unknown>) =>
    el(
      'button',
      { type: 'button', class: 'button quiet', 'data-tool': key, onclick: () => actions.attempt(run) },
      icon(sign),
      text,
    );
  const tabs = el('ul', { class: 'tabs' }, ...model.views.map((view) => tab(model, view, show)));
  const newView = button('new-view', 'plus', t('databases.view.new_view'), async () =>
    (await import('./panels/view-dialog.ts')).openNewView(model),
  );
  const tools = [
    button('filter', 'search', withCount(t('databases.view.filter'), leaves(filter)), async () =>
      (await import('./panels/filter-dialog.ts')).openFilter(model),
    ),
    button('sort', 'arrow-up', withCount(t('databases.view.sorts'), sorts.length), async () =>
      (await import('./panels/sort-dialog.ts')).openSorts(model),
    ),
    button('settings', 'settings-2', t('databases.view.settings'), async () =>
      (await import('./panels/view-dialog.ts')).openViewSettings(model),
    ),
    ...(model.isEditable
      ? [
          button('property', 'plus', t('databases.view.property'), async () =>
            (await import('./panels/property-dialog.ts')).openNewProperty(model),
          ),
        ]
      : []),
  ];
  return [
    // No landmark: a page may show many databases.
    el('div', { class: 'view-tabs', role: 'group', 'aria-label': t('databases.view.views') }, tabs, newView),
    el('div', { class: 'view-tools', role: 'group', 'aria-label': t('databases.view.tools') }, ...tools),
  ];
}
