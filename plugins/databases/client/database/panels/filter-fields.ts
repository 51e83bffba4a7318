// What conditions of a filter ask: the operators of each type, and the field for their value.
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { failed } from '../../../../../core/client/toast.ts';
import { type Property, seenAs, type Value } from '../../../model.ts';
import type { ClientComparison } from '../../../schema/types/client-property-type.ts';
import { matchingChoices, members } from '../editors/choices.ts';
import type { Model } from '../model.ts';
import { comparisonOf } from '../property-kinds.ts';
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

const OPERATORS: Record<ClientComparison, string[]> = {
  text: TEXT,
  number: NUMBER,
  row_number: ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'],
  option: ['equals', 'does_not_equal', ...EMPTY],
  options: ['contains', 'does_not_contain', ...EMPTY],
  people: ['contains', 'does_not_contain', ...EMPTY],
  rows: ['contains', 'does_not_contain', ...EMPTY],
  files: EMPTY,
  flag: ['equals'],
  date: DATE,
  none: [],
};

/** Rollups of numbers of rows are texts. */
const filteredAs = (property: Property): ClientComparison => {
  const compares = comparisonOf(property);
  return property.type === 'rollup' && compares === 'row_number' ? 'text' : compares;
};

export const operatorsOf = (property: Property): string[] => OPERATORS[filteredAs(property)];

export interface FilterValueField {
  element: HTMLElement;
  /** undefined: nothing filled in */
  read(): Value | undefined;
}

const label = () => t('databases.view.filter_value');

function chosen(choices: Choices, value: Value | undefined, read: (text: string) => Value): FilterValueField {
  const field = select(label(), choices, String(value ?? choices[0]?.[0] ?? ''));
  return { element: field, read: () => (field.value === '' ? undefined : read(field.value)) };
}

function dateField(value: Value | undefined): FilterValueField {
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

function peopleField(model: Model, value: Value | undefined): FilterValueField {
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
function rowField(model: Model, property: Property, value: Value | undefined): FilterValueField {
  const id = `filter-rows-${++lists}`;
  const field = input(label(), value === undefined ? '' : (model.names.rows[String(value)] ?? ''), { list: id });
  const list = el('datalist', { id });
  const known = new Map<string, Value>(value === undefined ? [] : [[field.value, value]]);
  const find = async () => {
    const found = await matchingChoices({ model, property }, 'rows', field.value.trim());
    for (const one of found) {
      known.set(one.label, one.value);
      model.learn({ rows: { [String(one.value)]: one.label } });
    }
    list.replaceChildren(...found.map((one) => el('option', { value: one.label })));
  };
  for (const type of ['focus', 'input']) field.addEventListener(type, () => void find().catch(failed));
  return { element: el('span', {}, field, list), read: () => known.get(field.value) };
}

export function filterValueField(model: Model, property: Property, value: Value | undefined): FilterValueField {
  const compares = filteredAs(property);
  const { config } = seenAs(property);
  if (compares === 'option' || compares === 'options')
    return chosen(
      (config.options ?? []).map(({ id, name }) => [id, name]),
      value,
      (text) => text,
    );
  if (compares === 'flag')
    return chosen(
      [
        ['true', t('databases.view.yes')],
        ['false', t('databases.view.no')],
      ],
      value,
      (text) => text === 'true',
    );
  if (compares === 'people') return peopleField(model, value);
  if (compares === 'rows') return rowField(model, property, value);
  if (compares === 'date') return dateField(value);
  const isNumber = compares === 'number' || compares === 'row_number';
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
