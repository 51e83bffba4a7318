// Asking to be let in: whoever asks learns nothing of the page, and whoever may share it decides.

import { notFound } from '../../core/http/problem.ts';
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import { accounts, throttle, type User } from '../auth/contract.ts';
import { pages } from '../pages/contract.ts';
import { workspaces } from '../workspaces/contract.ts';
import { subjectOfPage } from './grants.ts';
import { requireMayInvite } from './guests.ts';
import { type Share, type ShareLevel, share } from './shares.ts';
import { grantStore, requestStore } from './store.ts';

const ASKED_AN_HOUR = 20;

/** Answers the same whether there is such a page or not. @throws Problem rate_limited */
export async function requestAccess(ctx: Ctx, pageId: number): Promise<void> {
  const me = userOf(ctx);
  await ctx.use(throttle).take(ctx, [{ key: `request:user:${me.id}`, limit: ASKED_AN_HOUR, seconds: 3600 }]);
  const subject = (await ctx.use(pages).subjects(ctx, [pageId])).get(pageId);
  if (!subject || subject.trashed || (await ctx.app.access.roleOn(ctx, subject))) return;
  await ctx.tx(async (tx) => {
    const id = await requestStore.insert(tx, { page_id: pageId, user_id: me.id, created_at: tx.now() });
    if (id === undefined) return;
    const data = { id, page_id: pageId };
    await tx.emit({ type: 'access.requested', data, workspace_id: subject.workspaceId });
  });
}

export interface OpenRequest {
  id: number;
  user: User;
  created_at: string;
}

/** Of active people who still lack the right, oldest first. */
export async function requestsOn(ctx: Ctx, pageId: number): Promise<OpenRequest[]> {
  const rows = await requestStore.of(ctx, pageId);
  const people = await ctx.use(accounts).byIds(
    ctx,
    rows.map(({ user_id }) => user_id),
  );
  const known = new Map(people.filter(({ is_active }) => is_active).map((one) => [one.id, one]));
  return rows.flatMap(({ id, user_id, created_at }) => {
    const user = known.get(user_id);
    return user ? { id, user, created_at } : [];
  });
}

/** @throws Problem not_found for a request about another page, and as `share` */
export async function approve(ctx: Ctx, pageId: number, requestId: number, access: ShareLevel): Promise<Share> {
  return ctx.tx(async (tx) => {
    const row = await requestStore.byId(tx, requestId);
    if (row?.page_id !== pageId) throw notFound();
    await requireMayInvite(tx, pageId);
    return share(tx, pageId, { user_id: row.user_id }, access, true);
  });
}

/** @throws Problem not_found */
export async function decline(ctx: Ctx, pageId: number, requestId: number): Promise<void> {
  await ctx.tx(async (tx) => {
    const row = await requestStore.byId(tx, requestId);
    if (row?.page_id !== pageId) throw notFound();
    await requestStore.remove(tx, requestId);
  });
}

/** Who decides: owners of the page and of its workspace; those who may not see the page are not told. */
export async function decidersOf(ctx: Ctx, pageId: number): Promise<number[]> {
  const { workspaceId } = await subjectOfPage(ctx, pageId);
  const owners = (await ctx.use(workspaces).members(ctx, workspaceId as number)).filter(({ role }) => role === 'owner');
  const granted = (await grantStore.listed(ctx, [pageId])).filter(({ role }) => role === 'owner');
  const creator = (await ctx.use(pages).byId(ctx, pageId))?.created_by ?? [];
  return [...owners, ...granted].flatMap(({ user_id }) => user_id ?? []).concat(creator);
}
