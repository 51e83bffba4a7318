// The settings of a view, and the making of a new one: its kind, what it shows, and how.
import { openDialog } from '../../../../../core/client/dialog.ts';
import { el, icon } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { send } from '../../../../../core/client/request.ts';
import type { Property, View, ViewConfig, ViewKind } from '../../../contract.ts';
import { GROUPED } from '../groups.ts';
import type { Model } from '../model.ts';
import { typeIcon } from '../property-kinds.ts';
import { type Choices, check, input, labelled, movers, select } from './form.ts';

/** Kinds that can be shown here. */
export const KINDS: ViewKind[] = ['table', 'board', 'calendar', 'gallery', 'list'];
export const BOARD = /^(select|status|person|multi_select|checkbox)$/;

const chosenFrom = (properties: Property[]): Choices => properties.map(({ id, name }) => [String(id), name]);
const none = (): [string, string] => ['', t('collections.view.nothing')];
const idOf = (field: HTMLSelectElement): number | null => Number(field.value) || null;

interface Settings {
  elements: HTMLElement[];
  read(): { [key in keyof ViewConfig]: ViewConfig[key] | null };
}

function fieldsPart(model: Model): Settings {
  const shown = model.columns();
  const rest = model.properties.filter((one) => !shown.includes(one));
  const lines = [...shown, ...rest].map((property) => {
    const { box, element } = check(property.name, shown.includes(property));
    box.value = String(property.id);
    box.disabled = property.type === 'title';
    element.prepend(icon(typeIcon(property.type)));
    const line = el('li', { class: 'panel-line' }, element);
    if (property.type !== 'title') line.append(...movers(line, property.name));
    return line;
  });
  const list = el('ul', { class: 'panel-list' }, ...lines);
  return {
    elements: [el('fieldset', { class: 'panel-set' }, el('legend', {}, t('collections.view.fields')), list)],
    read() {
      const boxes = [...list.querySelectorAll('input')];
      return {
        visible: boxes.filter(({ checked }) => checked).map(({ value }) => Number(value)),
        order: boxes.map(({ value }) => Number(value)),
      };
    },
  };
}

function tablePart({ view, properties }: Model): Settings {
  const { group_by, row_height = 'short', frozen = 1 } = view.config;
  const groups = properties.filter(({ type }) => GROUPED.test(type));
  const group = select('', [none(), ...chosenFrom(groups)], String(group_by ?? ''));
  const height = select(
    '',
    ['short', 'medium', 'tall'].map((one) => [one, t(`collections.view.height.${one}`)]),
    row_height,
  );
  const stuck = input('', String(frozen), { type: 'number', min: 0, max: 20 });
  return {
    elements: [
      labelled(t('collections.view.group_by'), group),
      labelled(t('collections.view.row_height'), height),
      labelled(t('collections.view.frozen'), stuck),
    ],
    read: () => ({ group_by: idOf(group), row_height: height.value, frozen: Number(stuck.value) }),
  };
}

function boardPart(model: Model): Settings {
  const { group_by, wip_limits = {}, wip_enforced = false } = model.view.config;
  const group = select('', chosenFrom(model.properties.filter(({ type }) => BOARD.test(type))), String(group_by ?? ''));
  const limits = el('div', { class: 'panel-limits' });
  const draw = () => {
    const options = model.property(Number(group.value))?.config.options ?? [];
    limits.replaceChildren(
      ...options.map(({ id, name }) =>
        labelled(
          t('collections.view.limit_of', { name }),
          input('', String(wip_limits[id] ?? ''), { type: 'number', min: 0, name: id }),
        ),
      ),
    );
  };
  group.addEventListener('change', draw);
  draw();
  const { box, element } = check(t('collections.view.limits_enforced'), wip_enforced);
  return {
    elements: [labelled(t('collections.view.group_by'), group), limits, element],
    read() {
      const given = [...limits.querySelectorAll('input')].filter(({ value }) => value !== '');
      const known = Object.fromEntries(given.map(({ name, value }) => [name, Number(value)]));
      return { group_by: idOf(group), wip_limits: known, wip_enforced: box.checked };
    },
  };
}

function galleryPart(model: Model): Settings {
  const { cover = 'page', card_size = 'medium' } = model.view.config;
  const covers: Choices = [none(), ['page', t('collections.view.cover_page')], ...chosenFrom(model.ofType('files'))];
  const picture = select('', covers, cover);
  const size = select(
    '',
    ['small', 'medium', 'large'].map((one) => [one, t(`collections.view.size.${one}`)]),
    card_size,
  );
  return {
    elements: [labelled(t('collections.view.cover'), picture), labelled(t('collections.view.card_size'), size)],
    read: () => ({ cover: picture.value, card_size: size.value }),
  };
}

function calendarPart(model: Model): Settings {
  const days = select(
    '',
    chosenFrom(model.ofType('date')),
    String(model.view.config.date_property_id ?? model.ofType('date')[0]?.id ?? ''),
  );
  return {
    elements: [labelled(t('collections.view.calendar_by'), days)],
    read: () => ({ date_property_id: idOf(days) }),
  };
}

const PARTS: Partial<Record<ViewKind, (model: Model) => Settings>> = {
  table: tablePart,
  board: boardPart,
  gallery: galleryPart,
  calendar: calendarPart,
};

export async function openViewSettings(model: Model): Promise<void> {
  const { view } = model;
  const isMine = view.created_by === model.userId;
  const name = input('', view.name, { maxlength: 100 });
  const parts = [PARTS[view.kind]?.(model), fieldsPart(model)].filter((one) => one !== undefined);
  const mayChange = model.isEditable || isMine;
  const form = el(
    'div',
    { class: 'panel-form' },
    ...(mayChange
      ? [labelled(t('collections.view.name'), name)]
      : [el('p', { class: 'hint' }, t('collections.view.kept_for_you'))]),
    ...parts.flatMap(({ elements }) => elements),
  );
  const shared = model.views.filter(({ created_by }) => created_by === null).length;
  const mayDelete = isMine || (model.isEditable && shared > 1);
  const chosen = await openDialog(
    t('collections.view.settings_of', { name: view.name }),
    [form],
    [
      ...(mayDelete ? [{ label: t('collections.view.delete_view'), value: 'delete', kind: 'danger' as const }] : []),
      { label: t('collections.view.cancel'), value: '' },
      { label: t('collections.view.save'), value: 'save', kind: 'primary' },
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
  const group = model.properties.find(({ type }) => BOARD.test(type));
  const day = model.ofType('date')[0];
  return {
    ...(kind === 'board' && group ? { group_by: group.id } : {}),
    ...(kind === 'calendar' && day ? { date_property_id: day.id } : {}),
    ...(kind === 'gallery' ? { cover: 'page', card_size: 'medium' } : {}),
  };
}

export async function openNewView(model: Model): Promise<void> {
  const kind = select(
    '',
    KINDS.map((one) => [one, t(`collections.view.kind.${one}`)]),
    'table',
  );
  const name = input('', t('collections.view.kind.table'), { maxlength: 100 });
  kind.addEventListener('change', () => {
    name.value = t(`collections.view.kind.${kind.value}`);
  });
  const { box, element } = check(t('collections.view.personal'), !model.isEditable);
  box.disabled = !model.isEditable;
  const chosen = await openDialog(
    t('collections.view.new_view'),
    [
      el(
        'div',
        { class: 'panel-form' },
        labelled(t('collections.view.kind_label'), kind),
        labelled(t('collections.view.name'), name),
        element,
      ),
    ],
    [
      { label: t('collections.view.cancel'), value: '' },
      { label: t('collections.view.add'), value: 'add', kind: 'primary' },
    ],
    { focus: kind },
  );
  if (chosen !== 'add') return;
  const wanted = kind.value as ViewKind;
  await model.addView(
    name.value.trim() || t(`collections.view.kind.${wanted}`),
    wanted,
    firstConfig(model, wanted),
    box.checked,
  );
}
