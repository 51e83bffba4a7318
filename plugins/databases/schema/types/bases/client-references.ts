// What types have in common in the browser whose values are lists of ids.
import { idsNamed, valueList } from '../../../client/database/value-parts.ts';
import type { NamesById, Value } from '../../../model.ts';
import type { ClientPropertyType } from '../client-property-type.ts';

/** The names of these ids, as far as the reader sees them. */
export const namesIn = (known: Record<string, string>, value: Value): string =>
  valueList(value)
    .flatMap((id) => known[String(id)] ?? [])
    .join(', ');

export const clientIds = (
  known: (names: NamesById) => Record<string, string>,
  own: Partial<ClientPropertyType> & Pick<ClientPropertyType, 'icon' | 'compares'>,
): ClientPropertyType => ({
  rules: ['required', 'min_length', 'max_length'],
  isMany: true,
  text: (value, _property, { names }) => namesIn(known(names), value),
  read: (words, { model }) => idsNamed(known(model.names), words),
  ...own,
});
