// Groups of rows: what they are called, and what a new row in one of them is given.
import { t } from '../../../../core/client/messages.ts';
import type { Property, Value } from '../../model.ts';
import { clientType } from '../../schema/types/client-registry.ts';
import { cellContent } from './cell.ts';
import type { Model } from './model.ts';
import { isToggled } from './property-kinds.ts';
import { isNothing, valueList } from './value-parts.ts';

/** The value of a group as a row has it. */
export function valueIn(property: Property, value: Value): Value {
  if (value === null) return null;
  const { isMany, compares } = clientType(property);
  if (isMany) return [value];
  return compares === 'date' ? { start: String(value), end: null, timezone: null } : value;
}

export function groupName(model: Model, property: Property, value: Value): (Node | string)[] {
  if (isToggled(property)) return [...cellContent(model, property, value), property.name];
  if (isNothing(value)) return [t('databases.view.without', { name: property.name })];
  const named = cellContent(model, property, valueIn(property, value));
  return named.length ? named : [String(value)];
}

/** Words of a group, for those who hear it. */
export function groupText(model: Model, property: Property, value: Value): string {
  return groupName(model, property, value)
    .map((one) => (typeof one === 'string' ? one : (one.textContent ?? '')))
    .join(' ');
}

/** The value of a row that goes from one group to another: of several values only the one it leaves is another then. */
export function movedValue(property: Property, before: Value, from: Value, to: Value): Value {
  const next = valueIn(property, to);
  if (!Array.isArray(before) || !/^(options|people)$/.test(clientType(property).compares))
    return next ?? (isToggled(property) ? false : null);
  const rest = before.filter((one) => one !== from);
  const all = [...new Set([...rest, ...valueList(next)])];
  return all.length ? all : null;
}
