// Settings of a button: what it says, and what happens in turn when somebody presses it.
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import type { Model } from '../../../client/database/model.ts';
import { iconButton, input, labelled, quietButton, select } from '../../../client/database/panels/form-controls.ts';
import { type ValueField, valueField } from '../../../client/database/panels/value-field.ts';
import { isWritable } from '../../../client/database/property-kinds.ts';
import type { Property, Value } from '../../../model.ts';
import type { Parts } from '../client-property-type.ts';
import { clientType } from '../client-registry.ts';

type Action = NonNullable<Property['config']['actions']>[number];
const KINDS = ['set_property', 'create_row'] as const;

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
  let field: ValueField;
  const draw = (known: Value) => {
    field = valueField(model, model.property(Number(which.value)) as Property, known);
    field.element.setAttribute('aria-label', t('databases.view.button.value'));
    place.replaceChildren(field.element);
  };
  which.addEventListener('change', () => draw(null));
  draw(value);
  const element = el('div', { class: 'filter-line' }, which, place);
  if (remove) element.append(iconButton('x', t('databases.view.remove_condition'), () => remove(element)));
  return { element, read: () => [Number(which.value), field.read()] };
}

function actionPart(model: Model, action: Action, remove: () => void): { element: HTMLElement; read(): Action } {
  const kind = select(
    t('databases.view.button.kind'),
    KINDS.map((one) => [one, t(`databases.view.button.${one}`)]),
    action.kind,
  );
  const body = el('div', { class: 'filter-body' });
  const pairs = new Map<HTMLElement, Pair>();
  const add = (id?: number, value: Value = null, isFree = true) => {
    const made = pair(
      model,
      id,
      value,
      isFree
        ? (line) => {
            pairs.delete(line);
            line.remove();
          }
        : undefined,
    );
    pairs.set(made.element, made);
    body.append(made.element);
  };
  const more = quietButton('plus', t('databases.view.button.add_value'), () => add());
  const draw = ({ property_id, value = null, values = {} }: Partial<Action>) => {
    pairs.clear();
    body.replaceChildren();
    more.hidden = kind.value === 'set_property';
    if (kind.value === 'set_property') add(property_id, value, false);
    else for (const [id, one] of Object.entries(values)) add(Number(id), one);
  };
  kind.addEventListener('change', () => draw({}));
  draw(action);
  const head = el('div', { class: 'filter-line' }, kind, iconButton('x', t('databases.view.button.remove'), remove));
  return {
    element: el('li', { class: 'filter-group' }, head, body, more),
    read() {
      const read = [...pairs.values()].map((one) => one.read());
      const [first] = read;
      if (kind.value === 'set_property' && first) return { kind: kind.value, property_id: first[0], value: first[1] };
      return { kind: kind.value, values: Object.fromEntries(read) };
    },
  };
}

export function buttonParts(model: Model, { label = '', actions = [] }: Property['config']): Parts {
  const text = input('', label, { maxlength: 100, required: 'required' });
  const list = el('ul', { class: 'panel-list' });
  const parts = new Map<HTMLElement, () => Action>();
  const add = (action: Action) => {
    const { element, read } = actionPart(model, action, () => {
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
