// What types have in common whose values the service fills itself.
import type { Value } from '../../../model.ts';
import type { PropertyType } from '../property-type.ts';

export const filledBase = { config: {}, rules: [], computed: true, read: () => null, cells: () => [] } as const;

/** A moment that stands in the page of the row. */
export const pageMoment = (column: 'created_at' | 'updated_at'): PropertyType => ({
  ...filledBase,
  icon: 'history',
  compares: 'moment',
  isAlwaysThere: true,
  pageColumn: `pages.${column}`,
  words: (value) => String(value),
  present: (_stored, _property, row) => row[column],
  formulaKind: 'date',
});

/** A person whom the page of the row names. */
export const pagePerson = (column: 'created_by' | 'updated_by'): PropertyType => ({
  ...filledBase,
  icon: 'user',
  compares: 'refs',
  names: 'people',
  sketch: 'person',
  pageColumn: `pages.${column}`,
  words: (value, _property, names) => (value as number[]).flatMap((one) => names.user(one) ?? []).join(', '),
  present: (_stored, _property, row): Value => {
    const who = row[column];
    return who === null ? null : [who];
  },
  formulaKind: 'person',
});
