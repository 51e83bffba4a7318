// Durable work: one table on both engines, claimed with a lease, repeated after failures, cron once per slot.
import { Cron } from 'croner';
import PQueue from 'p-queue';
import { hasEnded } from '../boot/instance.ts';
import type { App } from '../kernel/app.ts';
import type { Ctx } from '../kernel/context.ts';
import type { EnqueueOptions, JobKind, Jobs } from '../kernel/job.ts';

export type { EnqueueOptions, JobKind } from '../kernel/job.ts';

/** Thrown by work that cannot be done before a time (ISO 8601); the same job is tried again, and this was no attempt. */
export class JobPostponement extends Error {
  readonly until: string;

  constructor(message: string, until: string) {
    super(message);
    this.until = until;
  }
}
export { JobPostponement as Postponed }; // for extensions, by its name of earlier versions

interface JobRow {
  id: number;
  kind: string;
  payload: string;
  unique_key: string | null;
  attempts: number;
}

/** Two long imports at once must leave room for mails. */
const AT_ONCE = 4;
const ATTEMPTS = 5;
const POLL_MS = 1000;
const KEEP_DAYS = 7;
/** The first look waits until whoever started the server has had an answer. */
const FIRST_MS = 300;
/** Waits between attempts, in seconds; the last one repeats. */
const BACKOFF = [5, 30, 120, 600, 1800];

const nextRun = (cron: string, now: string): string | null =>
  new Cron(cron, { timezone: 'UTC' }).nextRun(new Date(now))?.toISOString() ?? null;

/** The last moment before `now` at which a kind was due. */
const lastSlot = (cron: string, now: Date): Date | undefined =>
  new Cron(cron, { timezone: 'UTC' }).previousRuns(1, now)[0];

const slotKey = (kind: string, slot: Date): string => `cron:${kind}:${slot.toISOString()}`;

const later = (now: string, seconds: number): string => new Date(Date.parse(now) + seconds * 1000).toISOString();

export class JobQueue implements Jobs {
  readonly #app: App;
  readonly #kinds = new Map<string, JobKind>();
  readonly #queue = new PQueue({ concurrency: AT_ONCE });
  readonly #abort = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #unsubscribe: () => void = () => {};
  #polling: Promise<void> = Promise.resolve();
  #stopped = true;

  constructor(app: App) {
    this.#app = app;
  }

  define(kind: string, definition: JobKind): void {
    if (this.#kinds.has(kind)) throw new Error(`job ${kind} is defined twice`);
    this.#kinds.set(kind, definition);
  }

  kind(name: string): JobKind | undefined {
    return this.#kinds.get(name);
  }

  schedule(): { kind: string; cron: string; next_run_at: string | null }[] {
    return [...this.#kinds].flatMap(([kind, { cron }]) =>
      cron ? [{ kind, cron, next_run_at: nextRun(cron, this.#app.now()) }] : [],
    );
  }

  async enqueue(ctx: Ctx, kind: string, payload: object, options: EnqueueOptions = {}): Promise<void> {
    if (!this.#kinds.has(kind)) throw new Error(`unknown job ${kind}`);
    const now = ctx.now();
    await ctx.tx(async (tx) => {
      await tx
        .db('jobs')
        .insert({
          kind,
          payload: JSON.stringify(payload),
          unique_key: options.uniqueKey ?? null,
          status: 'queued',
          run_at: options.runAt ?? now,
          created_at: now,
        })
        .onConflict('unique_key')
        .ignore();
      tx.afterCommit(async () => {
        this.wake();
        if (!this.#stopped) await this.#app.bus.publish('jobs', '');
      });
    });
  }

  async start(): Promise<void> {
    this.#stopped = false;
    await this.#releaseEnded();
    this.#unsubscribe = this.#app.bus.subscribe('jobs', () => this.wake());
    this.#timer = setTimeout(() => this.wake(), FIRST_MS).unref();
  }

  async stop(graceMs = 8000): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#unsubscribe();
    const timer = setTimeout(() => this.#abort.abort(), graceMs).unref();
    await this.#polling;
    await this.#queue.onIdle();
    clearTimeout(timer);
  }

  wake(): void {
    if (this.#stopped) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.wake(), POLL_MS).unref();
    this.#polling = this.#polling
      .then(() => this.#poll())
      .catch((error) => this.#app.log.error({ err: error }, 'jobs'));
  }

  async drain(): Promise<void> {
    for (;;) {
      const job = await this.#claim();
      if (!job) break;
      await this.#execute(job);
    }
  }

  async #poll(): Promise<void> {
    await this.#scheduleCron();
    while (!this.#stopped && this.#queue.pending < AT_ONCE) {
      const job = await this.#claim();
      if (!job) return;
      this.#queue
        .add(() => this.#execute(job))
        // Its outcome could not be written: the row stays leased, and whoever finds the lease expired repeats the job.
        .catch((error) => this.#app.log.error({ err: error, job: job.kind, job_id: job.id }, 'job left to its lease'))
        .then(() => this.wake());
    }
  }

  /**
   * A cron kind has one row per slot; the unique key makes it one across processes and restarts. Of the slots that were
   * missed while nothing ran, the last one is made up for.
   */
  async #scheduleCron(): Promise<void> {
    const now = new Date(this.#app.now());
    const created_at = now.toISOString();
    // A clock that was ahead and went back: what is due next is to be found anew.
    if (now < this.#lookedAt) this.#nextSlot.clear();
    const status = (await this.#isNew()) ? { status: 'done', finished_at: created_at } : { status: 'queued' };
    const due: object[] = [];
    for (const [kind, { cron }] of this.#kinds) {
      if (!cron || now < (this.#nextSlot.get(kind) ?? now)) continue;
      const slot = lastSlot(cron, now);
      if (slot) due.push({ kind, unique_key: slotKey(kind, slot), run_at: slot.toISOString(), created_at, ...status });
      this.#nextSlot.set(kind, new Cron(cron, { timezone: 'UTC' }).nextRun(now) ?? now);
    }
    this.#lookedAt = now;
    if (due.length) await this.#app.database.writer('jobs').insert(due).onConflict('unique_key').ignore();
  }

  /** What was due before the product was installed was not missed. */
  async #isNew(): Promise<boolean> {
    if (this.#lookedAt.getTime()) return false;
    return !(await this.#app.database.reader('jobs').where('unique_key', 'like', 'cron:%').first('id'));
  }

  /** when slots were looked for last */
  #lookedAt = new Date(0);

  /** from when on there is another slot to look for */
  readonly #nextSlot = new Map<string, Date>();

  /** What a process of this machine had in hand when it was killed goes on at once, not when its lease ends. */
  async #releaseEnded(): Promise<void> {
    const { database } = this.#app;
    const running = { status: 'running' };
    const owners = await database.reader('jobs').where(running).distinct().pluck('lease_owner');
    const ended = owners.filter((owner) => owner && hasEnded(owner));
    const lease_until = new Date(0).toISOString();
    if (ended.length)
      await database.writer('jobs').where(running).whereIn('lease_owner', ended).update({ lease_until });
  }

  async #claim(): Promise<JobRow | undefined> {
    const { database } = this.#app;
    const now = this.#app.now();
    const kinds = [...this.#kinds.keys()];
    const due = (query: ReturnType<typeof database.reader>) =>
      query
        .whereIn('kind', kinds)
        .where((where) =>
          where
            .where((queued) => queued.where('status', 'queued').where('run_at', '<=', now))
            .orWhere((lost) => lost.where('status', 'running').where('lease_until', '<', now)),
        )
        .orderBy('run_at')
        .first();
    if (!(await due(database.reader('jobs')))) return undefined;
    return database.transaction(async (trx) => {
      const job = (await database.dialect.claim(due(trx('jobs')))) as JobRow | undefined;
      if (!job) return undefined;
      const lease = this.#kinds.get(job.kind)?.leaseSeconds ?? 60;
      await trx('jobs')
        .where({ id: job.id })
        .update({
          status: 'running',
          attempts: job.attempts + 1,
          lease_owner: this.#app.instance,
          lease_until: later(now, lease),
        });
      return { ...job, attempts: job.attempts + 1 };
    });
  }

  async #execute(job: JobRow): Promise<void> {
    const kind = this.#kinds.get(job.kind) as JobKind;
    // Claimed once more than it may run: each attempt ended without an outcome, so the job itself ends its process.
    if (job.attempts > (kind.attempts ?? ATTEMPTS))
      return this.#fail(job, kind, 'its process ended during each attempt');
    const lease = kind.leaseSeconds ?? 60;
    const lost = new AbortController();
    const beat = setInterval(() => void this.#heartbeat(job.id, lease, lost), (lease * 1000) / 3).unref();
    const log = this.#app.log.child({ job: job.kind, job_id: job.id });
    try {
      const ctx = this.#app.context({ type: 'system', reason: `job ${job.kind}` }, { log });
      await kind.run(ctx, JSON.parse(job.payload), AbortSignal.any([lost.signal, this.#abort.signal]));
      await this.#finish(job, { status: 'done', error: '' });
    } catch (error) {
      log.warn({ err: error, attempt: job.attempts }, 'job failed');
      await this.#retryOrFail(job, kind, error as Error);
    } finally {
      clearInterval(beat);
    }
  }

  async #heartbeat(id: number, lease: number, lost: AbortController): Promise<void> {
    const mine = { id, lease_owner: this.#app.instance, status: 'running' };
    const kept = await this.#app.database
      .writer('jobs')
      .where(mine)
      .update({ lease_until: later(this.#app.now(), lease) })
      .catch(() => 1);
    if (!kept) lost.abort();
  }

  async #retryOrFail(job: JobRow, kind: JobKind, error: Error): Promise<void> {
    const message = error.message.slice(0, 1000);
    if (error instanceof JobPostponement) {
      await this.#finish(job, { status: 'queued', run_at: error.until, attempts: job.attempts - 1 });
    } else if (this.#abort.signal.aborted) {
      const soon = { status: 'queued', run_at: this.#app.now(), attempts: job.attempts - 1 };
      await this.#finish(job, { ...soon, error: message });
    } else if (job.attempts >= (kind.attempts ?? ATTEMPTS)) {
      await this.#fail(job, kind, message);
    } else {
      const wait = BACKOFF[Math.min(job.attempts, BACKOFF.length) - 1] as number;
      await this.#finish(job, { status: 'queued', error: message, run_at: later(this.#app.now(), wait) });
    }
  }

  async #fail(job: JobRow, kind: JobKind, error: string): Promise<void> {
    const ctx = this.#app.context({ type: 'system', reason: `job ${job.kind}` });
    await kind.failed?.(ctx, JSON.parse(job.payload));
    await this.#finish(job, { status: 'failed', error, attempts: kind.attempts ?? ATTEMPTS });
  }

  async #finish(job: JobRow, change: Record<string, unknown>): Promise<void> {
    const ended = change.status !== 'queued';
    // A cron slot keeps its key, so that no other process makes the slot again; any other key is free once done.
    const key = ended && !job.unique_key?.startsWith('cron:') ? { unique_key: null } : {};
    await this.#app.database
      .writer('jobs')
      .where({ id: job.id, lease_owner: this.#app.instance })
      .update({
        ...{ ...change, ...key, lease_owner: null, lease_until: null },
        finished_at: ended ? this.#app.now() : null,
      });
  }

  /** Removes finished rows older than 7 days, but not of the last slot of a kind: without it that slot would come again. */
  async purge(): Promise<void> {
    const now = this.#app.now();
    const slots = [...this.#kinds].flatMap(([kind, { cron }]) => {
      const slot = cron && lastSlot(cron, new Date(now));
      return slot ? [slotKey(kind, slot)] : [];
    });
    await this.#app.database
      .writer('jobs')
      .whereIn('status', ['done', 'failed'])
      .where('finished_at', '<', later(now, -KEEP_DAYS * 86_400))
      .where((old) => old.whereNull('unique_key').orWhereNotIn('unique_key', slots))
      .delete();
  }
}
