// The job of a change of a schema: fills rows in slices that others write between, then puts the new schema in force.

import { Slices } from '../../../core/database/slice-size.ts';
import { Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { accounts, actorOf } from '../../auth/contract.ts';
import { pages } from '../../pages/contract.ts';
import type { Property, Value } from '../model.ts';
import { cellStore, parseRowValues, rowStore, type StoredRow } from '../rows/store.ts';
import { collectionStore } from '../schema/store.ts';
import { lockRows } from '../workspace-lock.ts';
import { noteLost, settleSchemaChange, valuesLost } from './apply-plan.ts';
import type { Phase, PlacedPlan } from './change.ts';
import { clearClaims, clearPlaces } from './clear-values.ts';
import { type Makers, makersOf, valuesIn } from './computed-values.ts';
import { NextSchemas } from './next-schemas.ts';
import { type SchemaJob, schemaJobs } from './store.ts';
import { claimValues, writeValues } from './write-values.ts';

/** So many rows that others have changed are filled in the transaction that ends the job. */
const LAST_MOST = 100;

class Cancelled extends Error {}

export async function runSchemaJob(ctx: Ctx, { id }: Record<string, unknown>, signal: AbortSignal): Promise<void> {
  const job = await schemaJobs.byId(ctx, Number(id));
  if (!job || job.finished_at) return;
  const plan = JSON.parse(job.plan_json) as PlacedPlan;
  if (job.status === 'queued' || job.status === 'running') await new SchemaWork(ctx, job, plan, signal).run();
  const now = await schemaJobs.state(ctx, job.id);
  // Its database has gone for good meanwhile, and the job with it.
  if (!now) return;
  if (now.status === 'completed') await clearPlaces(ctx, plan.stale, signal);
  else {
    await clearPlaces(ctx, plan.fresh, signal);
    await clearClaims(ctx, plan.claimed, signal);
  }
  await end(ctx, job.id);
}

/** After the last attempt: what was filled goes, and everybody goes on with the schema there is. */
export async function giveUpSchemaJob(ctx: Ctx, { id }: Record<string, unknown>): Promise<void> {
  const job = await schemaJobs.byId(ctx, Number(id));
  if (!job || job.finished_at) return;
  if (job.status !== 'completed') await turnBack(ctx, job.id, 'Something went wrong; nothing was changed.');
  await runSchemaJob(ctx, { id }, new AbortController().signal);
}

const turnBack = (ctx: Ctx, id: number, error: string): Promise<unknown> =>
  ctx.tx((tx) => schemaJobs.change(tx, id, { status: 'cancelling', error }));

async function end(ctx: Ctx, id: number): Promise<void> {
  await ctx.tx(async (tx) => {
    const state = await schemaJobs.state(tx, id);
    if (!state) return;
    const { status, error } = state;
    const ended = status === 'completed' ? 'completed' : error ? 'failed' : 'cancelled';
    await schemaJobs.change(tx, id, { status: ended, finished_at: tx.now() });
    await schemaJobs.release(tx, id);
  });
}

class SchemaWork {
  readonly #ctx: Ctx;
  readonly #job: SchemaJob;
  readonly #plan: PlacedPlan;
  readonly #signal: AbortSignal;
  readonly #next: NextSchemas;
  readonly #slices = new Slices();
  #makers: Makers = new Map();
  /** what rows lose, once that is known */
  #lost: Record<string, Value> | undefined;

  constructor(ctx: Ctx, job: SchemaJob, plan: PlacedPlan, signal: AbortSignal) {
    this.#ctx = ctx;
    this.#job = job;
    this.#plan = plan;
    this.#signal = signal;
    this.#next = new NextSchemas(ctx, plan);
  }

  /** Ends with the new schema in force, or with the job on its way back. */
  async run(): Promise<void> {
    try {
      if (!(await this.#ctx.tx((tx) => schemaJobs.begin(tx, this.#job.id)))) throw new Cancelled();
      this.#makers = await makersOf(this.#ctx, this.#plan);
      await this.#fill();
      await this.#ctx.tx((tx) => cellStore.analyze(tx));
      await this.#catchUp();
      if (this.#plan.kept) this.#lost = await valuesLost(this.#next, this.#plan.kept);
      while (!(await this.#settle())) await this.#catchUp();
    } catch (error) {
      const isFinal = error instanceof Problem && ['conflict', 'validation_failed', 'not_found'].includes(error.code);
      if (!isFinal && !(error instanceof Cancelled)) throw error;
      const detail = error instanceof Problem ? error.message : '';
      await turnBack(this.#ctx, this.#job.id, detail);
    }
  }

  async #fill(): Promise<void> {
    let { phase: at, after_row: after, done } = this.#job;
    for (; at < this.#plan.phases.length; at++, after = 0) {
      const phase = this.#plan.phases[at] as Phase;
      for (;;) {
        this.#signal.throwIfAborted();
        const rows = await rowStore.some(this.#ctx, phase.collectionId, after, this.#slices.rows);
        const last = rows.at(-1);
        if (!last) break;
        after = last.page_id;
        done += rows.length;
        const progress = { phase: at, after_row: after, done };
        // What is changed between reading and writing is marked, and filled once more.
        const filled = await valuesIn(this.#ctx, this.#next, this.#makers, phase, rows);
        await this.#held(async (tx) => {
          await this.#write(tx, at, rows, filled);
          await schemaJobs.change(tx, this.#job.id, progress);
        });
      }
    }
  }

  async #write(tx: Ctx, at: number, rows: StoredRow[], filled: Awaited<ReturnType<typeof valuesIn>>): Promise<void> {
    await writeValues(tx, this.#plan, filled);
    if (!this.#plan.claims || at > 0) return;
    await claimValues(
      tx,
      this.#plan,
      this.#next,
      rows.map(({ page_id }) => page_id),
    );
  }

  /** A transaction in which nobody else writes rows of these databases. @throws Cancelled */
  #held<Result>(work: (tx: Ctx) => Promise<Result>): Promise<Result> {
    return this.#ctx.tx(async (tx) => {
      if (this.#plan.kept?.kind === 'delete')
        for (const id of await this.#homes(tx)) await tx.use(pages).lockTree(tx, id);
      for (const id of await this.#homes(tx)) await lockRows(tx, id);
      if ((await schemaJobs.state(tx, this.#job.id))?.status !== 'running') throw new Cancelled();
      return this.#slices.timed(() => work(tx));
    });
  }

  async #homes(tx: Ctx): Promise<number[]> {
    const homes = new Set<number>();
    for (const id of this.#plan.scope) {
      const collection = await collectionStore.byId(tx, id);
      if (collection) homes.add(collection.workspace_id);
    }
    return [...homes].sort((a, b) => a - b);
  }

  /** Until few rows are left that have changed meanwhile. */
  async #catchUp(): Promise<void> {
    for (;;) {
      this.#signal.throwIfAborted();
      const marked = await schemaJobs.marked(this.#ctx, this.#job.id, this.#slices.rows);
      if (marked.length <= LAST_MOST) return;
      await this.#held((tx) => this.#fillMarked(tx, marked));
    }
  }

  /** Rows that have changed, and all that are computed from them. */
  async #fillMarked(tx: Ctx, marked: number[]): Promise<void> {
    await schemaJobs.unmark(tx, this.#job.id, marked);
    const changed = new Set(marked);
    for (const [at, phase] of this.#plan.phases.entries()) {
      const { byId } = await this.#next.of(phase.collectionId);
      const relations = phase.ids.flatMap((id) => byId.get(id)?.config.relation_property_id ?? []);
      const naming = await cellStore.naming(tx, relations, [...changed]);
      const wanted = new Set([...changed, ...naming.map(({ row_id }) => row_id)]);
      const found = await rowStore.byIds(tx, [...wanted]);
      const rows = found.filter((row) => row.collection_id === phase.collectionId);
      await this.#write(tx, at, rows, await valuesIn(tx, this.#next, this.#makers, phase, rows));
      for (const { page_id } of rows) changed.add(page_id);
    }
    if (this.#lost) await this.#noteLost(tx, this.#lost, marked);
  }

  async #noteLost(tx: Ctx, lost: Record<string, Value>, ids: number[]): Promise<void> {
    const { kept, collectionId } = this.#plan;
    const after = kept && (await this.#next.of(collectionId)).byId.get(kept.before.id);
    if (!after) return;
    const before = await this.#next.before(collectionId);
    for (const row of await rowStore.byIds(tx, ids))
      if (row.collection_id === collectionId)
        noteLost(lost, kept.kind, after as Property, row.page_id, parseRowValues(row, before)[after.id] ?? null);
  }

  /** False: too many rows have changed since they were filled. */
  #settle(): Promise<boolean> {
    return this.#held(async (tx) => {
      const marked = await schemaJobs.marked(tx, this.#job.id, LAST_MOST + 1);
      if (marked.length > LAST_MOST) return false;
      await this.#fillMarked(tx, marked);
      const user = this.#job.user_id === null ? undefined : await tx.use(accounts).byId(tx, this.#job.user_id);
      const undo_id = await settleSchemaChange(user ? tx.as(actorOf(user)) : tx, this.#plan, this.#lost);
      await schemaJobs.change(tx, this.#job.id, { status: 'completed', undo_id, done: this.#job.total });
      return true;
    });
  }
}
