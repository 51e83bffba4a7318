// Taking back what a run did, newest first: only what is still as it was left, and the rest is named with who changed it.
import { Problem } from '../../../core/http/problem.ts';
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import { accounts } from '../../auth/contract.ts';
import { commentPolicies, pageComments } from '../../comments/contract.ts';
import { collectionPolicies, databases } from '../../databases/contract.ts';
import { pagePolicies, pages, pageTexts } from '../../pages/contract.ts';
import { tagNames } from '../../tags/contract.ts';
import type { AgentAction, AgentRun, KeptReason, UndoMethod } from '../model.ts';
import { tellPerson } from '../runs/event-log.ts';
import { agentRunStore } from '../runs/run-store.ts';
import { requireDatabase, requirePage, restoreByAgent } from '../tools/places.ts';
import { toolNamed } from '../tools/registry.ts';
import { actionStore } from './action-store.ts';
import { keepingOwn, versionOf } from './own-versions.ts';

/** What stays as it is, and why. */
export interface UndoRefusal {
  action_id: number;
  tool: string;
  page_id: number | null;
  reason: KeptReason;
  detail: string;
  /** who changed it since */
  changed_by: { id: number; name: string } | null;
}

export interface UndoneRun {
  undone: number[];
  kept: UndoRefusal[];
}

const changed = () => new Problem('version_conflict', 'It was changed since.');

/** @throws Problem version_conflict where the page is not as the action left it */
async function requireUntouched(ctx: Ctx, { page_id, version_after }: AgentAction): Promise<number> {
  if (page_id === null || (await versionOf(ctx, page_id)) !== version_after) throw changed();
  return page_id;
}

async function removeComment(ctx: Ctx, pageId: number, { comment_id, body }: UndoMethod & { kind: 'comment' }) {
  const page = await requirePage(ctx, pageId, commentPolicies.add);
  const { items } = await ctx.use(pageComments).list(ctx, pageId, Number.MAX_SAFE_INTEGER);
  const comment = items.find(({ id }) => id === comment_id);
  const isAnswered = items.some(({ parent_id }) => parent_id === comment_id);
  if (comment?.body !== body || comment.author_id !== userOf(ctx).id || isAnswered) throw changed();
  await ctx.use(pageComments).remove(ctx, comment_id, page.workspace_id);
}

async function removeProperty(ctx: Ctx, { collection_id, property_id }: UndoMethod & { kind: 'property' }) {
  await requireDatabase(ctx, collection_id, collectionPolicies.edit);
  const filter = { property_id, op: 'is_not_empty' } as never;
  if ((await ctx.use(databases).matchingRows(ctx, collection_id, filter, 1)).length)
    throw new Problem('version_conflict', 'Rows have values of it.');
  await ctx.use(databases).removeProperty(ctx, collection_id, property_id);
}

async function retag(ctx: Ctx, pageId: number, { before, after }: UndoMethod & { kind: 'tags' }) {
  await requirePage(ctx, pageId, pagePolicies.view);
  const now = await ctx.use(tagNames).of(ctx, pageId);
  if (now.toSorted().join('\n') !== after.toSorted().join('\n')) throw changed();
  await ctx.use(tagNames).set(ctx, pageId, before);
}

async function movedBack(ctx: Ctx, pageId: number, { parent_id, position }: UndoMethod & { kind: 'place' }) {
  await requirePage(ctx, pageId, pagePolicies.move);
  if (parent_id !== null) await requirePage(ctx, parent_id, pagePolicies.addBelow);
  await ctx.use(pages).move(ctx, pageId, { parentId: parent_id, position });
}

/** Pages of others below it would go with it, also those that this person does not see. @throws Problem version_conflict */
async function requireBare(ctx: Ctx, pageId: number, inside: number): Promise<void> {
  if ((await ctx.use(pages).countBelow(ctx, pageId)) > inside)
    throw new Problem('version_conflict', 'There are pages inside it by now.');
}

/** @throws Problem for what cannot be taken back, or not by this person any more */
async function takeBack(ctx: Ctx, action: AgentAction, undo: UndoMethod): Promise<void> {
  if (undo.kind === 'comment') return removeComment(ctx, action.page_id as number, undo);
  if (undo.kind === 'property') return removeProperty(ctx, undo);
  if (undo.kind === 'tags') return retag(ctx, action.page_id as number, undo);
  const pageId = await requireUntouched(ctx, action);
  if (undo.kind === 'restore') {
    await requirePage(ctx, pageId, restoreByAgent);
    return void (await ctx.use(pages).restore(ctx, pageId));
  }
  if (undo.kind === 'place') return movedBack(ctx, pageId, undo);
  await requirePage(ctx, pageId, pagePolicies.edit);
  if (undo.kind === 'trash') {
    await requireBare(ctx, pageId, undo.inside ?? 0);
    return ctx.use(pages).trash(ctx, pageId);
  }
  if (undo.kind === 'version') return void (await ctx.use(pageTexts).restoreVersion(ctx, pageId, undo.version_id));
  const change = { values: undo.values } as never;
  await ctx.use(databases).changeRows(ctx, [{ id: pageId, change }]);
}

async function undoOne(ctx: Ctx, action: AgentAction): Promise<void> {
  await ctx.tx(async (tx) => {
    const { page_id, version_before, version_after, run_id, tool } = action;
    // Tags and comments are taken back of pages that others have changed since, and those stay changed by others.
    const isAsLeft = (await versionOf(tx, page_id)) === version_after;
    await keepingOwn(tx, run_id, page_id, () => takeBack(tx, action, action.undo as UndoMethod));
    const by = { undone_at: tx.now(), undone_by: userOf(tx).id, kept_reason: null, kept_by: null };
    if (!(await actionStore.change(tx, action.id, 'done', { status: 'undone', ...by }))) throw changed();
    await tx.app.audit.acted(tx, { action: 'agent.undo', resourceId: page_id, detail: `run ${run_id}, ${tool}` });
    const now = await versionOf(tx, page_id);
    if (page_id === null || version_before === null || now === null || !isAsLeft) return;
    await actionStore.follow(tx, page_id, version_before, now);
  });
}

/** With the action, so that whoever looks at the run later reads it, too. */
async function keep(ctx: Ctx, action: AgentAction, fault?: Problem): Promise<UndoRefusal> {
  const refusal = await refusalOf(ctx, action, fault);
  const { reason: kept_reason, changed_by } = refusal;
  await ctx.tx((tx) => actionStore.change(tx, action.id, 'done', { kept_reason, kept_by: changed_by?.id ?? null }));
  return refusal;
}

async function refusalOf(ctx: Ctx, { id, tool, page_id, undo }: AgentAction, fault?: Problem): Promise<UndoRefusal> {
  const about = { action_id: id, tool, page_id };
  if (!undo) return { ...about, reason: 'went_out', detail: 'What went out cannot be taken back.', changed_by: null };
  if (fault?.code !== 'version_conflict')
    return { ...about, reason: 'refused', detail: fault?.message ?? '', changed_by: null };
  const page = page_id === null ? undefined : await ctx.use(pages).byId(ctx, page_id);
  const [user] = page?.updated_by ? await ctx.use(accounts).known(ctx, [page.updated_by]) : [];
  const changed_by = user ? { id: user.id, name: user.full_name || user.login } : null;
  return { ...about, reason: 'changed', detail: fault.message, changed_by };
}

/** All that the run did, or these of its actions; the caller has checked that it is the actor's own. */
export async function undoRun(ctx: Ctx, run: AgentRun, actionIds?: number[]): Promise<UndoneRun> {
  const acting = ctx.as(ctx.actor, 'agent');
  const all = (await actionStore.of(ctx, [run.id])).filter(({ status }) => status === 'done');
  const undone: number[] = [];
  const kept: UndoRefusal[] = [];
  for (const { id } of all.filter((one) => actionIds?.includes(one.id) ?? true).toReversed()) {
    // As it is now: an action that was undone before it has moved the version that it is found by.
    const action = (await actionStore.byId(ctx, id)) as AgentAction;
    if (action.status !== 'done') continue;
    if (!action.undo) {
      if (toolNamed(action.tool)?.class === 'outward') kept.push(await keep(ctx, action));
      continue;
    }
    try {
      await undoOne(acting, action);
      undone.push(id);
    } catch (fault) {
      if (!(fault instanceof Problem)) throw fault;
      // Taken back at the same moment by a second press: nobody else has changed anything.
      const isUndone = (await actionStore.byId(ctx, id))?.status === 'undone';
      if (!isUndone) kept.push(await keep(ctx, action, fault));
    }
  }
  const left = (await actionStore.of(ctx, [run.id])).some(({ status, undo }) => status === 'done' && undo);
  if (undone.length && !left) await ctx.tx((tx) => agentRunStore.change(tx, run.id, ENDED, { status: 'undone' }));
  await ctx.tx(async (tx) => tellPerson(tx, run.user_id));
  return { undone, kept };
}

const ENDED = ['done', 'stopped', 'failed'] as const satisfies AgentRun['status'][];
