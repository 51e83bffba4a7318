// Above a view: the tabs of all views, and what can be set about the one that is shown.
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { openMenu } from '../../../../core/client/popover.ts';
import type { View } from '../../model.ts';
import type { Actions } from './actions.ts';
import type { Model } from './model.ts';
import { tabLine } from './tab-strip.ts';
import { requestProperty } from './table/property-request.ts';
import { VIEW_SIGNS } from './view-signs.ts';

const iconOf = ({ kind }: View): string => VIEW_SIGNS[kind].icon;

function tab(model: Model, view: View, show: (view: View) => void): HTMLElement {
  const isShown = view.id === model.view.id;
  const link = el(
    'a',
    { href: `/pages/${model.collection.page_id}?view=${view.id}`, ...(isShown ? { 'aria-current': 'page' } : {}) },
    icon(iconOf(view)),
    el('span', { class: 'tab-name', title: view.name }, view.name),
    view.created_by === null ? null : el('span', { class: 'badge' }, t('databases.view.yours')),
  );
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(view);
  });
  return el('li', {}, link);
}

const newView = async (model: Model, anchor: HTMLElement): Promise<void> =>
  (await import('./panels/view-dialog.ts')).openNewView(model, anchor);

/** All that can be shown, and a new one. */
function openViews(model: Model, actions: Actions, show: (view: View) => void, button: HTMLElement): void {
  void openMenu(button, t('databases.view.views'), [
    ...model.views.map((view) => ({
      label: view.created_by === null ? view.name : `${view.name} · ${t('databases.view.yours')}`,
      icon: iconOf(view),
      checked: view.id === model.view.id,
      run: () => show(view),
    })),
    {
      label: t('databases.view.new_view'),
      icon: 'plus',
      separated: true,
      run: () => actions.attempt(() => newView(model, button)),
    },
  ]);
}

/** On a phone: what is shown, and all that can be shown instead. */
function viewsButton({ view: shown }: Model, open: (button: HTMLElement) => void): HTMLElement {
  const label = t('databases.view.views');
  return el(
    'button',
    {
      type: 'button',
      class: 'button views-button',
      'data-tool': 'views',
      'aria-haspopup': 'menu',
      'aria-label': `${label}: ${shown.name}`,
      onclick: ({ currentTarget }) => open(currentTarget as HTMLElement),
    },
    icon(iconOf(shown)),
    el('span', { class: 'tab-name' }, shown.name),
    icon('chevron-down'),
  );
}

export function toolbar(model: Model, actions: Actions, show: (view: View) => void): HTMLElement[] {
  const button = (key: string, sign: string, text: string, run: (anchor: HTMLElement) => Promise<unknown>) =>
    el(
      'button',
      {
        type: 'button',
        class: 'button quiet',
        'data-tool': key,
        // On a phone and in a page some are signs alone.
        'aria-label': text,
        title: text,
        // Two clicks are one press.
        onclick: (event) =>
          (event as MouseEvent).detail < 2 && actions.attempt(() => run(event.currentTarget as HTMLElement)),
      },
      icon(sign),
      el('span', { class: 'tool-label' }, text),
    );
  const list = (anchor: HTMLElement) => openViews(model, actions, show, anchor);
  const views = viewsButton(model, list);
  const tabs = el('ul', { class: 'tabs' }, ...model.views.map((view) => tab(model, view, show)));
  const addView = button('new-view', 'plus', t('databases.view.new_view'), (anchor) => newView(model, anchor));
  const tools: HTMLElement[] = [
    button('settings', 'settings-2', t('databases.view.settings'), async () =>
      (await import('./panels/view-dialog.ts')).openViewSettings(model),
    ),
    ...(model.isEditable
      ? [button('property', 'columns-3', t('databases.view.property'), (anchor) => requestProperty(model, anchor))]
      : []),
  ];
  const more = el(
    'button',
    {
      type: 'button',
      class: 'icon-button',
      'data-tool': 'options',
      'aria-label': t('databases.view.more_options'),
      title: t('databases.view.more_options'),
      'aria-haspopup': 'menu',
      onclick: ({ currentTarget }) =>
        actions.attempt(async () =>
          (await import('./panels/database-menu.ts')).openDatabaseMenu(model, actions, currentTarget as HTMLElement),
        ),
    },
    icon('ellipsis'),
  );
  tools.push(more);
  const canAdd = model.isEditable && model.view.kind !== 'form';
  const addRow = canAdd && [
    button('new-row', 'plus', t('databases.view.new'), (anchor) => actions.newFromTemplate(undefined, anchor)),
    el(
      'button',
      {
        type: 'button',
        class: 'icon-button',
        'data-tool': 'new-from',
        'aria-label': t('databases.view.new_from'),
        'aria-haspopup': 'menu',
        onclick: ({ currentTarget }) =>
          actions.attempt(async () =>
            (await import('./panels/new-row-menu.ts')).openNewRowMenu(model, actions, currentTarget as HTMLElement),
          ),
      },
      icon('chevron-down'),
    ),
  ];
  if (addRow) tools.push(el('span', { class: 'new-row-tools' }, ...addRow));
  return [
    tabLine(tabs, { before: views, after: addView }, list),
    el('div', { class: 'view-tools', role: 'group', 'aria-label': t('databases.view.tools') }, ...tools),
  ];
}
