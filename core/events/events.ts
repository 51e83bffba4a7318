// The one ordered stream of what happened: written with the change, numbered after commit, read by cursors.
import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { portions } from '../database/chunks.ts';
import { cachedQuery, insertRows } from '../database/query-cache.ts';
import { daysAgo } from '../i18n/calendar-date.ts';
import type { App } from '../kernel/app.ts';
import { actorId, type Ctx } from '../kernel/context.ts';
import type {
  DomainEvent,
  EventInput,
  EventStream,
  Events,
  FindPurgedEvents,
  LatestEvents,
} from '../kernel/domain-event.ts';
import { blankEvents } from './event-blanking.ts';
import { cursor, SEQUENCER } from './event-cursors.ts';
import { EventStreams } from './event-streams.ts';

/** Key of the advisory lock under which numbers are given; any constant of this program serves. */
const SEQUENCER_LOCK = 7_210_001;
/** Numbered and read at once: what that costs does not depend on how many they are. */
const BATCH = 1000;
/** Between two runs: at least this, or so many times what the last one took, up to a bound for few events and one for many. */
const PAUSE_MS = 25;
const PAUSE_SHARE = 3;
const PAUSE_FEW_MS = 100;
const PAUSE_MANY_MS = 500;
const MANY = 50;
const KEEP_DAYS = 30;
/** How far back events of one type are looked for. */
const LOOKED_BACK = 200_000;

export class EventLog implements Events {
  readonly #app: App;
  readonly #streams: EventStreams;
  /** set from a signal to the end of its run */
  #timer: NodeJS.Timeout | undefined;
  #isSignalled = false;
  #pause = PAUSE_MS;
  /** by the last run */
  #numbered = 0;
  #poll: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #unsubscribe: (() => void)[] = [];
  #stopped = true;

  constructor(app: App) {
    this.#app = app;
    this.#streams = new EventStreams(app, BATCH);
  }

  subscribe(name: string, stream: EventStream): void {
    this.#streams.add(name, stream);
  }

  async write(ctx: Ctx, events: EventInput[]): Promise<void> {
    const rows = events.map((event) => ({
      event_id: randomUUID(),
      type: event.type,
      timestamp: ctx.now(),
      data: JSON.stringify(event.data),
      actor_id: actorId(ctx),
      workspace_id: event.workspace_id,
      changed: JSON.stringify(event.changed ?? []),
      origin: event.origin ?? ctx.origin,
      chain: JSON.stringify(ctx.chain),
      depth: ctx.chain.length,
    }));
    for (const some of portions(rows, BATCH)) await insertRows(ctx.db, 'domain_events', some);
    ctx.afterCommit(() => this.signal());
  }

  signal(): void {
    if (this.#stopped) return;
    this.#isSignalled = true;
    this.#timer ??= setTimeout(async () => {
      this.#isSignalled = false;
      const began = performance.now();
      await this.run().catch((error) => this.#app.log.error({ err: error }, 'events'));
      const most = this.#numbered >= MANY ? PAUSE_MANY_MS : PAUSE_FEW_MS;
      this.#pause = Math.min(most, Math.max(PAUSE_MS, PAUSE_SHARE * (performance.now() - began)));
      this.#timer = undefined;
      if (this.#isSignalled) this.signal();
    }, this.#pause);
  }

  async start(): Promise<void> {
    this.#stopped = false;
    await this.#streams.enter();
    this.#unsubscribe = [
      this.#app.bus.subscribe('events', () => this.signal()),
      this.#app.bus.subscribe('database.changed', () => this.signal()),
    ];
    // A process that died between its commit and its signal leaves events behind: somebody must look.
    this.#poll = setInterval(() => this.signal(), 5000).unref();
    this.signal();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#streams.end();
    clearTimeout(this.#timer);
    clearInterval(this.#poll);
    for (const off of this.#unsubscribe) off();
    await this.#running;
  }

  run(): Promise<void> {
    this.#next ??= this.#running.then(() => {
      this.#next = undefined;
      return this.#catchUp();
    });
    this.#running = this.#next.catch(() => {});
    return this.#next;
  }

  async #catchUp(): Promise<void> {
    this.#numbered = 0;
    for (;;) {
      const numbered = await this.number();
      this.#numbered += numbered;
      await this.#streams.deliver();
      if (numbered) await this.#app.bus.publish('events', '');
      if (numbered < BATCH) return;
    }
  }

  async waitingSince(db: Knex): Promise<string | null> {
    const row = await db('domain_events').whereNull('seq').min({ at: 'timestamp' }).first();
    return row?.at ?? null;
  }

  async newestMoment(db: Knex): Promise<string | null> {
    const row = await db('domain_events').max({ at: 'timestamp' }).first();
    return row?.at ?? null;
  }

  async number(): Promise<number> {
    const { database } = this.#app;
    const waiting = await database.reader('domain_events').whereNull('seq').first('id');
    if (!waiting) return 0;
    return database.transaction(async (trx) => {
      await database.dialect.advisoryLock(trx, SEQUENCER_LOCK);
      const last = await cursor(trx, SEQUENCER, this.#app.now());
      const pending = await trx('domain_events').whereNull('seq').orderBy('id').limit(BATCH).pluck('id');
      if (!pending.length) return 0;
      // Named one by one: on PostgreSQL another event with a lower id may have been committed since they were read.
      const marks = pending.map(() => '?').join();
      await trx.raw(
        `WITH numbered AS MATERIALIZED (
           SELECT id, row_number() OVER (ORDER BY id) AS place FROM domain_events WHERE id IN (${marks})
         )
         UPDATE domain_events SET seq = ? + (SELECT place FROM numbered WHERE numbered.id = domain_events.id)
         WHERE id IN (SELECT id FROM numbered)`,
        [...pending, last.position],
      );
      await trx('event_cursors')
        .where({ name: SEQUENCER })
        .update({ position: last.position + pending.length, updated_at: this.#app.now() });
      return pending.length;
    });
  }

  async after(db: Knex, position: number, limit = BATCH): Promise<DomainEvent[]> {
    const rows = await db('domain_events').where('seq', '>', position).orderBy('seq').limit(limit);
    return rows.map(presentEvent);
  }

  async before(db: Knex, moment: string): Promise<number> {
    const row = await db('domain_events').where('timestamp', '>=', moment).min({ first: 'seq' }).first();
    return row?.first == null ? this.newest(db) : row.first - 1;
  }

  async latest(db: Knex, { type, workspaceId, limit, before, hasImports }: LatestEvents): Promise<DomainEvent[]> {
    const query = db('domain_events')
      .where({ type, workspace_id: workspaceId })
      .where('seq', '>', (await this.newest(db)) - LOOKED_BACK)
      .orderBy('seq', 'desc')
      .limit(limit);
    if (before !== undefined) query.where('seq', '<', before);
    if (!hasImports) query.whereNot({ origin: 'import' });
    return (await query).map(presentEvent);
  }

  async since(
    db: Knex,
    { type, workspaceId, moment }: { type: string; workspaceId: number; moment: string },
  ): Promise<Pick<DomainEvent, 'data' | 'actor_id'>[]> {
    const rows = await db('domain_events')
      .where({ type, workspace_id: workspaceId })
      .where('timestamp', '>=', moment)
      .orderBy('id')
      .select('data', 'actor_id');
    return rows.map(({ data, actor_id }) => ({ data: JSON.parse(data), actor_id }));
  }

  async byId(db: Knex, id: string): Promise<DomainEvent | undefined> {
    const row = await db('domain_events').where({ event_id: id }).first();
    return row && presentEvent(row);
  }

  async newest(db: Knex): Promise<number> {
    const [row] = await cachedQuery<{ position: number }>(db, 'newest event', [], () =>
      db('event_cursors').where({ name: SEQUENCER }).select('position'),
    );
    return row?.position ?? 0;
  }

  async blank(findGone: FindPurgedEvents, signal: AbortSignal): Promise<void> {
    await this.run();
    await blankEvents(this.#app, await this.#streams.readByAll(), findGone, signal);
  }

  async purge(): Promise<void> {
    const before = daysAgo(this.#app, KEEP_DAYS);
    await this.#app.database.writer('domain_events').where('timestamp', '<', before).whereNotNull('seq').delete();
  }
}

type EventRow = Omit<DomainEvent, 'id' | 'data' | 'changed' | 'chain'> & {
  event_id: string;
  data: string;
  changed: string;
  chain: string;
};

const presentEvent = (row: EventRow): DomainEvent => ({
  id: row.event_id,
  seq: row.seq,
  type: row.type,
  timestamp: row.timestamp,
  data: JSON.parse(row.data),
  actor_id: row.actor_id,
  workspace_id: row.workspace_id,
  changed: JSON.parse(row.changed),
  origin: row.origin,
  depth: row.depth,
  chain: JSON.parse(row.chain),
});
