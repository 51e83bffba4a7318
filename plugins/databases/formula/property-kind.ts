// As what formulas see the properties of a database.
import type { Kind } from './kind.ts';

const list = (kind: Kind): Kind => ({ list: kind });

/** Options, rows and files come by their names, persons as `{id,name}`; what is computed has the kind of its results. */
const kinds: Record<string, Kind> = {
  title: 'text',
  text: 'text',
  long_text: 'text',
  number: 'number',
  select: 'text',
  multi_select: list('text'),
  status: 'text',
  date: 'date',
  person: list('person'),
  files: list('text'),
  checkbox: 'boolean',
  url: 'text',
  email: 'text',
  phone: 'text',
  relation: list('text'),
  unique_id: 'text',
  rating: 'number',
  duration: 'number',
  place: 'text',
  created_time: 'date',
  last_edited_time: 'date',
  created_by: 'person',
  last_edited_by: 'person',
};

/** Undefined for rollup and formula, whose results decide, and for button, which has no value. */
export const kindOfProperty = (type: string): Kind | undefined =>
  Object.hasOwn(kinds, type) ? kinds[type] : undefined;
