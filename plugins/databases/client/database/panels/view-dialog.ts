// The settings of a view, and the making of a new one: its kind, what it shows, and how.
import { openDialog } from '../../../../../core/client/dialog.ts';
import { el, icon } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { moveFocus, openPopover } from '../../../../../core/client/popover.ts';
import { send } from '../../../../../core/client/request.ts';
import type { View, ViewConfig, ViewKind } from '../../../model.ts';
import { begunForms } from '../forms/begun-forms.ts';
import type { Model } from '../model.ts';
import { isBoarded, isDated } from '../property-kinds.ts';
import { VIEW_SIGNS } from '../view-signs.ts';
import { coloursPart } from './colours-part.ts';
import { checkbox, input, labelled } from './form-controls.ts';
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
};

/** Kinds whose rows have colours, and those that show no properties. */
const COLOURED: ViewKind[] = ['table', 'board', 'calendar', 'timeline', 'gallery', 'list'];
const WITHOUT_FIELDS: ViewKind[] = ['timeline', 'chart', 'form'];

/** Shows what is chosen while it is chosen, one change after the other; what is refused is said in the panel. */
function follow(model: Model, form: HTMLElement, parts: ViewSettings[]) {
  const read = () => Object.assign({}, ...parts.map((part) => part.read())) as ReturnType<ViewSettings['read']>;
  const before = read();
  const fault = el('p', { class: 'fault', role: 'alert' });
  form.prepend(fault);
  let sent = JSON.stringify(before);
  let isKept = true;
  let last = Promise.resolve();
  const save = (config: typeof before) => {
    const wanted = JSON.stringify(config);
    if (wanted === sent) return last;
    sent = wanted;
    last = last.then(async () => {
      fault.textContent = '';
      isKept = true;
      await model.saveConfig(config).catch((error: Error) => {
        isKept = false;
        fault.textContent = error.message;
      });
    });
    return last;
  };
  for (const type of ['change', 'click']) form.addEventListener(type, () => void save(read()));
  return {
    fault,
    /** false: the last change was refused */
    keep: () => save(read()).then(() => isKept),
    takeBack: () => save(before),
  };
}

/** What is behind it looks as if it could be used. */
function closeByPressElsewhere(dialog: HTMLDialogElement, value: string): void {
  dialog.addEventListener('pointerdown', ({ target, clientX, clientY }) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
    if (target === dialog && !isInside) dialog.close(value);
  });
}

/** In pixels: between a view and its settings, and so much as it needs to be seen. */
const [GAP, LEAST] = [16, 240];

/** What is set is seen while it is set: where there is room, the view leaves the panel that which it takes. */
function makeRoom(dialog: HTMLDialogElement, place: HTMLElement | null): void {
  if (!place) return;
  const { left, right, width } = place.getBoundingClientRect();
  const isRtl = document.documentElement.dir === 'rtl';
  const taken = isRtl ? dialog.offsetLeft + dialog.offsetWidth - left : right - dialog.offsetLeft;
  if (taken <= 0 || width - taken - GAP < LEAST) return;
  place.style.marginInlineEnd = `${taken + GAP}px`;
  dialog.addEventListener('close', () => place.style.removeProperty('margin-inline-end'));
}

/** The view whose tools have the focus, where a page shows several. */
const viewPlace = (): HTMLElement | null =>
  (document.activeElement?.closest('.database') ?? document).querySelector<HTMLElement>('.view-place');

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
  const actions = [
    ...(mayDelete ? [{ label: t('databases.view.delete_view'), value: 'delete', kind: 'danger' as const }] : []),
    { label: t(mayChange ? 'databases.view.take_back' : 'databases.view.cancel'), value: '' },
    { label: t(mayChange ? 'databases.view.done' : 'databases.view.save'), value: 'save', kind: 'primary' as const },
  ];
  const focus = mayChange ? name : (form.querySelector<HTMLElement>('select, input') ?? form);
  // Over an open row it would hide what it does not change, and the view that it does change has room again.
  document.querySelector('.peek')?.dispatchEvent(new Event('cancel'));
  const place = viewPlace();
  const followed = mayChange ? follow(model, form, parts) : null;
  for (;;) {
    const asked = openDialog(t('databases.view.settings_of', { name: view.name }), [form], actions, { focus });
    const dialog = form.closest('dialog') as HTMLDialogElement;
    dialog.classList.add('beside');
    makeRoom(dialog, place);
    closeByPressElsewhere(dialog, followed ? 'save' : '');
    const chosen = await asked;
    if (chosen === 'delete') {
      await send('DELETE', `/api/v2/views/${view.id}`);
      return model.load(model.views.find(({ id }) => id !== view.id)?.id);
    }
    if (chosen !== 'save') return followed?.takeBack();
    if (!followed) return model.saveConfig(Object.assign({}, ...parts.map((part) => part.read())));
    if (!(await followed.keep())) continue;
    if (!name.value.trim() || name.value === view.name) return;
    await send<View & Record<string, unknown>>('PATCH', `/api/v2/views/${view.id}`, { name: name.value });
    return model.load(view.id);
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
    ...(kind === 'form' ? { form: { title: model.collection.name } } : {}),
    ...(kind === 'gallery' ? { cover: 'page', card_size: 'medium' } : {}),
  };
}

/** A view of the kind that is chosen is made at once, and its settings are opened, first of all its name. */
export async function openNewView(model: Model, anchor: HTMLElement): Promise<void> {
  const { box, element } = checkbox(t('databases.view.personal'), !model.isEditable);
  box.disabled = !model.isEditable;
  let chosen: ViewKind | undefined;
  const kinds = SUPPORTED_VIEW_KINDS.map((kind) => {
    const choose = () => {
      chosen = kind;
      panel.hidePopover();
    };
    return el(
      'button',
      { type: 'button', class: 'menu-item', onclick: choose },
      icon(VIEW_SIGNS[kind].icon),
      el('span', { class: 'menu-label' }, t(`databases.view.kind.${kind}`)),
    );
  });
  const label = t('databases.view.new_view');
  const panel = el('div', { class: 'menu', role: 'dialog', 'aria-label': label }, ...kinds, el('hr', {}), element);
  panel.addEventListener('keydown', (event) => moveFocus(event, kinds));
  await openPopover(anchor, panel, kinds[0] ? { focus: kinds[0] } : {});
  if (!chosen) return;
  if (chosen === 'form') begunForms.add(model);
  await model.addView(t(`databases.view.kind.${chosen}`), chosen, firstConfig(model, chosen), box.checked);
  // What a form asks is written where it is shown.
  if (chosen !== 'form') await openViewSettings(model);
}
