// One group of a view as a filter: addresses name its value as text, and nothing means rows without one.
import { invalid } from '../../../core/http/problem.ts';
import type { Filter, Property, Value } from '../model.ts';
import { propertyTypeOf } from '../schema/types/registry.ts';

/** @throws Problem validation_failed for a view that is not grouped */
export function inGroup(property: Property | undefined, text: string): Filter {
  if (!property) throw invalid(['query', 'group'], 'is for views that group their rows', 'value_error', text);
  const { compares } = propertyTypeOf(property);
  const leaf = (op: string, value?: Value): Filter => ({ property_id: property.id, op, value });
  if (compares === 'flag') return leaf('equals', text === 'true');
  if (text === '') return leaf('is_empty');
  if (compares === 'refs') return leaf('contains', Number(text));
  if (compares === 'options') return leaf('contains', text);
  return leaf('equals', compares === 'number' ? Number(text) : text);
}
