// What the browser shows of each type of property beside its values: a picture, and the sums that make sense.
import type { Property, PropertyTypeName } from '../../shape.ts';

const ICONS: Partial<Record<PropertyTypeName, string>> = {
  title: 'type',
  text: 'file-text',
  long_text: 'file-text',
  number: 'list-ordered',
  select: 'chevron-down',
  status: 'loader',
  multi_select: 'list',
  date: 'calendar',
  created_time: 'history',
  last_edited_time: 'history',
  person: 'users',
  created_by: 'user',
  last_edited_by: 'user',
  files: 'paperclip',
  checkbox: 'check',
  url: 'link',
  email: 'mail',
  phone: 'at-sign',
  relation: 'arrow-right',
  rollup: 'search',
  formula: 'code',
  rating: 'star',
  duration: 'history',
  place: 'house',
  button: 'square-mouse-pointer',
};

export const typeIcon = (type: PropertyTypeName): string => ICONS[type] ?? 'tag';

const ALWAYS = ['count', 'count_values', 'unique', 'empty', 'not_empty', 'percent_empty', 'percent_not_empty'];
const NUMBERS = ['sum', 'average', 'median', 'min', 'max', 'range'];

/** Names of the sums over a property. */
export function aggregatesOf({ type, config }: Property): string[] {
  if (type === 'formula')
    return config.is_volatile ? [] : config.result === 'number' ? [...ALWAYS, ...NUMBERS] : ALWAYS;
  if (/^(number|rating|duration|rollup)$/.test(type)) return [...ALWAYS, ...NUMBERS];
  if (/^(date|created_time|last_edited_time)$/.test(type)) return [...ALWAYS, 'earliest', 'latest'];
  if (type === 'checkbox') return ['count', 'checked', 'unchecked', 'percent_checked', 'percent_unchecked'];
  return type === 'button' ? [] : ALWAYS;
}

/** Types that somebody can make here by a name and few settings. */
export const MADE: PropertyTypeName[] = [
  ...(['text', 'long_text', 'number', 'select', 'multi_select', 'status', 'date', 'person', 'files'] as const),
  ...(['checkbox', 'url', 'email', 'phone', 'relation', 'rollup', 'formula', 'rating', 'duration'] as const),
  ...(['place', 'unique_id', 'created_time', 'last_edited_time', 'created_by', 'last_edited_by'] as const),
];

/** Types that can become each other. */
export const CONVERTIBLE: PropertyTypeName[] = [
  ...(['text', 'long_text', 'number', 'select', 'multi_select', 'status', 'date', 'checkbox'] as const),
  ...(['url', 'email', 'phone', 'rating', 'duration'] as const),
];
