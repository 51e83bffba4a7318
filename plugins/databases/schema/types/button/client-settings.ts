// Settings of a button: what it says, and what happens in turn when somebody presses it.
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { send } from '../../../../../core/client/request.ts';
import type { Model } from '../../../client/database/model.ts';
import { iconButton, input, labelled, quietButton, select } from '../../../client/database/panels/form-controls.ts';
import { type PropertyValueField, propertyValueField } from '../../../client/database/panels/value-field.ts';
import { isWritable } from '../../../client/database/property-kinds.ts';
import type { ButtonAction as Action, Property, Value } from '../../../model.ts';
import type { Parts } from '../client-property-type.ts';
import { clientType } from '../client-registry.ts';

const KINDS = ['set_property', 'create_row', 'automation'] as const;

/** A rule that the button may start, as the server lists them. */
interface Choice {
  id: number;
  name: string;
  enabled: boolean;
  collection_id: number | null;
}

async function automationsOf(model: Model): Promise<Choice[]> {
  const { buttons } = await send<{ buttons: Choice[] }>('GET', `/api/pages/${model.collection.page_id}/buttons`);
  return buttons.filter(({ collection_id }) => collection_id === null || collection_id === model.id);
}

interface Pair {
  element: HTMLElement;
  read(): [id: number, value: Value];
}

const settable = (model: Model): Property[] =>
  model.properties.filter((one) => isWritable(one) && !/^(rows|files)$/.test(clientType(one).compares));

/** A property and its value; `remove` where there may be none. */
function pair(model: Model, id: number | undefined, value: Value, remove?: (line: HTMLElement) => void): Pair {
  const all = settable(model);
  const which = select(
    t('databases.view.button.property'),
    all.map((one) => [String(one.id), one.name]),
    String(id ?? all[0]?.id ?? ''),
  );
  const place = el('span', { class: 'filter-value' });
  let field: PropertyValueField;
  const draw = (known: Value) => {
    field = propertyValueField(model, model.property(Number(which.value)) as Property, known);
    field.element.setAttribute('aria-label', t('databases.view.button.value'));
    place.replaceChildren(field.element);
  };
  which.addEventListener('change', () => draw(null));
  draw(value);
  const element = el('div', { class: 'filter-line' }, which, place);
  if (remove) element.append(iconButton('x', t('databases.view.remove_condition'), () => remove(element)));
  return { element, read: () => [Number(which.value), field.read()] };
}

interface ActionField {
  elements: HTMLElement[];
  read(): Action;
}

function setField(model: Model, { property_id, value = null }: Partial<Action>): ActionField {
  const one = pair(model, property_id, value);
  const read = (): Action => {
    const [id, wanted] = one.read();
    return { kind: 'set_property', property_id: id, value: wanted };
  };
  return { elements: [one.element], read };
}

function rowField(model: Model, { values = {} }: Partial<Action>): ActionField {
  const body = el('div', { class: 'filter-body' });
  const pairs = new Map<HTMLElement, Pair>();
  const add = (id?: number, value: Value = null) => {
    const made = pair(model, id, value, (line) => {
      pairs.delete(line);
      line.remove();
    });
    pairs.set(made.element, made);
    body.append(made.element);
  };
  for (const [id, one] of Object.entries(values)) add(Number(id), one);
  const more = quietButton('plus', t('databases.view.button.add_value'), () => add());
  const read = (): Action => ({
    kind: 'create_row',
    values: Object.fromEntries([...pairs.values()].map((one) => one.read())),
  });
  return { elements: [body, more], read };
}

function automationField(choices: Choice[], { automation_id }: Partial<Action>): ActionField {
  const known = choices.map(({ id, name }): [string, string] => [String(id), name || `#${id}`]);
  // One that was deleted, or that belongs to others now, stays until another is chosen.
  if (automation_id && !choices.some(({ id }) => id === automation_id))
    known.push([String(automation_id), t('databases.view.button.gone')]);
  const which = select(t('databases.view.button.which'), known, String(automation_id ?? choices[0]?.id ?? ''));
  const make = el('a', { href: '/workspace/automations/new' }, t('databases.view.button.make'));
  const hint = el(
    'p',
    { class: 'hint' },
    t(`databases.view.button.${known.length ? 'acts' : 'no_automation'}`),
    ' ',
    make,
  );
  which.hidden = !known.length;
  return { elements: [which, hint], read: () => ({ kind: 'automation', automation_id: Number(which.value) }) };
}

function actionPart(
  model: Model,
  choices: Choice[],
  action: Action,
  remove: () => void,
): { element: HTMLElement; read(): Action } {
  const kind = select(
    t('databases.view.button.kind'),
    KINDS.map((one) => [one, t(`databases.view.button.${one}`)]),
    action.kind,
  );
  const body = el('div', { class: 'filter-body' });
  let field: ActionField;
  const draw = (known: Partial<Action>) => {
    if (kind.value === 'automation') field = automationField(choices, known);
    else field = kind.value === 'set_property' ? setField(model, known) : rowField(model, known);
    body.replaceChildren(...field.elements);
  };
  kind.addEventListener('change', () => draw({}));
  draw(action);
  const head = el('div', { class: 'filter-line' }, kind, iconButton('x', t('databases.view.button.remove'), remove));
  return { element: el('li', { class: 'filter-group' }, head, body), read: () => field.read() };
}

export async function buttonParts(model: Model, { label = '', actions = [] }: Property['config']): Promise<Parts> {
  const choices = await automationsOf(model);
  const text = input('', label, { maxlength: 100, required: 'required' });
  const list = el('ul', { class: 'panel-list' });
  const parts = new Map<HTMLElement, () => Action>();
  const add = (action: Action) => {
    const { element, read } = actionPart(model, choices, action, () => {
      parts.delete(element);
      element.remove();
    });
    parts.set(element, read);
    list.append(element);
  };
  const first = (): Action => ({ kind: 'set_property' });
  for (const one of actions.length ? actions : [first()]) add(one);
  const more = quietButton('plus', t('databases.view.button.add'), () => add(first()));
  const legend = el('legend', {}, t('databases.view.button.actions'));
  return {
    elements: [
      labelled(t('databases.view.button.label'), text),
      el('fieldset', { class: 'panel-set' }, legend, list, more),
    ],
    config: () => ({ label: text.value, actions: [...parts.values()].map((read) => read()) }),
  };
}
