// What the values of a property must be: there, only once, not less or more, not shorter or longer.
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import type { Property, PropertyTypeName } from '../../../model.ts';
import { check, input, labelled } from './form-controls.ts';

const UNIQUE = /^(title|text|long_text|number|select|status|date|url|email|phone|duration)$/;
const BOUND = /^(number|rating|duration|date)$/;
const TEXT = /^(title|text|long_text|url|email|phone)$/;
const LIST = /^(multi_select|person|files|relation)$/;
const COMPUTED = /^(unique_id|rollup|formula|button|created_|last_edited_)/;

type Validation = Property['validation'];
const BOUNDS = ['min', 'max', 'min_length', 'max_length'] as const;

export function ruleParts(type: PropertyTypeName, rules: Validation): { elements: HTMLElement[]; read(): Validation } {
  if (COMPUTED.test(type)) return { elements: [], read: () => ({}) };
  const needed = check(t('databases.view.required'), rules.required ?? false);
  const only = check(t('databases.view.unique'), rules.unique ?? false);
  const kinds: Record<string, string> = type === 'date' ? { type: 'date' } : { inputmode: 'decimal' };
  const field = (rule: (typeof BOUNDS)[number]) =>
    input('', String(rules[rule] ?? ''), rule.endsWith('length') ? { type: 'number', min: 0 } : kinds);
  const words: Partial<Record<(typeof BOUNDS)[number], string>> = {
    ...(BOUND.test(type) ? { min: 'least', max: 'most' } : {}),
    ...(TEXT.test(type) ? { min_length: 'shortest', max_length: 'longest' } : {}),
    ...(LIST.test(type) ? { min_length: 'fewest', max_length: 'most_entries' } : {}),
  };
  const fields = BOUNDS.flatMap((rule) => (words[rule] ? [{ rule, at: field(rule), word: words[rule] }] : []));
  const value = (text: string) => (type === 'date' ? text : Number(text.replace(',', '.')));
  return {
    elements: [
      needed.element,
      ...(UNIQUE.test(type) ? [only.element, el('p', { class: 'hint' }, t('databases.view.unique_hint'))] : []),
      ...fields.map(({ at, word }) => labelled(t(`databases.view.${word}`), at)),
    ],
    read: () => ({
      ...(needed.box.checked ? { required: true } : {}),
      ...(UNIQUE.test(type) && only.box.checked ? { unique: true } : {}),
      ...Object.fromEntries(fields.flatMap(({ rule, at }) => (at.value ? [[rule, value(at.value)]] : []))),
    }),
  };
}
