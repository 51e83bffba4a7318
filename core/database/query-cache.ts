// Queries of hot paths: knex takes longer to write their text than SQLite to answer them, so each text is written once.
import type { Knex } from 'knex';
import { LruCache } from '../kernel/lru-cache.ts';
import type { Dialect } from './dialect.ts';

interface Text {
  sql: string;
  /** constants of the text, and at which places the values of a call go */
  bindings: unknown[];
  places: (number | undefined)[];
}

type Build = (marks: number[]) => Knex.QueryBuilder | Knex.Raw;

const KEPT = 500;
const texts = new LruCache<Text>(KEPT);
/** Stands for a value while the text is written; no such number is ever a value. */
const mark = (index: number): number => -1_000_000_001 - index;

function write(build: Build, count: number): Text {
  const marks = Array.from({ length: count }, (_, index) => mark(index));
  const { sql, bindings } = build(marks).toSQL();
  const places = bindings.map((one) => (marks.includes(one as number) ? marks.indexOf(one as number) : undefined));
  const missing = marks.findIndex((one) => !bindings.includes(one));
  if (missing >= 0) throw new Error(`value ${missing} is not in the statement`);
  return { sql, bindings: [...bindings], places };
}

/**
 * Rows of the query that `build` makes. It is called once for each `key`: all that changes the text (numbers of values,
 * limits, optional parts) must be in the key, all else in `values`, which `build` gets as marks in the same order.
 */
export async function cachedQuery<Row>(db: Knex, key: string, values: unknown[], build: Build): Promise<Row[]> {
  const name = `${db.client.dialect} ${values.length} ${key}`;
  const { sql, bindings, places } = texts.getOrCreate(name, () => write(build, values.length));
  const bound = bindings.map((constant, at) => (places[at] === undefined ? constant : values[places[at]]));
  const answer = await db.raw(sql, bound as Knex.RawBinding[]);
  return Array.isArray(answer) ? answer : answer.rows;
}

/** One of several small queries that are one statement: handing it over takes as long as answering a small one. */
export interface JointPart {
  /** unique among the parts */
  name: string;
  /** all that changes the text of the query, beside how many values it has */
  key: string;
  values: number[];
  /** what is answered of each row: whole numbers and texts */
  columns: string[];
  /** the query, with marks in the place of its values and in their order */
  select(marks: number[]): Knex.QueryBuilder;
}

/** By the names of the parts, the rows of each as JSON: a list of lists of values. */
export async function jointQuery(
  db: Knex,
  dialect: Pick<Dialect, 'rowsAsText'>,
  parts: JointPart[],
): Promise<Record<string, string>> {
  const key = parts.map((part) => `${part.name} ${part.values.length} ${part.key}`).join(' and ');
  const values = parts.flatMap((part) => part.values);
  const [row] = await cachedQuery<Record<string, string>>(db, key, values, (marks) => {
    const rest = [...marks];
    const texts = parts.map(({ name, values: { length }, columns, select }) => [
      name,
      dialect.rowsAsText(db, select(rest.splice(0, length)), columns),
    ]);
    return db.select(Object.fromEntries(texts));
  });
  return row as Record<string, string>;
}

/** The rows of a part as objects. */
export const rowsOfText = <Row>(text: string, columns: readonly string[]): Row[] =>
  (JSON.parse(text) as unknown[][]).map(
    (values) => Object.fromEntries(columns.map((name, at) => [name, values[at]])) as Row,
  );

const quoted = (name: string): string => `"${name}"`;

/**
 * Inserts rows in one statement, so no more of them than an engine takes values. `rest` is SQL that follows them, such as
 * `returning "id"`; what it returns is answered. The columns are those of the first row; what another row leaves out is
 * null there.
 */
export async function insertRows<Row>(db: Knex, table: string, rows: object[], rest = ''): Promise<Row[]> {
  const [first] = rows;
  if (!first) return [];
  const columns = Object.keys(first) as (keyof typeof first)[];
  const places = `(${columns.map(() => '?')})`;
  const values = rows.flatMap((row) => columns.map((column) => row[column] ?? null));
  const sql = `insert into ${quoted(table)} (${columns.map(quoted)}) values ${rows.map(() => places)} ${rest}`;
  const answer = await db.raw(sql, values as Knex.RawBinding[]);
  return Array.isArray(answer) ? answer : answer.rows;
}
