// How an engine would run a statement, and what of it takes ever longer with each row: nothing is run for that.
import type { Knex } from 'knex';
import type { Engine } from '../../core/database/dialect.ts';

export interface Statement {
  sql: string;
  bindings: Knex.RawBinding[];
}

/** Tables with a line for each page, row or value of the installation; all others are small. */
const LARGE = /\b(pages|related|cell|later|none|row_value|collection_rows|numbered|sort\d|group\d|measured)\b/;
/** Columns by which one of their lines is found, or the few that belong to a row. */
const KEYS = /\b(row_id|page_id|id|rowid)\)? ?= ?/;

/** What is wrong with the plan of a statement, each with the lines of the plan that say so. */
export async function planFaults(db: Knex, engine: Engine, { sql, bindings }: Statement): Promise<string[]> {
  if (engine === 'sqlite') return sqliteFaults(await db.raw(`explain query plan ${sql}`, bindings));
  const { rows } = await db.raw(`explain (format json, costs off) ${inPlace(sql)}`, bindings);
  return postgresFaults(JSON.parse(rows[0]['QUERY PLAN'])[0].Plan);
}

/** knex sends PostgreSQL its own marks. */
const inPlace = (sql: string): string => sql.replace(/\$\d+/g, '?');

/** Where it looks at pages other than those of some ids, parents or addresses. */
export async function wideReads(db: Knex, engine: Engine, { sql, bindings }: Statement): Promise<string[]> {
  const isNarrow = (condition = ''): boolean => /\b(id|rowid|parent_id|slug)\)? ?= ?/.test(condition);
  if (engine === 'sqlite') {
    const lines: Line[] = await db.raw(`explain query plan ${sql}`, bindings);
    const reads = lines
      .map(({ detail }) => detail)
      .filter((detail) => /^(SCAN|SEARCH) (pages|\w+_page|child)\b/.test(detail));
    return reads.filter((detail) => !isNarrow(detail));
  }
  const { rows } = await db.raw(`explain (format json, costs off) ${inPlace(sql)}`, bindings);
  return below(JSON.parse(rows[0]['QUERY PLAN'])[0].Plan)
    .filter((one) => one['Relation Name'] === 'pages' && !isNarrow(one['Index Cond'] ?? one['Recheck Cond']))
    .map(said);
}

/** The lines of the plan that an engine makes where it may neither sort nor read a table as a whole, if it has another way. */
export async function orderlyPlan(db: Knex, engine: Engine, { sql, bindings }: Statement): Promise<string> {
  if (engine === 'sqlite') {
    const lines: Line[] = await db.raw(`explain query plan ${sql}`, bindings);
    return lines.map(({ detail }) => detail).join('\n');
  }
  return db.transaction(async (trx) => {
    await trx.raw('set local enable_seqscan = off');
    await trx.raw('set local enable_sort = off');
    const { rows } = await trx.raw(`explain (costs off) ${inPlace(sql)}`, bindings);
    return rows.map((line: Record<string, string>) => line['QUERY PLAN']).join('\n');
  });
}

interface Line {
  id: number;
  parent: number;
  detail: string;
}

/** Each line behind the first of its level is run for each row of those before it, and so is what is correlated. */
function sqliteFaults(lines: Line[]): string[] {
  const byId = new Map(lines.map((line) => [line.id, line]));
  const isWithin = ({ parent }: Line, pattern: RegExp): boolean => {
    const above = byId.get(parent);
    return above !== undefined && (pattern.test(above.detail) || isWithin(above, pattern));
  };
  const led = new Set<number>();
  return lines.flatMap((line) => {
    const { detail, parent } = line;
    if (!/^(SCAN|SEARCH) /.test(detail)) return [];
    const isInner = led.has(parent) || isWithin(line, /^CORRELATED/);
    led.add(parent);
    const isByKey = KEYS.test(detail) || !LARGE.test(detail.split(' ')[1] ?? '');
    return isInner && !isByKey ? [`for each row: ${detail}`] : [];
  });
}

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  Alias?: string;
  'Index Cond'?: string;
  'Recheck Cond'?: string;
  'Subplan Name'?: string;
  'Parent Relationship'?: string;
  'Join Type'?: string;
  Filter?: string;
  'Join Filter'?: string;
  Plans?: Node[];
}

const said = (node: Node): string =>
  `${node['Node Type']} ${node.Alias ?? ''} ${node['Index Cond'] ?? node['Recheck Cond'] ?? ''}`;
/** A table that is made once is not run again with what it stands in. */
const isOnce = (node: Node, part: Node): boolean =>
  part['Parent Relationship'] === 'InitPlan' || textOf(node).includes(`hashed ${part['Subplan Name']}`);
const textOf = (node: Node): string => `${node.Filter} ${node['Join Filter']}`;
const below = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(below)];
const repeated = (node: Node): Node[] => [
  node,
  ...(node.Plans ?? []).filter((part) => !isOnce(node, part)).flatMap(repeated),
];
const isLarge = (node: Node): boolean => /^(pages|row_value|collection_rows)$/.test(node['Relation Name'] ?? '');
const isByKey = (node: Node): boolean => KEYS.test(node['Index Cond'] ?? node['Recheck Cond'] ?? '');

function postgresFaults(root: Node): string[] {
  return below(root)
    .flatMap((node) => [
      ...(node.Plans ?? []).flatMap((part, at) =>
        isForEach(node, part, at) ? repeated(part).filter((one) => isLarge(one) && !isByKey(one)) : [],
      ),
      ...(node['Join Type'] === 'Anti' ? below(node).filter((one) => said(one).startsWith('Seq Scan pages')) : []),
    ])
    .map((one) => `for each row: ${said(one)}`);
}

/** The inner side of a nested loop, and a condition that is neither hashed nor asked once. */
function isForEach(node: Node, part: Node, at: number): boolean {
  if (part['Parent Relationship'] === 'SubPlan') return !isOnce(node, part);
  const outer = node.Plans?.slice(0, at).flatMap(below) ?? [];
  return node['Node Type'] === 'Nested Loop' && part['Parent Relationship'] === 'Inner' && outer.some(isLarge);
}
