// Changes that two made at once: a person's own, as long as they still see what they are about.
import { notFound, Problem } from '../../../core/http/problem.ts';
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import { type Collection, databases } from '../../databases/contract.ts';
import { type Page, pagePolicies, pages } from '../../pages/contract.ts';
import { heldPage } from '../batch/change.ts';
import { currentFields, fieldSource, writeFields } from '../batch/update-page.ts';
import type { Conflict } from '../model.ts';
import { conflictStore } from '../store.ts';
import { wording } from './wording.ts';

/** Newest first. */
export async function visibleConflicts(ctx: Ctx, state?: Conflict['state']): Promise<Conflict[]> {
  const all = await conflictStore.of(ctx, userOf(ctx).id, state);
  const seen = await ctx.use(pages).versions(ctx, [...new Set(all.map(({ target_id }) => target_id))]);
  return all.filter(({ target_id }) => seen.has(target_id));
}

export const openConflicts = (ctx: Ctx): Promise<Conflict[]> => visibleConflicts(ctx, 'open');

export type ConflictDecision = 'mine' | 'theirs' | 'both';

/** With what is there now, for the person who decides. */
export async function shownConflict(ctx: Ctx, conflict: Conflict) {
  const { user_id: _own, base_json: base, mine_json: mine, ...rest } = conflict;
  const page = (await ctx.use(pages).byId(ctx, conflict.target_id)) as Page;
  const theirs = await theirsOf(ctx, page, Object.keys(mine));
  const words = await wordsOf(ctx, page, { mine, theirs });
  return { ...rest, title: page.title, base, mine, theirs, words };
}

/** Both sides as people read them, without what they do not see. */
async function wordsOf(ctx: Ctx, page: Page, { mine, theirs }: Record<'mine' | 'theirs', Record<string, unknown>>) {
  const home = page.kind === 'collection' ? undefined : await ctx.use(databases).ofPage(ctx, page.id);
  const words = await wording(ctx, home?.id);
  const lines = await Promise.all(
    Object.keys(mine).map(async (field) => {
      const [name, own] = await words(field, mine[field]);
      const [, now] = await words(field, theirs[field] ?? null);
      return { field, name, mine: own, theirs: now };
    }),
  );
  return lines.filter(({ field, name }) => name !== field);
}

async function theirsOf(ctx: Ctx, page: Page, names: string[]): Promise<Record<string, unknown>> {
  if (names.includes('deleted')) return { deleted: page.deleted_at !== null };
  if (page.kind !== 'collection')
    return Object.fromEntries(await currentFields(ctx, await fieldSource(ctx, page), names));
  const collection = await ctx.use(databases).ofPage(ctx, page.id);
  return Object.fromEntries(names.map((name) => [name, collection?.[name as 'name']]));
}

/**
 * Decides a conflict: what the device wanted takes the place of what is there, or is dropped, or both stay. A copy that
 * is not needed any more goes into the trash.
 * @throws Problem not_found, forbidden, page_locked, conflict for one that was decided
 */
export const decideConflict = (ctx: Ctx, id: number, keep: ConflictDecision): Promise<Conflict> =>
  ctx.tx(async (tx) => {
    const conflict = (await conflictStore.hold(tx, id)) as Conflict;
    if (conflict.state !== 'open') throw new Problem('conflict', 'This conflict was decided already.');
    await tx.app.access.require(tx, { resource: 'page', role: 'viewer', trashed: 'also' }, conflict.target_id);
    if (keep === 'mine') await takeMine(tx, conflict);
    if (keep !== 'both') await dropCopy(tx, conflict.copy_page_id);
    await conflictStore.resolve(tx, id, keep);
    return (await conflictStore.byId(tx, id)) as Conflict;
  });

async function takeMine(tx: Ctx, { target_id, mine_json: mine }: Conflict): Promise<void> {
  const subject = await tx.app.access.require(tx, { ...pagePolicies.edit, trashed: 'also' }, target_id);
  if (subject.trashed && mine.deleted) return;
  if (subject.trashed) throw notFound();
  const page = await heldPage(tx, target_id, subject);
  if (mine.deleted) return tx.use(pages).trash(tx, target_id);
  if (page.kind !== 'collection') {
    await writeFields(tx, await fieldSource(tx, page), new Map(Object.entries(mine)));
    return;
  }
  const collection = await tx.use(databases).ofPage(tx, target_id);
  await tx.use(databases).change(tx, (collection as Collection).id, mine);
}

/** What the person may not delete, or what is gone already, stays as it is. */
async function dropCopy(tx: Ctx, copyId: number | null): Promise<void> {
  if (copyId !== null && (await tx.app.access.allows(tx, pagePolicies.edit, copyId)))
    await tx.use(pages).trash(tx, copyId);
}
