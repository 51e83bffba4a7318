// Use cases of workspaces: create, rename, delete and bring back, and which one is active.

import { closedTo, isClosed } from '../../core/access/workspace-conditions.ts';
import { invalid, notFound, Problem } from '../../core/http/problem.ts';
import { daysAgo } from '../../core/i18n/calendar-date.ts';
import { fold } from '../../core/i18n/text-normalization.ts';
import { actorId, type Ctx, userOf } from '../../core/kernel/context.ts';
import { UsageProblem } from '../../core/kernel/plugin.ts';
import { accounts } from '../auth/contract.ts';
import type { Workspace, Workspaces } from './contract.ts';
import { firstWorkspace } from './first-workspace.ts';
import { workspacePolicies } from './policies.ts';
import { memberStore, type WorkspaceRow, workspaceStore } from './store.ts';
import { workspaceJoins } from './store-joins.ts';

export const WORKSPACE_COOKIE = 'workspace';
const KEEP_DAYS = 30;

export const presentWorkspace = (row: WorkspaceRow): Workspace => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  icon: row.icon,
  owner_id: row.owner_id,
  role: row.role ?? 'owner',
  created_at: row.created_at,
  archived_at: row.archived_at,
  guests_invite: row.guests_invite === 1,
});

/** Letters and digits of the name, made unique by a number. */
async function freeSlug(ctx: Ctx, name: string): Promise<string> {
  const base =
    fold(name)
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60) || 'workspace';
  for (let number = 1; ; number += 1) {
    const slug = number === 1 && !/^\d+$/.test(base) ? base : `${base}-${number}`;
    if (!(await workspaceStore.slugTaken(ctx, slug))) return slug;
  }
}

async function withRole(ctx: Ctx, id: number): Promise<Workspace> {
  const row = await workspaceStore.byId(ctx, id);
  if (!row) throw notFound();
  const userId = actorId(ctx);
  const role = (userId && (await memberStore.role(ctx, userId, id))) || 'owner';
  return presentWorkspace({ ...row, role });
}

export const workspaceService: Omit<
  Workspaces,
  'invite' | 'leave' | 'assign' | 'overview' | 'quotaOf' | 'setQuota' | 'restore'
> = {
  async stampOf(ctx) {
    const { id, isAdmin } = userOf(ctx);
    const homes = await memberStore.homes(ctx, id);
    return JSON.stringify([isAdmin, homes.map(({ workspaceId, role, epoch }) => [workspaceId, role, epoch])]);
  },
  async create(ctx, { name, icon = '' }) {
    const owner = userOf(ctx);
    return ctx.tx(async (tx) => {
      const id = await workspaceStore.insert(tx, {
        name: name.trim(),
        icon,
        slug: await freeSlug(tx, name),
        owner_id: owner.id,
      });
      await memberStore.add(tx, id, owner.id, 'owner');
      return withRole(tx, id);
    });
  },
  async complete(ctx, id, ownerId) {
    await workspaceStore.openEpoch(ctx, id);
    if (ownerId === undefined) return;
    await workspaceStore.setOwner(ctx, id, ownerId);
    await memberStore.addOwner(ctx, id, ownerId);
  },
  async mine(ctx) {
    const [rows, closed] = await Promise.all([workspaceStore.mine(ctx, userOf(ctx).id), closedTo(ctx)]);
    return rows.filter(({ id }) => !isClosed(closed, id)).map(presentWorkspace);
  },
  deleted: async (ctx) =>
    (await workspaceStore.deleted(ctx, userOf(ctx).id)).map(({ id, name, deleted_at }) => ({
      id,
      name,
      deleted_at: deleted_at as string,
    })),
  async active(ctx, request) {
    const wanted = Number((request.state as Record<string, unknown>)[WORKSPACE_COOKIE]);
    const mine = await workspaceService.mine(ctx);
    const chosen = mine.find(({ id }) => id === wanted) ?? (await firstWorkspace(ctx, mine));
    if (chosen && (chosen.id === wanted || !isAdmin(ctx))) return chosen;
    // Administrators may look into workspaces they are no members of.
    const other =
      isAdmin(ctx) && Number.isInteger(wanted) && wanted > 0 ? await workspaceStore.byId(ctx, wanted) : undefined;
    return other && !other.deleted_at ? presentWorkspace(other) : (chosen ?? null);
  },
  async home(ctx, request) {
    const active = await workspaceService.active(ctx, request);
    if (!active) throw invalid(['body', 'workspace_id'], 'Field required', 'missing');
    await ctx.app.access.require(ctx, workspacePolicies.addContent, active.id);
    return active.id;
  },
  async named(ctx, given) {
    const all = await workspaceStore.all(ctx);
    // An id says which one even where another has this number as its name.
    const byId = all.filter(({ id }) => String(id) === given);
    const [found, other] = byId.length ? byId : all.filter(({ slug, name }) => slug === given || name === given);
    if (other) throw new UsageProblem(`Several workspaces are called ${given}; name one by its id.`);
    if (!found) throw new Problem('not_found', `There is no workspace ${given}.`);
    return { ...found, owner_id: (await ownerOf(ctx, found)) ?? null };
  },
  async first(ctx) {
    for (const row of await workspaceStore.all(ctx)) {
      const owner = await ownerOf(ctx, row);
      if (owner) return { id: row.id, owner_id: owner };
    }
    return undefined;
  },
  all: (ctx) => workspaceStore.all(ctx),
  memberships: (ctx, userIds) => memberStore.memberships(ctx, userIds),
  members: (ctx, workspaceId) => memberStore.list(ctx, workspaceId),
  async belonging(ctx, workspaceId, userIds) {
    const found = await memberStore.among(ctx, workspaceId, userIds);
    const others = userIds.filter((id) => !found.has(id));
    for (const { id } of others.length ? await ctx.use(accounts).byIds(ctx, others) : [])
      if ((await memberStore.homes(ctx, id)).some((home) => home.workspaceId === workspaceId)) found.add(id);
    return found;
  },
  sizes: (ctx, ids) => memberStore.sizes(ctx, ids),
  guestsInvite: async (ctx, id) => (await workspaceStore.byId(ctx, id))?.guests_invite === 1,
  change: (ctx, id, change) => changeWorkspace(ctx, id, change),
  async bumpEpoch(ctx, workspaceId) {
    await workspaceStore.bumpEpoch(ctx, workspaceId);
    // Open sockets look at their rights when anything happens.
    ctx.afterCommit(() => ctx.app.bus.publish('events', ''));
  },
  epochs: (ctx) => workspaceStore.epochs(ctx),
  ...workspaceJoins,
};

/** One who owns it still, where the one who made it is gone. */
const ownerOf = async (ctx: Ctx, row: WorkspaceRow): Promise<number | undefined> =>
  row.owner_id ?? (await memberStore.owners(ctx, row.id))[0];

const isAdmin = (ctx: Ctx): boolean => ctx.actor.type === 'user' && ctx.actor.isAdmin;

export interface WorkspaceChange {
  name?: string;
  icon?: string;
  archived?: boolean;
  guests_invite?: boolean;
}

export async function changeWorkspace(
  ctx: Ctx,
  id: number,
  { name, icon, archived, guests_invite }: WorkspaceChange,
): Promise<Workspace> {
  if (name !== undefined && !name.trim()) throw invalid(['body', 'name'], 'Field required', 'missing');
  return ctx.tx(async (tx) => {
    await workspaceStore.update(tx, id, {
      ...(name === undefined ? {} : { name: name.trim() }),
      ...(icon === undefined ? {} : { icon }),
      ...(guests_invite === undefined ? {} : { guests_invite: Number(guests_invite) }),
      ...(archived === undefined ? {} : { archived_at: archived ? tx.now() : null }),
    });
    return withRole(tx, id);
  });
}

/** Hides a workspace for 30 days, after which it is purged (contract 5). */
export async function deleteWorkspace(ctx: Ctx, id: number): Promise<void> {
  await ctx.tx(async (tx) => {
    await workspaceStore.update(tx, id, { deleted_at: tx.now() });
    await workspaceStore.bumpEpoch(tx, id);
  });
}

export async function restoreWorkspace(ctx: Ctx, id: number): Promise<Workspace> {
  return ctx.tx(async (tx) => {
    const row = await workspaceStore.byId(tx, id);
    if (!row?.deleted_at) throw new Problem('conflict', 'The workspace is not deleted.');
    await workspaceStore.update(tx, id, { deleted_at: null });
    await workspaceStore.bumpEpoch(tx, id);
    return withRole(tx, id);
  });
}

/** Removes workspaces deleted more than 30 days ago, with all that belongs to them. */
export async function purgeWorkspaces(ctx: Ctx): Promise<void> {
  const before = daysAgo(ctx, KEEP_DAYS);
  for (const id of await workspaceStore.deletedBefore(ctx, before))
    await ctx.tx(async (tx) => void (await workspaceStore.remove(tx, id)));
}
