// Lanes of a board: one for each value of another property that its cards have, across all columns.
import type { Property, Row, Value } from '../../../model.ts';
import type { CellChange } from '../edit-queue.ts';
import { groupKey } from '../group-order.ts';
import { groupText, movedValue, valueIn } from '../groups.ts';
import type { Model } from '../model.ts';
import { isToggled } from '../property-kinds.ts';
import { valueList } from '../value-parts.ts';

export interface Lane {
  key: string;
  name: string;
  has(row: Row): boolean;
  /** what a new row in it is given */
  given: Record<string, Value>;
  /** what brings a row into it */
  changes(row: Row): CellChange[];
}

const valuesIn = (property: Property, row: Row): Value[] => {
  const value = row.values[property.id];
  if (isToggled(property)) return [value === true];
  const all = valueList(value);
  return all.length ? all : [null];
};

/** Null for a board without lanes. Options are lanes also without cards; other values as they occur. */
export function lanesOf(model: Model): Lane[] | null {
  const { swimlane_property_id, group_by } = model.view.config;
  const property = model.property(swimlane_property_id ?? 0);
  if (!property || property.id === group_by) return null;
  const found = new Map<string, Value>();
  const add = (value: Value) => found.set(groupKey(value), value);
  for (const { id } of property.config.options ?? []) add(id);
  if (isToggled(property)) for (const value of [true, false]) add(value);
  for (const group of model.groups)
    for (const row of model.list(groupKey(group.value)).known())
      for (const value of valuesIn(property, row)) add(value);
  if (!isToggled(property)) {
    found.delete('');
    add(null);
  }
  return [...found].map(([key, value]) => laneOf(model, property, key, value));
}

function laneOf(model: Model, property: Property, key: string, value: Value): Lane {
  const isIn = (row: Row) => valuesIn(property, row).some((one) => groupKey(one) === key);
  const name = isToggled(property)
    ? `${groupText(model, property, value)} ${value ? '✓' : '–'}`
    : groupText(model, property, value);
  return {
    key,
    name,
    has: isIn,
    given: value === null || value === false ? {} : { [property.id]: valueIn(property, value) },
    changes(row) {
      if (isIn(row)) return [];
      const from = valuesIn(property, row)[0] ?? null;
      return [
        {
          rowId: row.id,
          propertyId: property.id,
          value: movedValue(property, row.values[property.id] ?? null, from, value),
        },
      ];
    },
  };
}
