// What a schema is, whatever steps have made it: columns, references and indexes of each table, in an order of their own.
import type { Knex } from 'knex';
import type { Database } from '../../../core/database/database.ts';

/** By table, lines such as `title text not null` or `references page_id pages.id CASCADE`. */
export type Described = Record<string, string[]>;

type Row = Record<string, string | number | null>;

const LEDGERS = /^(schema_migrations|sqlite_|plugin_\w+_migrations)|_(data|idx|content|docsize|config)$/;

/** Defaults are written as the statement had them. */
const plain = (value: unknown): string =>
  value === null ? '' : ` default ${String(value).replace(/::\w+|'(?=\d+'$)|(?<=\d)'$/g, '')}`;

const statement = (sql: string): string =>
  sql
    .replace(/["`]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/public\./g, '')
    .toLowerCase();

async function ofSqlite(db: Knex): Promise<Described> {
  const all: Row[] = await db('sqlite_schema').whereIn('type', ['table', 'index', 'trigger']).select('*');
  const described: Described = {};
  for (const { name, sql } of all.filter(({ type }) => type === 'table')) {
    const table = String(name);
    if (LEDGERS.test(table)) continue;
    const columns: Row[] = await db.raw('select * from pragma_table_info(?)', [table]);
    const keys: Row[] = await db.raw('select * from pragma_foreign_key_list(?)', [table]);
    const made = all.filter((one) => one.tbl_name === table && one.type !== 'table');
    described[table] = [
      ...columns.map((one) => {
        const rest = `${one.notnull ? ' not null' : ''}${plain(one.dflt_value)}${one.pk ? ` key ${one.pk}` : ''}`;
        return `${one.name} ${String(one.type).toLowerCase()}${rest}`;
      }),
      ...keys.map((one) => `references ${one.from} ${one.table}.${one.to} ${one.on_delete}`),
      ...made.map((one) => (one.sql === null ? 'unique' : statement(String(one.sql)))),
      ...(/virtual table/i.test(String(sql)) ? [statement(String(sql))] : []),
    ].sort();
  }
  return described;
}

async function ofPostgres(db: Knex): Promise<Described> {
  const { rows: columns } = await db.raw(`select table_name, column_name, data_type, is_nullable, column_default,
    collation_name from information_schema.columns where table_schema = 'public'`);
  const { rows: constraints } = await db.raw(`select conrelid::regclass::text as table_name,
    pg_get_constraintdef(oid) as made from pg_constraint where connamespace = 'public'::regnamespace`);
  const { rows: indexes } = await db.raw(`select tablename as table_name, indexdef as made from pg_indexes
    where schemaname = 'public'`);
  const described: Described = {};
  const add = (table: string, line: string) => {
    if (LEDGERS.test(table)) return;
    described[table] ??= [];
    described[table].push(line);
  };
  for (const one of columns as Row[]) {
    const rest = `${one.is_nullable === 'NO' ? ' not null' : ''}${plain(one.column_default)}`;
    add(String(one.table_name), `${one.column_name} ${one.data_type}${rest} ${one.collation_name ?? ''}`.trim());
  }
  for (const one of [...constraints, ...indexes] as Row[]) add(String(one.table_name), statement(String(one.made)));
  for (const lines of Object.values(described)) lines.sort();
  return described;
}

export async function describeSchema({ engine, reader }: Database): Promise<Described> {
  const described = await (engine === 'sqlite' ? ofSqlite(reader) : ofPostgres(reader));
  return Object.fromEntries(Object.entries(described).sort(([a], [b]) => (a < b ? -1 : 1)));
}
