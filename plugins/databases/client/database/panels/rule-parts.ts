// What the values of a property must be: there, only once, not less or more, not shorter or longer.
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import type { Property, PropertyTypeName } from '../../../model.ts';
import { clientType } from '../../../schema/types/client-registry.ts';
import { checkbox, input, labelled } from './form-controls.ts';

type Validation = Property['validation'];
const BOUNDS = ['min', 'max', 'min_length', 'max_length'] as const;

export function ruleParts(type: PropertyTypeName, rules: Validation): { elements: HTMLElement[]; read(): Validation } {
  const { rules: known, isMany, isComputed, compares } = clientType({ type });
  const isUnique = known.includes('unique');
  if (isComputed) return { elements: [], read: () => ({}) };
  const needed = checkbox(t('databases.view.required'), rules.required ?? false);
  const only = checkbox(t('databases.view.unique'), rules.unique ?? false);
  const kinds: Record<string, string> = compares === 'date' ? { type: 'date' } : { inputmode: 'decimal' };
  const field = (rule: (typeof BOUNDS)[number]) =>
    input('', String(rules[rule] ?? ''), rule.endsWith('length') ? { type: 'number', min: 0 } : kinds);
  const words: Partial<Record<(typeof BOUNDS)[number], string>> = {
    ...(known.includes('min') ? { min: 'least', max: 'most' } : {}),
    ...(known.includes('min_length')
      ? { min_length: isMany ? 'fewest' : 'shortest', max_length: isMany ? 'most_entries' : 'longest' }
      : {}),
  };
  const fields = BOUNDS.flatMap((rule) => (words[rule] ? [{ rule, at: field(rule), word: words[rule] }] : []));
  const value = (text: string) => (compares === 'date' ? text : Number(text.replace(',', '.')));
  return {
    elements: [
      needed.element,
      ...(isUnique ? [only.element, el('p', { class: 'hint' }, t('databases.view.unique_hint'))] : []),
      ...fields.map(({ at, word }) => labelled(t(`databases.view.${word}`), at)),
    ],
    read: () => ({
      ...(needed.box.checked ? { required: true } : {}),
      ...(isUnique && only.box.checked ? { unique: true } : {}),
      ...Object.fromEntries(fields.flatMap(({ rule, at }) => (at.value ? [[rule, value(at.value)]] : []))),
    }),
  };
}
