// The date that a row goes by: of its time, its repetition and its reminder there is one each.
import type { Model } from '../../../client/database/model.ts';
import type { Property } from '../../../model.ts';

/** The first one that has a value, or the one that would be asked for it. */
export function rowDateIn(model: Model, rowId: number): Property | undefined {
  const values = model.row(rowId)?.values ?? {};
  const dates = model.properties.filter(({ type }) => type === 'date');
  return dates.find(({ id }) => values[id]) ?? dates[0];
}

/** While a date is written in a row that has none, it is the one. */
export function isRowDate(model: Model, rowId: number, property: Property): boolean {
  const values = model.row(rowId)?.values;
  const first = model.properties.find(({ id, type }) => type === 'date' && (id === property.id || values?.[id]));
  return model.isEditable && values !== undefined && first?.id === property.id;
}
