// What can be set about tables, boards and galleries, and which properties a view shows.
import { el, icon } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import type { Property, ViewConfig } from '../../../model.ts';
import { clientType } from '../../../schema/types/client-registry.ts';
import type { Model } from '../model.ts';
import { comparisonOf, isBoarded, isGrouped } from '../property-kinds.ts';
import { type Choices, checkbox, choiceOf, input, labelled, select } from './form-controls.ts';
import { enableLineDrag, lineGrip } from './line-drag.ts';

export const chosenFrom = (properties: Property[]): Choices => properties.map(({ id, name }) => [String(id), name]);
export const none = (): [string, string] => ['', t('databases.view.nothing')];
export const selectedId = (field: HTMLSelectElement): number | null => Number(field.value) || null;

export interface ViewSettings {
  elements: HTMLElement[];
  read(): { [key in keyof ViewConfig]: ViewConfig[key] | null };
}

export function fieldsPart(model: Model): ViewSettings {
  const shown = model.columns();
  const rest = model.properties.filter((one) => !shown.includes(one));
  const lines = [...shown, ...rest].map((property) => {
    const { box, element } = checkbox(property.name, shown.includes(property));
    box.value = String(property.id);
    box.disabled = property.type === 'title';
    element.prepend(icon(clientType(property).icon));
    const line = el('li', { class: 'panel-line' });
    line.append(lineGrip(line, property.name), element);
    return line;
  });
  const list = el('ul', { class: 'panel-list' }, ...lines);
  enableLineDrag(list);
  return {
    elements: [el('fieldset', { class: 'panel-set' }, el('legend', {}, t('databases.view.fields')), list)],
    read() {
      const boxes = [...list.querySelectorAll('input')];
      return {
        visible: boxes.filter(({ checked }) => checked).map(({ value }) => Number(value)),
        order: boxes.map(({ value }) => Number(value)),
      };
    },
  };
}

export function tablePart({ view, properties }: Model): ViewSettings {
  const { group_by, sub_group_by, row_height = 'short', frozen = 1, wrap = row_height !== 'short' } = view.config;
  const groups = properties.filter(isGrouped);
  const group = select('', [none(), ...chosenFrom(groups)], String(group_by ?? ''));
  const sub = select('', [none(), ...chosenFrom(groups)], String(sub_group_by ?? ''));
  const wrapped = checkbox(t('databases.view.wrap'), wrap);
  const height = select(
    '',
    ['short', 'medium', 'tall'].map((one) => [one, t(`databases.view.height.${one}`)]),
    row_height,
  );
  const stuck = input('', String(frozen), { type: 'number', min: 0, max: 20 });
  return {
    elements: [
      labelled(t('databases.view.group_by'), group),
      labelled(t('databases.view.sub_group_by'), sub),
      labelled(t('databases.view.row_height'), height),
      wrapped.element,
      labelled(t('databases.view.frozen'), stuck),
    ],
    read: () => ({
      group_by: selectedId(group),
      sub_group_by: selectedId(group) ? selectedId(sub) : null,
      row_height: height.value,
      wrap: wrapped.box.checked,
      frozen: Number(stuck.value),
    }),
  };
}

const CARD_NAMES = ['needed', 'all', 'none'] as const;

/** Whether the names of properties stand beside their values on cards. */
function namesPart({ view }: Model): ViewSettings {
  const names = choiceOf(
    t('databases.view.card_names'),
    CARD_NAMES.map((one) => [one, t(`databases.view.card_names.${one}`)]),
    view.config.card_names ?? 'needed',
  );
  return { elements: [names.element], read: () => ({ card_names: names.read() as (typeof CARD_NAMES)[number] }) };
}

export function boardPart(model: Model): ViewSettings {
  const { group_by, swimlane_property_id, wip_limits = {}, wip_enforced = false } = model.view.config;
  const group = select('', chosenFrom(model.properties.filter(isBoarded)), String(group_by ?? ''));
  const laned = model.properties.filter(isBoarded);
  const lanes = select('', [none(), ...chosenFrom(laned)], String(swimlane_property_id ?? ''));
  const limits = el('div', { class: 'panel-limits' });
  const draw = () => {
    const options = model.property(Number(group.value))?.config.options ?? [];
    limits.replaceChildren(
      ...options.map(({ id, name }) =>
        labelled(
          t('databases.view.limit_of', { name }),
          input('', String(wip_limits[id] ?? ''), { type: 'number', min: 0, name: id }),
        ),
      ),
    );
  };
  group.addEventListener('change', draw);
  draw();
  const { box, element } = checkbox(t('databases.view.limits_enforced'), wip_enforced);
  const names = namesPart(model);
  return {
    elements: [
      labelled(t('databases.view.group_by'), group),
      labelled(t('databases.view.lanes'), lanes),
      ...names.elements,
      // Few boards have any.
      el(
        'details',
        { open: Object.keys(wip_limits).length > 0 },
        el('summary', { class: 'button quiet' }, t('databases.view.limits'), icon('chevron-down')),
        limits,
        element,
      ),
    ],
    read() {
      const given = [...limits.querySelectorAll('input')].filter(({ value }) => value !== '');
      const known = Object.fromEntries(given.map(({ name, value }) => [name, Number(value)]));
      return {
        group_by: selectedId(group),
        swimlane_property_id: selectedId(lanes),
        wip_limits: known,
        wip_enforced: box.checked,
        ...names.read(),
      };
    },
  };
}

export function galleryPart(model: Model): ViewSettings {
  const { cover = 'page', card_size = 'medium', cover_fit = 'crop' } = model.view.config;
  const covers: Choices = [
    ['', t('databases.view.cover_none')],
    ['page', t('databases.view.cover_page')],
    ...chosenFrom(model.properties.filter((one) => comparisonOf(one) === 'files')),
  ];
  const picture = choiceOf(t('databases.view.cover'), covers, cover);
  const size = choiceOf(
    t('databases.view.card_size'),
    ['small', 'medium', 'large'].map((one) => [one, t(`databases.view.size.${one}`)]),
    card_size,
  );
  const fit = choiceOf(
    t('databases.view.cover_fit'),
    ['crop', 'fit'].map((one) => [one, t(`databases.view.cover_fit.${one}`)]),
    cover_fit,
  );
  const names = namesPart(model);
  const offerFit = () => {
    fit.element.hidden = picture.read() === '';
  };
  picture.element.addEventListener('change', offerFit);
  offerFit();
  return {
    elements: [picture.element, fit.element, size.element, ...names.elements],
    read: () => ({
      cover: picture.read(),
      cover_fit: fit.read() as 'crop' | 'fit',
      card_size: size.read(),
      ...names.read(),
    }),
  };
}
