// A change of a schema begins: all of it in this transaction, or as a job where many rows are to be filled.

import { notFound, Problem } from '../../../core/http/problem.ts';
import { actorId, type Ctx } from '../../../core/kernel/context.ts';
import { pages } from '../../pages/contract.ts';
import { type Property, storageOf } from '../model.ts';
import { announceSchema } from '../notifications.ts';
import { schemaJobPolicies } from '../policies.ts';
import { propertyStore } from '../schema/property-store.ts';
import { fullSchemaById, type Schema } from '../schema/schema.ts';
import { type CollectionRow, collectionStore } from '../schema/store.ts';
import { lockRows } from '../workspace-lock.ts';
import { applyPlan, ROWS_AT_ONCE, rowsToFill } from './apply-plan.ts';
import type { PlacedPlan, SchemaChangePlan, SchemaDelta } from './change.ts';
import { planOf } from './plan.ts';
import { type JobStatus, schemaJobs } from './store.ts';

/** A job that was made of a change. */
export interface StartedJob {
  job: { id: number; status: JobStatus };
}

interface Done {
  change: SchemaDelta;
  /** with which the change is taken back; null: it took nothing */
  undo: number | null;
}

type Prepare = (tx: Ctx, schema: Schema) => Promise<SchemaDelta>;

/** The whole change, however many rows there are. @throws Problem not_found, conflict while a job changes the schema */
export async function changeSchema(tx: Ctx, collectionId: number, prepare: Prepare): Promise<Done> {
  const plan = await prepared(tx, collectionId, prepare);
  return { change: plan, undo: await applyPlan(tx, plan) };
}

/** The same, as a job where many rows are to be filled. */
export async function startChange(ctx: Ctx, collectionId: number, prepare: Prepare): Promise<Done | StartedJob> {
  return ctx.tx(async (tx) => {
    const plan = await prepared(tx, collectionId, prepare);
    const total = await rowsToFill(tx, plan);
    if (total <= ROWS_AT_ONCE) return { change: plan, undo: await applyPlan(tx, plan) };
    return { job: { id: await begin(tx, plan, total), status: 'queued' } };
  });
}

async function prepared(tx: Ctx, collectionId: number, prepare: Prepare): Promise<SchemaChangePlan> {
  const plan = await planOf(tx, await prepare(tx, await heldToChange(tx, collectionId)));
  for (const id of plan.scope) requireFree(await collectionStore.byId(tx, id));
  return plan;
}

/** All of a schema for a change that waits for those before it. @throws Problem not_found, conflict */
async function heldToChange(tx: Ctx, id: number): Promise<Schema> {
  const collection = await collectionStore.byId(tx, id);
  if (!collection) throw notFound();
  await tx.use(pages).hold(tx, collection.page_id);
  await lockRows(tx, collection.workspace_id);
  requireFree(await collectionStore.byId(tx, id));
  return fullSchemaById(tx, id);
}

function requireFree(collection: CollectionRow | undefined): void {
  if (collection?.schema_job_id)
    throw new Problem('conflict', 'The properties of this database are being changed; wait for that, or cancel it.');
}

/** What is filled gets a place of its own, which nobody reads before the change is done. */
async function begin(tx: Ctx, plan: SchemaChangePlan, total: number): Promise<number> {
  const placed = await placedPlan(tx, plan);
  await propertyStore.setDeleted(tx, plan.shown, tx.now());
  const id = await schemaJobs.insert(tx, {
    collection_id: plan.collectionId,
    user_id: actorId(tx),
    plan_json: JSON.stringify(placed),
    total,
  });
  await schemaJobs.hold(tx, id, plan.scope);
  // Whoever has read these databases before reads them again, and marks the rows that they change.
  for (const one of plan.scope) await announceSchema(tx, await fullSchemaById(tx, one), ['schema']);
  await tx.enqueue('databases.change-schema', { id }, { uniqueKey: `schema-job:${id}` });
  return id;
}

async function placedPlan(tx: Ctx, plan: SchemaChangePlan): Promise<PlacedPlan> {
  const drafts: Property[] = [];
  const places: Pick<PlacedPlan, 'fresh' | 'stale' | 'claimed'> = { fresh: [], stale: [], claimed: [] };
  for (const draft of plan.drafts) {
    const home = plan.phases.find(({ ids }) => ids.includes(draft.id))?.collectionId;
    const placed = home === undefined ? draft : await withPlace(tx, plan, draft, home);
    drafts.push(placed);
    if (home === undefined && draft.id === plan.claims && draft.validation.unique)
      places.claimed.push({ collectionId: plan.collectionId, storage: storageOf(placed) });
    if (home === undefined) continue;
    places.fresh.push({ collectionId: home, storage: storageOf(placed) });
    if (storageOf(placed) !== storageOf(draft)) places.stale.push({ collectionId: home, storage: storageOf(draft) });
  }
  return { ...plan, drafts, ...places };
}

/** Beside the values that are read until then; those of what is not shown yet are read by nobody. */
async function withPlace(tx: Ctx, { shown }: SchemaChangePlan, draft: Property, home: number): Promise<Property> {
  if (shown.includes(draft.id)) return draft;
  if (storageOf(draft) !== draft.id) return { ...draft, storage: draft.id };
  return { ...draft, storage: await propertyStore.insertStorage(tx, home, draft) };
}

/** Undone at the next slice. False: it is done, or ended otherwise. */
export async function cancelSchemaJob(ctx: Ctx, id: number): Promise<boolean> {
  return ctx.tx(async (tx) => schemaJobs.cancel(tx, id));
}

/** The change on its way in a database, if the reader may look at it. */
export const visibleJob = async (ctx: Ctx, id: number | null): Promise<number | null> =>
  id !== null && (await ctx.app.access.allows(ctx, schemaJobPolicies.view, id)) ? id : null;
