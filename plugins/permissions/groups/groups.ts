// Use cases of groups: people of a workspace under one name, so that pages are opened to all of them at once.

import Joi from 'joi';
import type { ListPage } from '../../../core/http/pagination.ts';
import { invalid, notFound, Problem } from '../../../core/http/problem.ts';
import { name } from '../../../core/http/schema-fields.ts';
import { uniqueKey } from '../../../core/i18n/text-normalization.ts';
import { actorId, type Ctx } from '../../../core/kernel/context.ts';
import { pages } from '../../pages/contract.ts';
import { workspaces } from '../../workspaces/contract.ts';
import { type PermissionChange, recordPermissionChange } from '../audit.ts';
import { dropAll } from '../grants.ts';
import { groupPolicies } from '../policies.ts';
import { leaveProperties } from '../properties/property-audit.ts';
import { propertyGrantStore } from '../properties/property-store.ts';
import { grantStore } from '../store.ts';
import { type GroupMemberRow, type GroupRow, groupStore } from './group-store.ts';

/** What makes a group, whether a request brings it or the command line. */
export const groupFields = { name: name(100), description: Joi.string().allow('').max(1000) };
export const groupBody = Joi.object({ ...groupFields, name: groupFields.name.required() });

/** How many are added by one press. */
export const MEMBERS_AT_ONCE = 500;

export interface GroupInput {
  name?: string;
  description?: string;
}

const taken = (): Problem => new Problem('conflict', 'The workspace has a group of this name already.');

const note = (tx: Ctx, group: GroupRow, action: PermissionChange['action'], userId?: number): Promise<void> =>
  recordPermissionChange(tx, {
    ...{ workspaceId: group.workspace_id, resource: ['group', group.id] },
    ...{ action, userId, groupId: group.id, name: group.name },
  });

/** Holds what groups depend on; whoever lost the right meanwhile is refused. @throws Problem not_found, forbidden */
async function hold(tx: Ctx, workspaceId: number): Promise<void> {
  await tx.use(pages).lockTree(tx, workspaceId);
  await tx.app.access.require(tx, groupPolicies.create, workspaceId);
}

/** Runs inside one transaction with the group as it is then. */
async function onGroup<T>(ctx: Ctx, { id, workspace_id }: GroupRow, work: (tx: Ctx, group: GroupRow) => Promise<T>) {
  return ctx.tx(async (tx) => {
    await hold(tx, workspace_id);
    const group = await groupStore.byId(tx, id);
    if (!group) throw notFound();
    return work(tx, group);
  });
}

/** Of the actor's workspaces, or of one of them, by name. */
export async function listGroups(ctx: Ctx, workspaceId?: number): Promise<GroupRow[]> {
  if (workspaceId !== undefined) return groupStore.listed(ctx, [workspaceId]);
  const mine = await ctx.use(workspaces).mine(ctx);
  return groupStore.listed(
    ctx,
    mine.map(({ id }) => id),
  );
}

/** @throws Problem conflict when the workspace has one of this name, whatever its case; as `addToGroup` */
export async function createGroup(
  ctx: Ctx,
  workspaceId: number,
  { name, description = '' }: GroupInput & { name: string },
  userIds: number[] = [],
): Promise<GroupRow> {
  return ctx.tx(async (tx) => {
    await hold(tx, workspaceId);
    if (await groupStore.byKey(tx, workspaceId, uniqueKey(name))) throw taken();
    const row = { workspace_id: workspaceId, name: name.trim(), name_key: uniqueKey(name), description };
    const group = await groupStore.insert(tx, { ...row, created_by: actorId(tx), created_at: tx.now() });
    await note(tx, group, 'group_create');
    await join(tx, group, userIds);
    return group;
  });
}

/** @throws Problem conflict, not_found */
export async function changeGroup(ctx: Ctx, group: GroupRow, { name, description }: GroupInput): Promise<GroupRow> {
  return onGroup(ctx, group, async (tx, held) => {
    const other = name === undefined ? undefined : await groupStore.byKey(tx, held.workspace_id, uniqueKey(name));
    if (other && other.id !== held.id) throw taken();
    if (name === undefined && description === undefined) return held;
    return groupStore.change(tx, held.id, {
      ...(name === undefined ? {} : { name: name.trim(), name_key: uniqueKey(name) }),
      ...(description === undefined ? {} : { description }),
    });
  });
}

/** What the group could see it sees no more. @throws Problem not_found */
export async function removeGroup(ctx: Ctx, group: GroupRow): Promise<void> {
  await onGroup(ctx, group, async (tx, held) => {
    await dropAll(tx, await grantStore.ofGroup(tx, held.id));
    await leaveProperties(tx, held.workspace_id, await propertyGrantStore.ofGroup(tx, held.id));
    await groupStore.remove(tx, held.id);
    await tx.use(workspaces).bumpEpoch(tx, held.workspace_id);
    await note(tx, held, 'group_delete');
  });
}

/** @throws Problem validation_failed for people outside the workspace */
async function join(tx: Ctx, group: GroupRow, userIds: number[]): Promise<void> {
  if (!userIds.length) return;
  const members = new Set((await tx.use(workspaces).members(tx, group.workspace_id)).map(({ user_id }) => user_id));
  const stranger = userIds.find((one) => !members.has(one));
  if (stranger !== undefined)
    throw invalid(['body', 'user_id'], 'must be a member of the workspace', 'value_error', stranger);
  for (const userId of userIds) {
    await groupStore.add(tx, group.id, userId);
    await note(tx, group, 'member_add', userId);
  }
  await tx.use(workspaces).bumpEpoch(tx, group.workspace_id);
}

/** @throws Problem validation_failed for people outside the workspace, conflict for who is in it already */
export async function addToGroup(ctx: Ctx, group: GroupRow, userId: number): Promise<GroupMemberRow> {
  return onGroup(ctx, group, async (tx, held) => {
    if (await groupStore.isMember(tx, held.id, userId))
      throw new Problem('conflict', 'This person is in the group already.');
    await join(tx, held, [userId]);
    const made = (await groupStore.members(tx, held.id)).find(({ user_id }) => user_id === userId);
    return made as GroupMemberRow;
  });
}

/** Several at once or nobody; who is in it already stays. @throws Problem validation_failed for people outside the workspace */
export async function addAllToGroup(ctx: Ctx, group: GroupRow, userIds: number[]): Promise<void> {
  await onGroup(ctx, group, async (tx, held) => {
    const inside = new Set((await groupStore.members(tx, held.id)).map(({ user_id }) => user_id));
    await join(
      tx,
      held,
      userIds.filter((one) => !inside.has(one)),
    );
  });
}

/** @throws Problem not_found */
export async function dropFromGroup(ctx: Ctx, group: GroupRow, userId: number): Promise<void> {
  await onGroup(ctx, group, (tx, held) => leave(tx, held, userId));
}

async function leave(tx: Ctx, group: GroupRow, userId: number): Promise<void> {
  if (!(await groupStore.isMember(tx, group.id, userId))) throw notFound();
  await groupStore.drop(tx, group.id, userId);
  await tx.use(workspaces).bumpEpoch(tx, group.workspace_id);
  await note(tx, group, 'member_remove', userId);
}

/** Whoever leaves a workspace leaves its groups and all that was opened to them in it. */
export async function leaveWorkspace(tx: Ctx, workspaceId: number, userId: number): Promise<void> {
  await tx.use(pages).lockTree(tx, workspaceId);
  for (const id of await groupStore.ofMember(tx, workspaceId, userId))
    await leave(tx, (await groupStore.byId(tx, id)) as GroupRow, userId);
  await dropAll(tx, await grantStore.inWorkspace(tx, userId, workspaceId));
  await leaveProperties(tx, workspaceId, await propertyGrantStore.inWorkspace(tx, userId, workspaceId));
}

/** Lists are short and read whole; a page of them is cut here. */
export const cut = <T>(all: T[], limit: number, offset: number): ListPage<T> => ({
  items: all.slice(offset, offset + limit),
  total: all.length,
});
