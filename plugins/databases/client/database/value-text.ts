// Values as people read and type them: the words of each type, and what typed or pasted words mean.
import { type Property, seenAs, type Value } from '../../model.ts';
import { clientType } from '../../schema/types/client-registry.ts';
import type { Model } from './model.ts';
import { isNothing, valueList } from './value-parts.ts';

/** A rollup says what it shows as the property does that it looks at. */
function rollupText(model: Model, property: Property, value: Value): string {
  const shown = seenAs(property);
  if (clientType(shown).isMany) return plainValueText(model, shown, value);
  return valueList(value)
    .map((one) => plainValueText(model, shown, one))
    .join(', ');
}

/** All of a value as plain words, empty where there is nothing. */
export function plainValueText(model: Model, property: Property, value: Value | undefined): string {
  if (isNothing(value)) return '';
  if (property.type === 'rollup') return rollupText(model, property, value as Value);
  return clientType(property).text(value as Value, property, model);
}

/** A value in a field that is typed into: numbers with a point or a comma as they are written here, nothing around them. */
export const typedOf = (model: Model, property: Property, value: Value | undefined): string =>
  clientType(property).typed?.(value ?? null, property) ?? plainValueText(model, property, value);

/**
 * What words mean as a value of a property; nothing for no words. Options and people are found by their names.
 * @throws UnreadableValue
 */
export function parseValue(model: Model, property: Property, text: string): Value {
  const words = text.trim();
  const { read, unset = null } = clientType(property);
  return words === '' ? unset : read(words, { property, model, text });
}
