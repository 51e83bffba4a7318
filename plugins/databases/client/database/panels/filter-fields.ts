// What conditions of a filter ask: the operators of each type, and the field for their value.
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { failed } from '../../../../../core/client/toast.ts';
import { type Property, seenAs, type Value } from '../../../model.ts';
import { choicesFor, members } from '../editors/choices.ts';
import type { Model } from '../model.ts';
import { type Choices, input, select } from './form-controls.ts';

const EMPTY = ['is_empty', 'is_not_empty'];
const TEXT = ['contains', 'does_not_contain', 'equals', 'does_not_equal', 'starts_with', 'ends_with', ...EMPTY];
const NUMBER = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', ...EMPTY];
const RANGES = [
  'this_week',
  'this_month',
  'this_year',
  'past_week',
  'past_month',
  'past_year',
  'next_week',
  'next_month',
  'next_year',
];
const DATE = ['equals', 'before', 'after', 'on_or_before', 'on_or_after', ...RANGES, ...EMPTY];
const DAYS = [
  'today',
  'tomorrow',
  'yesterday',
  'one_week_ago',
  'one_week_from_now',
  'one_month_ago',
  'one_month_from_now',
];

/** Operators that ask for no value. */
export const VALUELESS = /^(is_empty|is_not_empty|(this|past|next)_(week|month|year))$/;

export function operatorsOf(property: Property): string[] {
  const { type } = seenAs(property);
  if (property.type === 'rollup' && type === 'unique_id') return TEXT;
  if (/^(select|status)$/.test(type)) return ['equals', 'does_not_equal', ...EMPTY];
  if (/^(multi_select|person|relation|created_by|last_edited_by)$/.test(type))
    return ['contains', 'does_not_contain', ...EMPTY];
  if (type === 'files') return EMPTY;
  if (type === 'checkbox') return ['equals'];
  if (type === 'unique_id') return ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'];
  if (/^(number|rating|duration)$/.test(type)) return NUMBER;
  return /^(date|created_time|last_edited_time)$/.test(type) ? DATE : TEXT;
}

export interface ValueField {
  element: HTMLElement;
  /** undefined: nothing filled in */
  read(): Value | undefined;
}

const label = () => t('databases.view.filter_value');

function chosen(choices: Choices, value: Value | undefined, read: (text: string) => Value): ValueField {
  const field = select(label(), choices, String(value ?? choices[0]?.[0] ?? ''));
  return { element: field, read: () => (field.value === '' ? undefined : read(field.value)) };
}

function dateField(value: Value | undefined): ValueField {
  const named = typeof value === 'string' && DAYS.includes(value);
  const choices: Choices = [
    ['', t('databases.view.day.exact')],
    ...DAYS.map((day): [string, string] => [day, t(`databases.view.day.${day}`)]),
  ];
  const which = select(label(), choices, value === undefined ? 'today' : named ? String(value) : '');
  const day = input(t('databases.view.day.exact'), typeof value === 'string' && !named ? value.slice(0, 10) : '', {
    type: 'date',
  });
  const shape = () => {
    day.hidden = which.value !== '';
  };
  which.addEventListener('change', shape);
  shape();
  return { element: el('span', {}, which, day), read: () => which.value || day.value || undefined };
}

function peopleField(model: Model, value: Value | undefined): ValueField {
  const field = select(label(), [['me', t('databases.view.me')]], 'me');
  members(model)
    .then((people) => {
      field.append(
        ...people.map(({ user_id, full_name, email }) => el('option', { value: user_id }, full_name || email)),
      );
      field.value = String(value ?? 'me');
    })
    .catch(failed);
  return { element: field, read: () => (field.value === 'me' ? 'me' : Number(field.value)) };
}

let lists = 0;

/** Rows are found by their titles. */
function rowField(model: Model, property: Property, value: Value | undefined): ValueField {
  const id = `filter-rows-${++lists}`;
  const field = input(label(), value === undefined ? '' : (model.names.rows[String(value)] ?? ''), { list: id });
  const list = el('datalist', { id });
  const known = new Map<string, Value>(value === undefined ? [] : [[field.value, value]]);
  const find = async () => {
    const found = await choicesFor({ model, property }, field.value.trim());
    for (const one of found) {
      known.set(one.label, one.value);
      model.learn({ rows: { [String(one.value)]: one.label } });
    }
    list.replaceChildren(...found.map((one) => el('option', { value: one.label })));
  };
  for (const type of ['focus', 'input']) field.addEventListener(type, () => void find().catch(failed));
  return { element: el('span', {}, field, list), read: () => known.get(field.value) };
}

export function valueField(model: Model, property: Property, value: Value | undefined): ValueField {
  const { type, config } = seenAs(property);
  if (/^(select|status|multi_select)$/.test(type))
    return chosen(
      (config.options ?? []).map(({ id, name }) => [id, name]),
      value,
      (text) => text,
    );
  if (type === 'checkbox')
    return chosen(
      [
        ['true', t('databases.view.yes')],
        ['false', t('databases.view.no')],
      ],
      value,
      (text) => text === 'true',
    );
  if (/^(person|created_by|last_edited_by)$/.test(type)) return peopleField(model, value);
  if (type === 'relation') return rowField(model, property, value);
  if (/^(date|created_time|last_edited_time)$/.test(type)) return dateField(value);
  const isNumber = /^(number|rating|duration)$/.test(type) || property.type === 'unique_id';
  const field = input(
    label(),
    value === undefined ? '' : String(value),
    isNumber ? { inputmode: 'decimal' } : { maxlength: 200 },
  );
  const read = () => {
    if (!field.value.trim()) return undefined;
    const found = Number(field.value.replace(',', '.'));
    return isNumber ? (Number.isFinite(found) ? found : undefined) : field.value;
  };
  return { element: field, read };
}
