// Rows of a database in great number, put in by SQL: making them one by one would take minutes.
import type { TestApp } from '../kit/app.ts';
import type { Any, Made } from './database.ts';

type Cell = Partial<Record<'text_key' | 'num' | 'at_start' | 'at_end' | 'ref_id', string>>;

/** What a property holds in row `n` (1 up to the count) and its cell, as SQL over `n`; `base` is the id before the first. */
export interface Filling {
  /** JSON as SQL text */
  json: string;
  cell: Cell;
  /** SQL that says which rows have a value, default all */
  where?: string;
}

/** One statement may not take for ever. */
const AT_ONCE = 50_000;

/** Puts rows 1 to `count` behind those that the database has, with values by the names of properties. */
export async function fillRows(t: TestApp, db: Made, count: number, values: Record<string, Filling>): Promise<number> {
  const { writer, engine } = t.app.database;
  const [last]: Any[] = await writer('pages').max({ id: 'id' });
  const base = Number(last.id);
  const home: Any = await writer('pages').where({ id: db.pageId }).first();
  const page: Record<string, string> = {
    id: `${base} + n`,
    ...{ workspace_id: `${home.workspace_id}`, parent_id: `${db.pageId}`, collection_id: `${db.id}` },
    ...{
      kind: "'page'",
      title: "'Row ' || n",
      title_key: "'row ' || n",
      content_format: "'blocks'",
      position: 'n',
      created_by: `${home.created_by}`,
      updated_by: `${home.created_by}`,
    },
    ...{ created_at: `'${home.created_at}'`, updated_at: `'${home.updated_at}'` },
  };
  const insert = async (table: string, row: Record<string, string>, where = '1 = 1') => {
    for (let from = 1; from <= count; from += AT_ONCE) {
      const to = Math.min(count, from + AT_ONCE - 1);
      await writer.raw(
        `insert into ${table} (${Object.keys(row)})
         with recursive numbers (n) as (select ${from} union all select n + 1 from numbers where n < ${to})
         select ${Object.values(row)} from numbers where ${where}`,
      );
    }
  };
  await insert('pages', page);
  const titled: Filling = { json: `'"Row ' || n || '"'`, cell: { text_key: "'row ' || n" } };
  const filled = Object.entries({ Name: titled, ...values }).map(([name, filling]) => ({
    ...filling,
    id: db.by[name].id as number,
  }));
  const parts = filled.map(
    ({ id, json, where = '1 = 1' }) => `case when ${where} then ',"${id}":' || ${json} else '' end`,
  );
  await insert('collection_rows', {
    page_id: `${base} + n`,
    collection_id: `${db.id}`,
    number: 'n',
    values_json: `'{' || substr(${parts.join(' || ')}, 2) || '}'`,
  });
  for (const { id, cell, where } of filled)
    await insert('row_value', { property_id: `${id}`, row_id: `${base} + n`, ord: '0', ...cell }, where);
  await writer('collections').where({ id: db.id }).update({ last_number: count }).increment('rows_version', 1);
  if (engine === 'postgres')
    await writer.raw("select setval(pg_get_serial_sequence('pages', 'id'), ?)", [base + count]);
  return base;
}
