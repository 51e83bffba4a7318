// The settings of a view, and the making of a new one: its kind, what it shows, and how.
import { openDialog } from '../../../../../core/client/dialog.ts';
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { send } from '../../../../../core/client/request.ts';
import type { View, ViewConfig, ViewKind } from '../../../model.ts';
import type { Model } from '../model.ts';
import { isBoarded, isDated } from '../property-kinds.ts';
import { coloursPart } from './colours-part.ts';
import { checkbox, input, labelled, select } from './form-controls.ts';
import { formPart } from './form-part.ts';
import { calendarPart, chartPart, timelinePart } from './time-parts.ts';
import { boardPart, fieldsPart, galleryPart, tablePart, type ViewSettings } from './view-parts.ts';

/** Kinds that can be shown here. */
export const SUPPORTED_VIEW_KINDS: ViewKind[] = [
  'table',
  'board',
  'calendar',
  'timeline',
  'gallery',
  'list',
  'form',
  'chart',
];

const PARTS: Partial<Record<ViewKind, (model: Model) => ViewSettings>> = {
  table: tablePart,
  board: boardPart,
  gallery: galleryPart,
  calendar: calendarPart,
  timeline: timelinePart,
  chart: chartPart,
  form: formPart,
};

/** Kinds whose rows have colours, and those that show no properties. */
const COLOURED: ViewKind[] = ['table', 'board', 'calendar', 'timeline', 'gallery', 'list'];
const WITHOUT_FIELDS: ViewKind[] = ['timeline', 'chart', 'form'];

export async function openViewSettings(model: Model): Promise<void> {
  const { view } = model;
  const isMine = view.created_by === model.userId;
  const name = input('', view.name, { maxlength: 100 });
  const parts = [
    PARTS[view.kind]?.(model),
    ...(COLOURED.includes(view.kind) ? [coloursPart(model)] : []),
    ...(WITHOUT_FIELDS.includes(view.kind) ? [] : [fieldsPart(model)]),
  ].filter((one) => one !== undefined);
  const mayChange = model.isEditable || isMine;
  const form = el(
    'div',
    { class: 'panel-form' },
    ...(mayChange
      ? [labelled(t('databases.view.name'), name)]
      : [el('p', { class: 'hint' }, t('databases.view.kept_for_you'))]),
    ...parts.flatMap(({ elements }) => elements),
  );
  const shared = model.views.filter(({ created_by }) => created_by === null).length;
  const mayDelete = isMine || (model.isEditable && shared > 1);
  const chosen = await openDialog(
    t('databases.view.settings_of', { name: view.name }),
    [form],
    [
      ...(mayDelete ? [{ label: t('databases.view.delete_view'), value: 'delete', kind: 'danger' as const }] : []),
      { label: t('databases.view.cancel'), value: '' },
      { label: t('databases.view.save'), value: 'save', kind: 'primary' },
    ],
    { wide: true, focus: mayChange ? name : (form.querySelector<HTMLElement>('select, input') ?? form) },
  );
  if (chosen === 'delete') {
    await send('DELETE', `/api/v2/views/${view.id}`);
    await model.load(model.views.find(({ id }) => id !== view.id)?.id);
  } else if (chosen === 'save') {
    if (mayChange && name.value.trim() && name.value !== view.name)
      await send<View & Record<string, unknown>>('PATCH', `/api/v2/views/${view.id}`, { name: name.value });
    await model.saveConfig(Object.assign({}, ...parts.map((part) => part.read())));
  }
}

/** What a new view needs to show anything. */
export function firstConfig(model: Model, kind: ViewKind): ViewConfig {
  const group = model.properties.find(isBoarded);
  const day = model.properties.find(isDated);
  return {
    ...(kind === 'board' && group ? { group_by: group.id } : {}),
    ...(/^(calendar|timeline)$/.test(kind) && day ? { date_property_id: day.id } : {}),
    ...(kind === 'chart' ? { chart_kind: 'bar', chart_aggregate: 'count', group_by: group?.id ?? null } : {}),
    ...(kind === 'gallery' ? { cover: 'page', card_size: 'medium' } : {}),
  };
}

export async function openNewView(model: Model): Promise<void> {
  const kind = select(
    '',
    SUPPORTED_VIEW_KINDS.map((one) => [one, t(`databases.view.kind.${one}`)]),
    'table',
  );
  const name = input('', t('databases.view.kind.table'), { maxlength: 100 });
  kind.addEventListener('change', () => {
    name.value = t(`databases.view.kind.${kind.value}`);
  });
  const { box, element } = checkbox(t('databases.view.personal'), !model.isEditable);
  box.disabled = !model.isEditable;
  const chosen = await openDialog(
    t('databases.view.new_view'),
    [
      el(
        'div',
        { class: 'panel-form' },
        labelled(t('databases.view.kind_label'), kind),
        labelled(t('databases.view.name'), name),
        element,
      ),
    ],
    [
      { label: t('databases.view.cancel'), value: '' },
      { label: t('databases.view.add'), value: 'add', kind: 'primary' },
    ],
    { focus: kind },
  );
  if (chosen !== 'add') return;
  const wanted = kind.value as ViewKind;
  await model.addView(
    name.value.trim() || t(`databases.view.kind.${wanted}`),
    wanted,
    firstConfig(model, wanted),
    box.checked,
  );
}
