// One value as another type of property has it.
import type { Property, Value } from '../model.ts';
import { optionNameOf } from '../schema/types/bases/options.ts';
import { ValueFault, type ValueNames } from '../schema/types/property-type.ts';
import { propertyTypeOf } from '../schema/types/registry.ts';

const noNames: ValueNames = { user: () => undefined, row: () => undefined, file: () => undefined };

/** The words of a value, of a list those of each member. */
export const memberTexts = (value: Value, from: Property): string[] =>
  Array.isArray(value)
    ? value.map((one) => optionNameOf(one, from))
    : [propertyTypeOf(from).words(value, from, noNames)];

/** One value as the new type has it; null is lost. */
export function convertValue(value: Value, from: Property, to: Property): Value {
  if (value === null) return null;
  const texts = memberTexts(value, from).filter(Boolean);
  const type = propertyTypeOf(to);
  try {
    return type.read(type.convertFrom?.({ value, from, texts, text: texts.join(', ') }, to) ?? null, to);
  } catch (error) {
    if (error instanceof ValueFault) return null;
    throw error;
  }
}
