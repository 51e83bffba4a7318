// What fields of a page can be compared with: a value that none ever has is refused where the rule is saved.
import { invalid } from '../../../core/http/problem.ts';
import type { Clause } from '../model.ts';
import { needsValue, PAGE_KINDS, PEOPLE_FIELDS } from './clause-words.ts';

const isId = (value: unknown): boolean => /^[1-9]\d{0,9}$/.test(String(value));

/** @throws Problem validation_failed */
export function checkedFieldValue({ field = 'title', op, value }: Clause, at: (string | number)[]): void {
  if (!needsValue(op)) return;
  if (typeof value === 'object' && value !== null)
    throw invalid(at, 'must be a text, a number, or true or false', 'value_error');
  if (PEOPLE_FIELDS.includes(field) && !isId(value))
    throw invalid(at, 'must be the id of a person', 'value_error', value);
  if (field === 'parent_id' && !isId(value)) throw invalid(at, 'must be the id of a page', 'value_error', value);
  if (field === 'kind' && op !== 'contains' && !PAGE_KINDS.includes(String(value)))
    throw invalid(at, 'must be page, collection, folder or file', 'value_error', value);
}
