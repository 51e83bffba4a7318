// The one ordered stream of what happened: written with the change, numbered after commit, read by cursors.
import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { hasEnded } from '../boot/instance.ts';
import { portions } from '../database/chunks.ts';
import { insertRows } from '../database/query-cache.ts';
import { daysAgo } from '../i18n/calendar-date.ts';
import type { App } from '../kernel/app.ts';
import { actorId, type Ctx } from '../kernel/context.ts';
import type { DomainEvent, EventHandler, EventInput } from '../kernel/domain-event.ts';

interface Reader {
  name: string;
  types: string[];
  handler: EventHandler;
}

const SEQUENCER = 'sequencer';
/** Key of the advisory lock under which numbers are given; any constant of this program serves. */
const SEQUENCER_LOCK = 7_210_001;
const BATCH = 200;
const LEASE_SECONDS = 60;
const RENEW_MS = 20_000;
/** Between two runs: at least this, or so many times what the last one took. */
const PAUSE_MS = 25;
const PAUSE_SHARE = 3;
const PAUSE_MAX_MS = 500;
/** Failures of one handler at one event, after which the events behind it no longer wait. */
const FAILURES_MAX = 8;
const KEEP_DAYS = 30;

const matches = (types: string[], type: string): boolean =>
  types.some(
    (wanted) => wanted === '*' || wanted === type || (wanted.endsWith('.*') && type.startsWith(wanted.slice(0, -1))),
  );

export class Events {
  readonly #app: App;
  readonly #readers: Reader[] = [];
  /** set from a signal to the end of its run */
  #timer: NodeJS.Timeout | undefined;
  #isSignalled = false;
  #pause = PAUSE_MS;
  #poll: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #unsubscribe: (() => void)[] = [];
  /** failures by reader and seq; a new process counts anew */
  readonly #failures = new Map<string, number>();
  #stopped = true;
  #ending = false;

  constructor(app: App) {
    this.#app = app;
  }

  /** Adds a reader with a cursor of its own; `name` is kept in the database and must stay the same. */
  subscribe(name: string, types: string[], handler: EventHandler): void {
    this.#readers.push({ name, types, handler });
  }

  /** Writes events in the transaction of `ctx`. */
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
      depth: event.depth ?? 0,
    }));
    for (const some of portions(rows, BATCH)) await insertRows(ctx.db, 'domain_events', some);
    ctx.afterCommit(() => this.signal());
  }

  /**
   * Numbers and delivers what is new, soon: many calls in a burst become one run, and the more a run has to do, the
   * longer the next one waits, so that those who write keep most of the database to themselves.
   */
  signal(): void {
    if (this.#stopped) return;
    this.#isSignalled = true;
    this.#timer ??= setTimeout(async () => {
      this.#isSignalled = false;
      const began = performance.now();
      await this.run().catch((error) => this.#app.log.error({ err: error }, 'events'));
      this.#pause = Math.min(PAUSE_MAX_MS, Math.max(PAUSE_MS, PAUSE_SHARE * (performance.now() - began)));
      this.#timer = undefined;
      if (this.#isSignalled) this.signal();
    }, this.#pause);
  }

  async start(): Promise<void> {
    this.#stopped = false;
    await this.#enterReaders();
    this.#unsubscribe = [
      this.#app.bus.subscribe('events', () => this.signal()),
      this.#app.bus.subscribe('database.changed', () => this.signal()),
    ];
    // A process that died between its commit and its signal leaves events behind: somebody must look.
    this.#poll = setInterval(() => this.signal(), 5000).unref();
    this.signal();
  }

  /** A reader that is new begins at the end: what happened before it was installed is not its business. */
  async #enterReaders(): Promise<void> {
    const { database } = this.#app;
    const known = new Set(await database.reader('event_cursors').pluck('name'));
    const fresh = this.#readers.filter((reader) => !known.has(reader.name));
    if (!fresh.length) return;
    await database.transaction(async (trx) => {
      const { position } = await cursor(trx, SEQUENCER, this.#app.now());
      const rows = fresh.map(({ name }) => ({ name, position, updated_at: this.#app.now() }));
      await trx('event_cursors').insert(rows).onConflict('name').ignore();
    });
  }

  /** Ends after the handler that runs; the next start goes on behind it. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#ending = true;
    clearTimeout(this.#timer);
    clearInterval(this.#poll);
    for (const off of this.#unsubscribe) off();
    await this.#running;
  }

  /**
   * Numbers all committed events and brings every reader up to date; one run of a process at a time. The next one, while
   * it waits for its turn, is the run of all who ask meanwhile.
   */
  run(): Promise<void> {
    this.#next ??= this.#running.then(() => {
      this.#next = undefined;
      return this.#catchUp();
    });
    this.#running = this.#next.catch(() => {});
    return this.#next;
  }

  async #catchUp(): Promise<void> {
    for (;;) {
      const numbered = await this.number();
      await this.#deliverAll();
      if (numbered) await this.#app.bus.publish('events', '');
      if (numbered < BATCH) return;
    }
  }

  /** Gives `seq` to at most one batch of committed events; returns how many. */
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

  /** Events after `position`, in order, at most `limit`. */
  async after(db: Knex, position: number, limit = BATCH): Promise<DomainEvent[]> {
    const rows = await db('domain_events').where('seq', '>', position).orderBy('seq').limit(limit);
    return rows.map(present);
  }

  /** The number given last. */
  async newest(db: Knex): Promise<number> {
    return (await db('event_cursors').where({ name: SEQUENCER }).first('position'))?.position ?? 0;
  }

  /** Removes what is older than 30 days. */
  async purge(): Promise<void> {
    const before = daysAgo(this.#app, KEEP_DAYS);
    await this.#app.database.writer('domain_events').where('timestamp', '<', before).whereNotNull('seq').delete();
  }

  async #deliverAll(): Promise<void> {
    for (const reader of await this.#behind()) {
      try {
        while ((await this.#deliver(reader)) === BATCH);
      } catch (error) {
        this.#app.log.error({ err: error, reader: reader.name }, 'event handler failed; it will be called again');
      }
    }
  }

  /** Readers for whom there may be something; those for whom there is nothing go on in one statement, without a lease. */
  async #behind(): Promise<Reader[]> {
    const { database } = this.#app;
    const rows = await database.reader('event_cursors').select('name', 'position');
    const at = new Map(rows.map(({ name, position }) => [name, position]));
    const newest = at.get(SEQUENCER) ?? 0;
    const placeOf = ({ name }: Reader): number => at.get(name) ?? 0;
    const behind = this.#readers.filter((reader) => placeOf(reader) < newest);
    if (!behind.length) return [];
    const range = [Math.min(...behind.map(placeOf)) + 1, newest] as const;
    const types: string[] = await database.reader('domain_events').whereBetween('seq', range).distinct().pluck('type');
    const idle = new Set(behind.filter((reader) => !types.some((type) => matches(reader.types, type))));
    if (idle.size) {
      const now = this.#app.now();
      const names = [...idle].map(({ name }) => name);
      await database
        .writer('event_cursors')
        .whereIn('name', names)
        .where('position', '<', newest)
        .where((free) => free.whereNull('lease_owner').orWhere('lease_until', '<=', now))
        .update({ position: newest, updated_at: now });
    }
    return behind.filter((reader) => !idle.has(reader));
  }

  /** One leased batch for one reader: another process that holds the lease does the work instead. */
  async #deliver(reader: Reader): Promise<number> {
    const { database } = this.#app;
    const position = await this.#lease(reader.name);
    if (position === null) return 0;
    const events = await this.after(database.reader, position);
    let done = position;
    let leased = Date.parse(this.#app.now());
    try {
      for (const event of events) {
        if (this.#ending) return 0;
        const now = Date.parse(this.#app.now());
        if (now - leased >= RENEW_MS) {
          if (!(await this.#renew(reader.name))) return 0;
          leased = now;
        }
        if (matches(reader.types, event.type)) await this.#hand(reader, event);
        done = event.seq;
      }
    } finally {
      await database
        .writer('event_cursors')
        .where({ name: reader.name, lease_owner: this.#app.instance })
        .update({ position: done, lease_owner: null, lease_until: null, updated_at: this.#app.now() });
    }
    return events.length;
  }

  /** @throws what the handler threw, unless it failed at this event so often that it is left out */
  async #hand(reader: Reader, event: DomainEvent): Promise<void> {
    const key = `${reader.name}:${event.seq}`;
    try {
      await reader.handler(this.#app.context({ type: 'system', reason: reader.name }), event);
    } catch (error) {
      const failures = (this.#failures.get(key) ?? 0) + 1;
      this.#failures.set(key, failures);
      if (failures < FAILURES_MAX) throw error;
      this.#app.log.error({ err: error, reader: reader.name, seq: event.seq, failures }, 'event left out');
    }
    this.#failures.delete(key);
  }

  /** False: another process has taken the reader over. */
  async #renew(name: string): Promise<boolean> {
    const until = new Date(Date.parse(this.#app.now()) + LEASE_SECONDS * 1000).toISOString();
    const mine = { name, lease_owner: this.#app.instance };
    return (await this.#app.database.writer('event_cursors').where(mine).update({ lease_until: until })) > 0;
  }

  async #lease(name: string): Promise<number | null> {
    const now = this.#app.now();
    return this.#app.database.transaction(async (trx) => {
      const row = await cursor(trx, name, now);
      const other = row.lease_owner !== this.#app.instance ? row.lease_owner : null;
      if (other && row.lease_until && row.lease_until > now && !hasEnded(other)) return null;
      const until = new Date(Date.parse(now) + LEASE_SECONDS * 1000).toISOString();
      await trx('event_cursors').where({ name }).update({ lease_owner: this.#app.instance, lease_until: until });
      return row.position;
    });
  }
}

interface CursorRow {
  name: string;
  position: number;
  lease_owner: string | null;
  lease_until: string | null;
}

async function cursor(trx: Knex.Transaction, name: string, now: string): Promise<CursorRow> {
  const read = (): Promise<CursorRow | undefined> => trx('event_cursors').where({ name }).forUpdate().first();
  const known = await read();
  if (known) return known;
  await trx('event_cursors').insert({ name, position: 0, updated_at: now }).onConflict('name').ignore();
  return (await read()) as CursorRow;
}

type EventRow = Omit<DomainEvent, 'id' | 'data' | 'changed'> & { event_id: string; data: string; changed: string };

const present = (row: EventRow): DomainEvent => ({
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
});
