// A grid of cells as a database: what tables of text, sheets and lists of records have in common.
import { createHash } from 'node:crypto';
import type { DatabaseItem, Item, PropertyItem, RowItem } from '../contract.ts';
import { valueAsText } from './columns.ts';

export interface CellGrid {
  /** of the database; rows have ids below it */
  id: string;
  parent?: string;
  title: string;
  names: string[];
  rows: unknown[][];
  /** place of the column that names the rows */
  title_column: number;
  /** of the database */
  more?: Partial<DatabaseItem>;
}

const IDENTITY = /^(id|key|uid|uuid|guid|issue key|nr|number)$/i;

/** The database and its rows. Rows are known again by a column that tells all of them apart, else by their place. */
export function* gridItems({ id, parent, title, names, rows, title_column, more }: CellGrid): Generator<Item> {
  if (!names.length) return;
  const properties: PropertyItem[] = names.map((name, at) =>
    at === title_column ? { name, type: 'title' } : { name },
  );
  yield { type: 'database', id, title, properties, ...(parent && { parent }), ...more };
  const key = keyColumn(names, rows, title_column);
  for (const [index, cells] of rows.entries()) {
    const others = names.map((name, at) => [name, cells[at]] as const).filter((_cell, at) => at !== title_column);
    const row: RowItem = {
      ...{ type: 'row', id: `${id}#${key === undefined ? index + 1 : hashed(valueAsText(cells[key]))}`, database: id },
      ...{ title: valueAsText(cells[title_column]), values: Object.fromEntries(others) },
    };
    yield row;
  }
}

const hashed = (text: string): string =>
  /^[\w.-]{1,80}$/.test(text) ? text : createHash('sha256').update(text).digest('base64url');

/** One that is called so, else the titles, else the first one whose values are all there and all different. */
function keyColumn(names: string[], rows: unknown[][], title: number): number | undefined {
  const places = [...names.keys()];
  const ranked = [...places.filter((at) => IDENTITY.test(names[at] as string)), title, ...places];
  return ranked.find((at) => {
    const keys = new Set(rows.map((cells) => valueAsText(cells[at])));
    return keys.size === rows.length && !keys.has('');
  });
}
