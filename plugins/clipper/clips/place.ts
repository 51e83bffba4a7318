// Where a clip goes: what it names, else the home of the person's clips, else a page "Clips".

import { atLeast } from '../../../core/access/access-control.ts';
import type { Policy } from '../../../core/http/policy.ts';
import { invalid } from '../../../core/http/problem.ts';
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import { collectionPolicies, databases } from '../../databases/contract.ts';
import { pagePolicies, pages } from '../../pages/contract.ts';
import { workspacePolicies, workspaces } from '../../workspaces/contract.ts';
import { clipSettings } from '../templates/template-store.ts';
import type { ClipInput } from './clip-input.ts';

export type ClipTarget =
  | { kind: 'below'; workspaceId: number; parentId: number | null }
  /** a page "Clips", which is made with the first clip that goes there */
  | { kind: 'newHome'; workspaceId: number }
  | { kind: 'row'; workspaceId: number; collectionId: number }
  | { kind: 'into'; workspaceId: number; pageId: number };

const NAMES = ['page_id', 'collection_id', 'parent_id', 'workspace_id'] as const;

/** What may not come together. @throws Problem validation_failed */
export function checkPlace(input: ClipInput): void {
  const named = NAMES.filter((name) => input[name] !== undefined);
  const [first, second] = named;
  // The workspace of a parent may be said, too.
  if (second && !(first === 'parent_id' && second === 'workspace_id' && named.length === 2))
    throw invalid(['body', second], `cannot be sent together with ${first}`, 'extra_forbidden');
  if (input.values !== undefined && input.collection_id === undefined)
    throw invalid(['body', 'values'], 'are for rows: they need collection_id', 'extra_forbidden');
  if (input.place !== undefined && input.page_id === undefined)
    throw invalid(['body', 'place'], 'is within a page: it needs page_id', 'extra_forbidden');
}

/** @throws Problem not_found, forbidden, page_locked, validation_failed */
export async function resolveClipTarget(ctx: Ctx, input: ClipInput): Promise<ClipTarget> {
  if (input.page_id !== undefined) return intoPage(ctx, input.page_id);
  if (input.collection_id !== undefined) return asRow(ctx, input.collection_id);
  if (input.parent_id !== undefined) return belowPage(ctx, input.parent_id, input.workspace_id);
  if (input.workspace_id === undefined) return (await clipHome(ctx)) ?? newHome(ctx);
  await ctx.app.access.require(ctx, workspacePolicies.addContent, input.workspace_id);
  return { kind: 'below', workspaceId: input.workspace_id, parentId: null };
}

/** The workspace of what the actor may write into. @throws Problem not_found, forbidden, page_locked */
async function workspaceAround(ctx: Ctx, policy: Policy, id: number) {
  const { workspaceId } = await ctx.app.access.require(ctx, policy, id);
  return workspaceId as number;
}

const intoPage = async (ctx: Ctx, pageId: number): Promise<ClipTarget> => ({
  kind: 'into',
  workspaceId: await workspaceAround(ctx, pagePolicies.editContent, pageId),
  pageId,
});

const asRow = async (ctx: Ctx, collectionId: number): Promise<ClipTarget> => ({
  kind: 'row',
  workspaceId: await workspaceAround(ctx, collectionPolicies.addRow, collectionId),
  collectionId,
});

async function belowPage(ctx: Ctx, parentId: number, named?: number): Promise<ClipTarget> {
  const workspaceId = await workspaceAround(ctx, pagePolicies.addBelow, parentId);
  if (named !== undefined && named !== workspaceId)
    throw invalid(['body', 'workspace_id'], 'is not the workspace of the parent');
  return { kind: 'below', workspaceId, parentId };
}

/** The place that the person chose, as long as it can be written to. */
export async function clipHome(ctx: Ctx): Promise<ClipTarget | undefined> {
  const home = await clipSettings.home(ctx, userOf(ctx).id);
  return home === null ? undefined : clipTargetIn(ctx, home);
}

/** In a page or a database that may have gone, or been closed, since it was chosen. */
export async function clipTargetIn(ctx: Ctx, pageId: number): Promise<ClipTarget | undefined> {
  if (!(await ctx.app.access.allows(ctx, pagePolicies.edit, pageId))) return undefined;
  const database = await ctx.use(databases).ofPage(ctx, pageId);
  return database?.page_id === pageId ? asRow(ctx, database.id) : belowPage(ctx, pageId);
}

/** A clip is not lost for want of a place: the first workspace that the person writes in gets a page for them. */
async function newHome(ctx: Ctx): Promise<ClipTarget> {
  const home = (await ctx.use(workspaces).mine(ctx)).find((one) => !one.archived_at && atLeast(one.role, 'editor'));
  if (!home) throw invalid(['body', 'workspace_id'], 'Field required', 'missing');
  return { kind: 'newHome', workspaceId: home.id };
}

/** In the transaction of the clip: there is no home without one. @throws Problem forbidden */
export async function makeHome(tx: Ctx, workspaceId: number): Promise<number> {
  await tx.app.access.require(tx, workspacePolicies.addContent, workspaceId);
  const title = tx.app.messages.text(tx.locale, 'clipper.home');
  const page = await tx.use(pages).create(tx, { workspaceId, parentId: null, title, icon: '📎' });
  await clipSettings.setHome(tx, userOf(tx).id, page.id);
  return page.id;
}
