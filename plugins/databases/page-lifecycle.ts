// What rows and databases do when their pages are renamed, go to the trash, come back or go for good.
import type { Ctx } from '../../core/kernel/context.ts';
import type { SavedPage, TurnedPages } from '../pages/contract.ts';
import { RECOMPUTE_STEPS, recomputeNaming } from './rows/recompute.ts';
import { idsOf } from './rows/relations.ts';
import { announceComputed, Edit } from './rows/row-edit.ts';
import { type RowFault, refuse } from './rows/row-errors.ts';
import { cellStore, rowStore, uniqueStore } from './rows/store.ts';
import { ruleFaults } from './rows/value-validation.ts';
import { propertyStore } from './schema/property-store.ts';
import { takeUnique } from './schema/property-values.ts';
import { fullSchemaById } from './schema/schema.ts';
import { collectionStore } from './schema/store.ts';
import { schemaJobs } from './schema-change/store.ts';
import { lockRows, lockRowsIn } from './workspace-lock.ts';

/** The title of a row is a value like the others, whoever wrote it. @throws Problem validation_failed (400) */
export async function followTitles(ctx: Ctx, saved: SavedPage[]): Promise<void> {
  for (const one of saved) await followTitle(ctx, one);
}

async function followTitle(ctx: Ctx, { page, collectionId, fresh, isTitled }: SavedPage): Promise<void> {
  if (page.kind === 'collection' && !fresh) await announceName(ctx, page.id, page.workspace_id);
  if (collectionId === null || fresh || isTitled) return;
  await lockRows(ctx, page.workspace_id);
  const edit = new Edit(ctx);
  const [row] = await edit.rows([page.id]);
  if (!row) return;
  const { title } = await edit.schema(collectionId);
  const before = (row.values[title.id] as string | undefined) ?? '';
  if (before === page.title) return;
  // People who type together pass by titles that break rules; their text is never thrown away.
  edit.isTolerant = ctx.actor.type === 'system';
  if (!edit.isTolerant) refuse(ruleFaults(title, page.title));
  edit.set(row, title, page.title);
  await edit.finish(RECOMPUTE_STEPS);
}

async function announceName(ctx: Ctx, pageId: number, workspace_id: number): Promise<void> {
  const collection = await collectionStore.ofPage(ctx, pageId);
  if (collection)
    await ctx.emit({
      type: 'collection.updated',
      data: { id: collection.id, page_id: pageId },
      workspace_id,
      changed: ['name'],
    });
}

/** In the trash they hold no unique values. */
export async function rowsTrashed(ctx: Ctx, pageIds: number[]): Promise<void> {
  const homes = await rowStore.ofPages(ctx, pageIds);
  const ids = [...homes.values()].flat();
  if (!ids.length) return;
  await lockRowsIn(ctx, homes.keys());
  await uniqueStore.release(ctx, ids);
  await collectionStore.touchRows(ctx, [...homes.keys()]);
  await markRows(ctx, homes);
}

/** Rollups count those that are live. */
export async function rowsTurned(ctx: Ctx, { live, trashed, computed }: TurnedPages): Promise<void> {
  const homes = await rowStore.ofPages(ctx, [...live, ...trashed]);
  if (!homes.size) return;
  await lockRowsIn(ctx, homes.keys());
  await recomputeNaming(ctx, [...homes.values()].flat(), computed);
}

/** For jobs that compute from the rows that are live. */
async function markRows(ctx: Ctx, homes: Map<number, number[]>): Promise<void> {
  for (const [home, ids] of homes) {
    const job = (await collectionStore.byId(ctx, home))?.schema_job_id;
    if (job) await schemaJobs.mark(ctx, job, ids);
  }
}

/** @throws Problem validation_failed (400) when another row took a unique value in the meantime */
export async function rowsRestored(ctx: Ctx, pageIds: number[]): Promise<void> {
  const homes = await rowStore.ofPages(ctx, pageIds);
  if (!homes.size) return;
  await lockRowsIn(ctx, homes.keys());
  const faults: RowFault[] = [];
  for (const [home, ids] of homes) {
    const schema = await fullSchemaById(ctx, home);
    const unique = schema.properties.filter(({ validation }) => validation.unique);
    const rows = unique.length ? await rowStore.byIds(ctx, ids) : [];
    for (const property of unique) faults.push(...(await takeUnique(ctx, schema, property, rows)));
  }
  refuse(faults);
  await collectionStore.touchRows(ctx, [...homes.keys()]);
  await markRows(ctx, homes);
}

/** Other rows no longer name what is about to go for good. */
export async function rowsPurged(ctx: Ctx, pageIds: number[]): Promise<void> {
  const homes = await rowStore.ofPages(ctx, pageIds);
  const ids = [...homes.values()].flat();
  if (!ids.length) return;
  await lockRowsIn(ctx, homes.keys());
  const relations = await propertyStore.ofTypes(ctx, ['relation']);
  const towards = relations.filter(({ config }) => homes.has(config.collection_id as number));
  const named = await cellStore.naming(
    ctx,
    towards.map(({ id }) => id),
    ids,
  );
  const gone = new Set(ids);
  const edit = new Edit(ctx);
  for (const { property_id, row_id } of named) {
    const property = towards.find(({ id }) => id === property_id);
    const [row] = gone.has(row_id) || !property ? [] : await edit.rows([row_id]);
    if (!row || !property) continue;
    const left = idsOf(row.values[property.id]).filter((id) => !gone.has(id));
    edit.set(row, property, left.length ? left : null);
  }
  await announceComputed(ctx, await edit.finish(RECOMPUTE_STEPS));
}
