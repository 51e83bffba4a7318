// The guests of a workspace: who sees single pages of it without being a member, and how all of that ends at once.
import { atLeast, loadSubjects } from '../../core/access/access-control.ts';
import { notFound, Problem } from '../../core/http/problem.ts';
import { type Role, roles } from '../../core/http/route.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { accounts } from '../auth/contract.ts';
import { type Page, pages } from '../pages/contract.ts';
import { workspaces } from '../workspaces/contract.ts';
import { changeGrant } from './grants.ts';
import { leaveWorkspace } from './groups/groups.ts';
import { guestPolicies, pageSharingPolicies } from './policies.ts';
import { roleChoices } from './sharing-view.ts';
import { type GrantRow, grantStore } from './store.ts';

interface SharedPage {
  id: number;
  title: string;
  icon: string;
  grant_id: number;
  role: Role;
  /** roles the actor may give instead; empty where it stands above them */
  choices: Role[];
}

export interface Guest {
  /** null: somebody who has not opened the link yet */
  id: number | null;
  name: string;
  about: string;
  avatar_url: string;
  pages: SharedPage[];
}

async function membersOf(ctx: Ctx, workspaceId: number): Promise<Set<number>> {
  return new Set((await ctx.use(workspaces).members(ctx, workspaceId)).map(({ user_id }) => user_id));
}

/** The pages that the actor sees, and the highest role that they may give there. */
async function pagesShown(ctx: Ctx, ids: number[]): Promise<Map<number, Page & { ceiling: Role | null }>> {
  const service = ctx.use(pages);
  const seen = ids.length ? await service.versions(ctx, ids) : new Map<number, number>();
  const found = await service.byIds(ctx, [...seen.keys()]);
  const subjects = await loadSubjects(
    ctx,
    found.map(({ id }) => ({ resource: 'page', id })),
  );
  const standing = Object.fromEntries(roles.map((role) => [role, { resource: 'page-rights', role }])) as Record<
    Role,
    { resource: string; role: Role }
  >;
  const present = subjects.filter((one) => one !== undefined);
  const open = await ctx.app.access.permitted(ctx, standing, present);
  const ceilings = new Map(present.map(({ id }, at) => [id, open[at]?.at(-1) ?? null]));
  return new Map(found.map((page) => [page.id, { ...page, ceiling: ceilings.get(page.id) ?? null }]));
}

/** By name; those who have not come yet are last. Pages that the actor does not see are left out, not their guests. */
export async function guestsOf(ctx: Ctx, workspaceId: number): Promise<Guest[]> {
  const [members, all] = await Promise.all([membersOf(ctx, workspaceId), grantStore.singly(ctx, workspaceId)]);
  const grants = all.filter(({ user_id }) => user_id === null || !members.has(user_id));
  const known = await pagesShown(ctx, [...new Set(grants.map(({ page_id }) => page_id))]);
  const shown = (own: GrantRow[]): SharedPage[] =>
    own.flatMap(({ id: grant_id, page_id, role, user_id }) => {
      const page = known.get(page_id);
      if (!page) return [];
      const choices = page.ceiling && atLeast(page.ceiling, role) ? roleChoices(page.ceiling, user_id === null) : [];
      return [{ id: page_id, title: page.title, icon: page.page_icon, grant_id, role, choices }];
    });
  const byPerson = Map.groupBy(grants, ({ user_id, email }) => user_id ?? email ?? '');
  const ids = [...new Set(grants.flatMap(({ user_id }) => user_id ?? []))];
  const service = ctx.use(accounts);
  // Pictures of strangers are not to be seen.
  const [people, faces] = await Promise.all([service.byIds(ctx, ids), service.known(ctx, ids)]);
  const pictures = new Map(faces.map((one) => [one.id, one.avatar_url]));
  const named = people
    .map(({ id, full_name, login, email: about }) => ({ id, name: full_name || login, about }))
    .sort((one, other) => one.name.localeCompare(other.name, ctx.locale));
  const waiting = [...byPerson.keys()].filter((key) => typeof key === 'string').sort();
  const about = ctx.app.messages.text(ctx.locale, 'permissions.waiting');
  return [
    ...named.map((one) => ({
      ...one,
      avatar_url: pictures.get(one.id) ?? '',
      pages: shown(byPerson.get(one.id) ?? []),
    })),
    ...waiting.map((name) => ({ id: null, name, about, avatar_url: '', pages: shown(byPerson.get(name) ?? []) })),
  ];
}

/** Another role for a guest on one page. @throws Problem not_found, forbidden */
export async function changeGuest(ctx: Ctx, workspaceId: number, grantId: number, role: Role): Promise<void> {
  const row = await grantStore.byId(ctx, grantId);
  const page = row && (await ctx.use(pages).byId(ctx, row.page_id));
  if (page?.workspace_id !== workspaceId) throw notFound();
  await ctx.app.access.require(ctx, pageSharingPolicies.grant, page.id);
  await changeGrant(ctx, page.id, grantId, role);
}

/** Takes all that was opened to a guest. @throws Problem not_found, conflict for members */
export async function removeGuest(ctx: Ctx, workspaceId: number, userId: number): Promise<void> {
  await ctx.tx(async (tx) => {
    await tx.use(pages).lockTree(tx, workspaceId);
    await tx.app.access.require(tx, guestPolicies.removeFromWorkspace, workspaceId);
    if ((await membersOf(tx, workspaceId)).has(userId))
      throw new Problem('conflict', 'This person is a member of the workspace.');
    if (!(await grantStore.inWorkspace(tx, userId, workspaceId)).length) throw notFound();
    await leaveWorkspace(tx, workspaceId, userId);
    await tx.use(workspaces).bumpEpoch(tx, workspaceId);
  });
}
