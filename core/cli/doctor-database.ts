// What the engine itself can say about its files, and work that nobody does although somebody took it.
import type { Ctx } from '../kernel/context.ts';
import type { DoctorCheck, Verdict } from './doctor.ts';

const LATE_MS = 10 * 60_000;

/** Rows of a raw statement, whatever shape the engine's driver gives them. */
async function rows<T>(ctx: Ctx, sql: string): Promise<T[]> {
  const answer = (await ctx.db.raw(sql)) as T[] | { rows: T[] };
  return Array.isArray(answer) ? answer : answer.rows;
}

async function sqliteIntegrity(ctx: Ctx, isQuick: boolean): Promise<Verdict> {
  const check = isQuick ? 'quick_check' : 'integrity_check';
  const said = (await rows<Record<string, string>>(ctx, `PRAGMA ${check}`)).map((row) => row[check]);
  const detail = isQuick
    ? 'every page of the SQLite file is sound (quick: indexes were not compared with their tables)'
    : 'every table and index of the SQLite file is sound';
  if (said.join() === 'ok') return { ok: true, detail };
  return { ok: false, detail: said[0] ?? 'the check gave no answer', count: said.length };
}

async function sqliteReferences(ctx: Ctx): Promise<Verdict> {
  const dangling = await rows<{ table: string; parent: string }>(ctx, 'PRAGMA foreign_key_check');
  const [first] = dangling;
  if (!first) return { ok: true, detail: 'every reference points at a row' };
  const detail = `${dangling.length} rows, the first in ${first.table}, point at no row of ${first.parent}`;
  return { ok: false, detail, count: dangling.length };
}

const INDEXES = `select c.oid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indexrelid
  join pg_am a on a.oid = c.relam join pg_namespace n on n.oid = c.relnamespace
  where a.amname = 'btree' and n.nspname = current_schema() and c.relpersistence <> 't'`;

/** amcheck reads every index when an administrator has installed it; otherwise only its validity is known. */
async function postgresIntegrity(ctx: Ctx, isQuick: boolean): Promise<Verdict> {
  const invalid = await rows<{ name: string }>(ctx, `${INDEXES} and not (i.indisvalid and i.indisready)`);
  if (invalid[0]) return { ok: false, detail: `the index ${invalid[0].name} is not valid`, count: invalid.length };
  if (isQuick) return { ok: true, detail: 'every index is valid (quick: none was read)' };
  const installed = await rows(ctx, "select 1 from pg_extension where extname = 'amcheck'");
  if (!installed.length) return { ok: true, detail: 'every index is valid (amcheck is not installed)' };
  const checked = await rows(ctx, `select bt_index_check(name::regclass, true) from (${INDEXES}) as indexes`);
  return { ok: true, detail: 'amcheck found every index sound', count: checked.length };
}

async function postgresReferences(ctx: Ctx): Promise<Verdict> {
  const open = await rows<{ name: string }>(
    ctx,
    `select conname as name from pg_constraint c join pg_namespace n on n.oid = c.connamespace
     where n.nspname = current_schema() and not c.convalidated`,
  );
  const [first] = open;
  if (!first) return { ok: true, detail: 'every constraint is valid' };
  return { ok: false, detail: `the constraint ${first.name} was never validated`, count: open.length };
}

/** Jobs and event readers that a process took and left: a server that runs would have taken them over. */
async function expiredLeases(ctx: Ctx): Promise<Verdict> {
  const before = new Date(Date.parse(ctx.now()) - LATE_MS).toISOString();
  const jobs = await ctx.db('jobs').where('status', 'running').where('lease_until', '<', before).pluck('kind');
  const readers = await ctx.db('event_cursors').where('lease_until', '<', before).pluck('name');
  const left = [...jobs, ...readers];
  if (!left.length) return { ok: true, detail: 'nothing is held by a process that is gone' };
  return { ok: false, detail: `held for over 10 minutes without a sign of life: ${left[0]}`, count: left.length };
}

export const databaseChecks: DoctorCheck[] = [
  {
    name: 'database integrity',
    run: (ctx, isQuick = false) =>
      ctx.dialect.engine === 'sqlite' ? sqliteIntegrity(ctx, isQuick) : postgresIntegrity(ctx, isQuick),
  },
  {
    name: 'references',
    run: (ctx) => (ctx.dialect.engine === 'sqlite' ? sqliteReferences(ctx) : postgresReferences(ctx)),
  },
  { name: 'leases', run: expiredLeases },
];
