// What the browser shows of each type of property beside its values: a picture, and the sums that make sense.
import { type Property, type PropertyTypeName, seenAs } from '../../model.ts';

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
export function aggregatesOf(property: Property): string[] {
  if (property.config.is_volatile) return [];
  const { type } = seenAs(property);
  if (/^(number|rating|duration)$/.test(type)) return [...ALWAYS, ...NUMBERS];
  if (/^(date|created_time|last_edited_time)$/.test(type)) return [...ALWAYS, 'earliest', 'latest'];
  if (type === 'checkbox') return ['count', 'checked', 'unchecked', 'percent_checked', 'percent_unchecked'];
  return type === 'button' ? [] : ALWAYS;
}

/** What each reader has of their own is compared with nothing, and neither are buttons. */
export const isFiltered = ({ type, config }: Property): boolean => type !== 'button' && !config.is_volatile;

const UNSORTED = /^(person|files|relation|created_by|last_edited_by)$/;
/** Types by whose values rows have an order. */
export function isSorted(property: Property): boolean {
  const { type } = seenAs(property);
  if (property.type === 'formula' && property.config.result?.startsWith('list')) return false;
  return (
    isFiltered(property) &&
    !UNSORTED.test(type) &&
    !(property.type === 'rollup' && /^(multi_select|checkbox)$/.test(type))
  );
}

/** Types that somebody can make here by a name and few settings. */
export const MADE: PropertyTypeName[] = [
  ...(['text', 'long_text', 'number', 'select', 'multi_select', 'status', 'date', 'person', 'files'] as const),
  ...(['checkbox', 'url', 'email', 'phone', 'relation', 'rollup', 'formula', 'rating', 'duration'] as const),
  ...(['place', 'unique_id', 'button', 'created_time', 'last_edited_time', 'created_by', 'last_edited_by'] as const),
];

/** Types that can become each other. */
export const CONVERTIBLE: PropertyTypeName[] = [
  ...(['text', 'long_text', 'number', 'select', 'multi_select', 'status', 'date', 'checkbox'] as const),
  ...(['url', 'email', 'phone', 'rating', 'duration'] as const),
];
