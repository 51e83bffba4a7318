// Rules beside a reader of events that does nothing: what those cost that do not match, that are skipped, and that act.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../core/database/database.ts';
import type { Engine } from '../../core/database/dialect.ts';
import type { App } from '../../core/kernel/app.ts';
import type { DomainEvent } from '../../core/kernel/domain-event.ts';
import { changeRows } from '../../plugins/databases/rows/rows.ts';
import { emptyDatabase } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { startPostgres } from '../kit/postgres.ts';
import { ROUNDS } from './compare.ts';
import { median, report } from './figures.ts';
import { preparePerson } from './prepare.ts';
import { root, start } from './processes.ts';

const EVENTS = 2000;
const RULES = 10_000;
const RUNS = 90;
/** What begins with a server is over by then; and how long it is looked at. */
const SETTLING_MS = 5000;
const IDLE_MS = 10_000;

interface Bench {
  t: TestApp;
  app: App;
  /** of a database with rows */
  collection: number;
  property: number;
  rows: number[];
}

/** Events a second, from the first that is numbered to the last that is read. */
async function eventRate({ t, app, rows, collection }: Bench, type: string, count = EVENTS): Promise<number> {
  const ctx = t.ctx('ann');
  await app.events.run();
  await ctx.tx(async (tx) => {
    for (let at = 0; at < count; at += 1)
      await tx.emit({
        type,
        workspace_id: t.ws1,
        data: { id: rows[at % rows.length] as number, collection_id: collection },
        changed: [],
      } as never);
  });
  const began = performance.now();
  await app.events.run();
  return (count * 1000) / (performance.now() - began);
}

async function rule({ t, collection }: Bench, more: object): Promise<number> {
  const body = {
    ...{ workspace_id: t.ws1, name: 'Bench', collection_id: collection },
    actions_json: [{ kind: 'notify', message: 'x', user_ids: [t.user('edi').id] }],
    ...more,
  };
  const made = await t.call('ann', 'POST', '/api/v2/automations', { body });
  if (made.status !== 200) throw new Error(made.text);
  return made.body.id;
}

async function prepared(t: TestApp): Promise<Bench> {
  const properties = [{ name: 'Count', type: 'number' }];
  const made = await t.call('ann', 'POST', '/api/v2/collections', {
    body: { workspace_id: t.ws1, name: 'Bench', properties },
  });
  const collection: number = made.body.id;
  const known = await t.call('ann', 'GET', `/api/v2/collections/${collection}/properties`);
  const property: number = known.body.find(({ name }: { name: string }) => name === 'Count').id;
  const rows: number[] = [];
  for (let at = 0; at < RUNS; at += 1)
    rows.push(
      (await t.call('ann', 'POST', `/api/v2/collections/${collection}/rows`, { body: { title: `${at}` } })).body.id,
    );
  await t.app.events.start();
  await t.app.events.run();
  return { t, app: t.app, collection, property, rows };
}

const rounds = async (measure: () => Promise<number>): Promise<number> => {
  const found: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) found.push(await measure());
  return median(found);
};

/** Rules about another database: each is a candidate until its place is looked at. */
async function manyRules(bench: Bench): Promise<void> {
  const id = await rule(bench, { event: 'page.unlocked' });
  const writer = bench.app.database.writer;
  const { id: _, ...row } = (await writer('automations').where({ id }).first()) as { id: number };
  const other = await bench.t.call('ann', 'POST', '/api/v2/collections', {
    body: { workspace_id: bench.t.ws1, name: 'Other' },
  });
  await writer('automations').where({ id }).update({ collection_id: other.body.id });
  for (let at = 0; at < RULES; at += 100)
    await writer('automations').insert(Array.from({ length: 100 }, () => ({ ...row, collection_id: other.body.id })));
  await bench.t.call('ann', 'PATCH', `/api/v2/automations/${id}`, { body: { name: 'Read anew' } });
}

async function onEngine(t: TestApp, engine: string): Promise<void> {
  const bench = await prepared(t);
  const read = { types: () => ['bench.read'], run: async (_ctx: unknown, _events: DomainEvent[]) => {} };
  bench.app.events.subscribe('bench', read as never);
  const empty = await rounds(() => eventRate(bench, 'bench.read'));
  const none = await rounds(() => eventRate(bench, 'page.unlocked'));
  report('automations', `events that no hook or rule is about, ${engine}`, none, empty, '/s', { least: 0.95 });
  await manyRules(bench);
  const idle = await rounds(() => eventRate(bench, 'page.unlocked'));
  // Their type is read then, so what it is beside is a reader that does nothing with it.
  report('automations', `events beside ${RULES} rules that do not match, ${engine}`, idle, empty, '/s', { least: 0.9 });
  await bench.app.database.writer('automations').delete();
  const wanted = { property_id: bench.property, op: 'gt', value: 1_000_000 };
  const skipping = await rule(bench, { event: 'page.locked', condition_json: [wanted] });
  const skipped = await rounds(() => eventRate(bench, 'page.locked'));
  report('automations', `rules skipped for a value, ${engine}`, skipped, empty, '/s', { least: 0.5 });
  await bench.t.call('ann', 'DELETE', `/api/v2/automations/${skipping}`);
  await rule(bench, {
    event: 'page.restored',
    actions_json: [{ kind: 'set_property', property_id: bench.property, value: 5 }],
  });
  const acting = await eventRate(bench, 'page.restored', RUNS);
  const began = performance.now();
  for (const [at, id] of bench.rows.entries())
    await changeRows(t.ctx('ann'), [{ id, change: { values: { [bench.property]: at } } }] as never);
  const bare = (RUNS * 1000) / (performance.now() - began);
  report('automations', `rules that set a property, ${engine}`, acting, bare, '/s', { least: 0.5 });
}

interface Idle {
  memory: number;
  /** milliseconds of a processor */
  used: number;
}

/** A server of its own that has read its rules once and is asked nothing then. */
async function idling(env: Record<string, string>, token: string, workspaceId: number): Promise<Idle> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const first = { path: '/api/v2/users/me', headers };
  const server = await start([process.execPath, join(root, 'core/boot/main.ts')], env, first);
  const body = JSON.stringify({ workspace_id: workspaceId, title: 'Seen' });
  const seen = await fetch(`${server.base}/api/v2/pages`, { method: 'POST', headers, body });
  if (!seen.ok) throw new Error(await seen.text());
  await sleep(SETTLING_MS);
  const before = server.used();
  await sleep(IDLE_MS);
  const found = { memory: server.memory(), used: server.used() - before };
  await server.stop();
  return found;
}

/** What rules cost that have nothing to do: 20 MB and a hundredth of a processor at most. */
async function idleCosts(engine: Engine, settings: (folder: string) => Record<string, string>): Promise<void> {
  const database = await emptyDatabase(engine);
  const env = { ...settings(database.dataDir), DATABASE_URL: database.url ?? '' };
  const { token, workspaceId } = await preparePerson(env);
  const without = await idling(env, token, workspaceId);
  const { writer, close } = await openDatabase({ url: database.url, dataDir: database.dataDir });
  const now = new Date().toISOString();
  const [owner] = await writer('workspaces').where({ id: workspaceId }).pluck('owner_id');
  const row = {
    ...{ workspace_id: workspaceId, name: 'Idle', trigger_type: 'event', event: 'page.unlocked', enabled: 1 },
    ...{ condition_json: '[{"field":"title","op":"eq","value":"Never"}]', actions_json: '[]' },
    ...{ run_as: owner, created_by: owner, created_at: now, updated_at: now },
  };
  for (let at = 0; at < RULES; at += 100) await writer('automations').insert(Array.from({ length: 100 }, () => row));
  await close();
  const beside = await idling(env, token, workspaceId);
  await database.cleanup();
  const what = `of a server beside ${RULES} rules, ${engine}`;
  report('automations', `memory ${what}`, beside.memory, without.memory + 20, 'MB', { most: 1 });
  report('automations', `processor in ${IDLE_MS} idle ms ${what}`, beside.used, without.used + IDLE_MS / 100, 'ms', {
    most: 1,
  });
}

export async function automations(settings: (folder: string) => Record<string, string>): Promise<void> {
  const server = await startPostgres();
  process.env.TEST_POSTGRES_URL = server.url('postgres');
  try {
    for (const engine of ['sqlite', 'postgres'] as const) {
      const database = await emptyDatabase(engine);
      const t = await startApp(database);
      await onEngine(t, engine);
      await t.stop();
      await database.cleanup();
      await idleCosts(engine, settings);
    }
  } finally {
    server.stop();
  }
}
