// The rules that values of a property must keep, checked in this one place for every way in which rows are written.
import { createHash } from 'node:crypto';
import { uniqueKey } from '../../../core/i18n/text-normalization.ts';
import type { Property, Value } from '../contract.ts';
import { isEmptyValue } from '../schema/types/property-type.ts';
import { propertyTypeOf } from '../schema/types/registry.ts';
import { type RowFault, rowFault } from './row-errors.ts';

/** What min and max are compared with. */
function measure(property: Property, value: Value): number | string | undefined {
  if (typeof value === 'number') return value;
  return propertyTypeOf(property).measure?.(value);
}

const lengthOf = (value: Value): number | undefined =>
  typeof value === 'string' || Array.isArray(value) ? value.length : undefined;

/** Faults of one value against the rules of its property, but for unique, which the database decides. */
export function ruleFaults(property: Property, value: Value): RowFault[] {
  const { required, min, max, min_length, max_length } = property.validation;
  if (isEmptyValue(value)) return required ? [rowFault(property, 'required', 'is required')] : [];
  const found: RowFault[] = [];
  const size = measure(property, value);
  const bound = (limit: number | string) => (typeof limit === 'string' ? limit.slice(0, 10) : limit);
  if (min !== undefined && size !== undefined && size < bound(min))
    found.push(rowFault(property, 'min', `is less than ${bound(min)}`));
  if (max !== undefined && size !== undefined && size > bound(max))
    found.push(rowFault(property, 'max', `is more than ${bound(max)}`));
  const length = lengthOf(value);
  if (min_length !== undefined && length !== undefined && length < min_length)
    found.push(rowFault(property, 'min_length', `is shorter than ${min_length}`));
  if (max_length !== undefined && length !== undefined && length > max_length)
    found.push(rowFault(property, 'max_length', `is longer than ${max_length}`));
  return found;
}

/** What two values must not have in common where the property is unique. */
export function uniqueHash(value: Value): string {
  const text = typeof value === 'string' ? uniqueKey(value) : JSON.stringify(value);
  return createHash('sha256').update(text).digest('base64url');
}

export const uniqueFault = (property: Property): RowFault => rowFault(property, 'unique', 'is already used');
