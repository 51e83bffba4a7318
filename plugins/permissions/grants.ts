// Use cases of grants on a page: give, take back, and change its type. Nobody gives or takes more than they have.
import { atLeast, type PermissionType, type Subject } from '../../core/access/access-control.ts';
import { invalid, notFound, Problem } from '../../core/http/problem.ts';
import type { Role } from '../../core/http/route.ts';
import { uniqueKey } from '../../core/i18n/text-normalization.ts';
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import { accounts, actorOf, type User } from '../auth/contract.ts';
import { databases } from '../databases/contract.ts';
import { type Page, pages } from '../pages/contract.ts';
import { type PermissionChange, recordPermissionChange } from './audit.ts';
import { publications } from './contract.ts';
import { groupStore } from './groups/group-store.ts';
import { leaveProperties } from './properties/property-audit.ts';
import { propertyGrantStore } from './properties/property-store.ts';
import { dropRules } from './row-rules/row-rules.ts';
import {
  type Grantee,
  type GrantRow,
  grantStore,
  type NamedGrant,
  requestStore,
  type UnprovedAddress,
} from './store.ts';

/** How a role is given: to an address that waits, and whether somebody who had one is told again. */
interface Giving {
  waiting?: UnprovedAddress;
  send?: boolean;
}

const nobody: UnprovedAddress = { email: null, email_key: null, token_hash: null };

/** All that were given on the page itself, with names. */
export const grantsOn = (ctx: Ctx, pageId: number): Promise<NamedGrant[]> => grantStore.listed(ctx, [pageId]);

/** @throws Problem not_found */
export async function subjectOfPage(ctx: Ctx, id: number): Promise<Subject> {
  const subject = (await ctx.use(pages).subjects(ctx, [id])).get(id);
  if (!subject) throw notFound();
  return subject;
}

/** For records of a page that are about nobody in particular. */
export const nobodyNamed = { user_id: null, group_id: null, email: null };

const above = (): Problem => new Problem('forbidden', 'This role is above your own on this page.');

/** With what whoever made the page decides on it: as its owners do, while they may edit it. */
export const standingOn = async (ctx: Ctx, subject: Subject): Promise<Role | null> =>
  (await ctx.app.resource('page-rights').role?.(ctx, subject)) ?? null;

/** @throws Problem forbidden when the role is above the actor's, as it is now */
export async function requireCeiling(tx: Ctx, pageId: number, ...wanted: (Role | null)[]): Promise<void> {
  const mine = await standingOn(tx, await subjectOfPage(tx, pageId));
  if (wanted.some((role) => role !== null && !atLeast(mine, role))) throw above();
}

/** Of whoever made the page, if this is them: what was given to them does not say how they stand. */
export async function roleOfMaker(tx: Ctx, { id, created_by }: Page, userId: number | null): Promise<Role | null> {
  const maker = userId !== null && userId === created_by ? await tx.use(accounts).byId(tx, userId) : undefined;
  return maker?.is_active ? standingOn(tx.as(actorOf(maker)), await subjectOfPage(tx, id)) : null;
}

async function roleOfUser(tx: Ctx, pageId: number, userId: number): Promise<Role | null> {
  const person = await tx.use(accounts).byId(tx, userId);
  if (!person?.is_active) throw notFound();
  return standingOn(tx.as(actorOf(person)), await subjectOfPage(tx, pageId));
}

/** How people stand on a page, in their order. */
export async function rolesOfPeople(ctx: Ctx, pageId: number, people: User[]): Promise<(Role | null)[]> {
  const subject = await subjectOfPage(ctx, pageId);
  return Promise.all(people.map((one) => standingOn(ctx.as(actorOf(one)), subject)));
}

async function requireGroup(tx: Ctx, page: Page, groupId: number): Promise<void> {
  const group = await groupStore.byId(tx, groupId);
  if (group?.workspace_id !== page.workspace_id)
    throw invalid(['body', 'group_id'], 'belongs to another workspace', 'value_error', groupId);
  if (page.permission_type === 'private')
    throw new Problem('conflict', 'The page is private: it is open to people, not to groups.');
}

/** Why somebody keeps the role they have on a page, whatever a group there is given. */
const LASTING = new Set(['administrator', 'workspace_owner', 'rule']);

/** A group may have people in it who stand above the actor, and whom its role would lower. @throws Problem forbidden */
async function requireNoneAbove(tx: Ctx, page: Page, groupId: number): Promise<void> {
  const subject = await subjectOfPage(tx, page.id);
  const mine = await standingOn(tx, subject);
  if (mine === 'owner') return;
  const ids = (await groupStore.members(tx, groupId)).map(({ user_id }) => user_id);
  for (const person of await tx.use(accounts).byIds(tx, ids)) {
    if (!person.is_active) continue;
    const { because, nodeId } = await tx.app.access.explain(tx, actorOf(person), subject);
    const role = await standingOn(tx.as(actorOf(person)), subject);
    const isKept = LASTING.has(because) || (because === 'user_grant' && nodeId === page.id);
    if (role && !isKept && !atLeast(mine, role)) throw above();
  }
}

/** Nobody gives more than they have, nor lowers who stands above them. */
async function requireMay(tx: Ctx, page: Page, grantee: Grantee, role: Role): Promise<void> {
  if (grantee.email && role === 'owner')
    throw invalid(['body', 'role'], 'must be one of viewer, commenter, editor', 'literal_error');
  if (grantee.group_id) {
    await requireGroup(tx, page, grantee.group_id);
    await requireNoneAbove(tx, page, grantee.group_id);
  }
  const before = await grantStore.find(tx, page.id, grantee);
  const now = grantee.user_id ? await roleOfUser(tx, page.id, grantee.user_id) : null;
  const maker = await roleOfMaker(tx, page, grantee.user_id ?? null);
  await requireCeiling(tx, page.id, role, before?.role ?? null, before ? maker : now);
}

/**
 * Gives a role on a page, or another one to who has one.
 * @throws Problem forbidden, not_found, conflict, validation_failed
 */
export async function grant(
  ctx: Ctx,
  pageId: number,
  grantee: Grantee,
  role: Role,
  options: Giving = {},
): Promise<GrantRow> {
  return ctx.tx(async (tx) => {
    let made: GrantRow | undefined;
    await tx.use(pages).changeRights(tx, pageId, async (held, page) => {
      await requireMay(held, page, grantee, role);
      made = await write(held, page, grantee, role, options);
      return undefined;
    });
    return made as GrantRow;
  });
}

/** Writes the grant, its record and its event, in the transaction of `changeRights`. */
async function write(
  tx: Ctx,
  page: Page,
  grantee: Grantee,
  role: Role,
  { waiting = nobody, send = false }: Giving = {},
): Promise<GrantRow> {
  const { user_id = null, group_id = null } = grantee;
  const before = await grantStore.find(tx, page.id, grantee);
  const grantedBy = tx.actor.type === 'user' ? tx.actor.id : null;
  const row = before
    ? await grantStore.change(tx, before.id, { role, granted_by: grantedBy, ...(waiting.token_hash ? waiting : {}) })
    : await grantStore.insert(tx, {
        ...waiting,
        page_id: page.id,
        user_id,
        group_id,
        role,
        grant_type: group_id === null ? 'explicit' : 'group',
        granted_by: grantedBy,
        created_at: tx.now(),
      });
  const isSame = before?.role === role;
  if (isSame && !send) return row;
  if (user_id) await requestStore.settle(tx, page.id, user_id);
  if (!isSame)
    await recordPermissionChange(tx, {
      ...(await about(tx, page, row)),
      action: 'grant',
      before: before?.role,
      after: role,
    });
  const silent = before !== undefined && !send;
  await tx.use(pages).emit(tx, 'page.shared', page.id, { data: { grant_id: row.id, user_id, group_id, role, silent } });
  return row;
}

/** Rights on a database are those on its page, and are written down as what they are. */
export async function about(
  tx: Ctx,
  page: Page,
  { user_id, group_id, email }: Pick<GrantRow, 'user_id' | 'group_id' | 'email'>,
) {
  const collection = page.kind === 'collection' ? await tx.use(databases).ofPage(tx, page.id) : undefined;
  const resource: PermissionChange['resource'] = collection ? ['collection', collection.id] : ['page', page.id];
  const name = email ?? (group_id === null ? undefined : (await groupStore.byId(tx, group_id))?.name);
  return { workspaceId: page.workspace_id, resource, userId: user_id, groupId: group_id, name };
}

/** Another role for whoever has this grant, waiting addresses too. @throws Problem not_found, forbidden, conflict */
export async function changeGrant(ctx: Ctx, pageId: number, grantId: number, role: Role): Promise<void> {
  const row = await grantStore.byId(ctx, grantId);
  if (row?.page_id !== pageId) throw notFound();
  const { user_id, group_id, email } = row;
  const grantee = user_id !== null ? { user_id } : group_id !== null ? { group_id } : { email: uniqueKey(email ?? '') };
  await grant(ctx, pageId, grantee, role);
}

/** @throws Problem not_found, forbidden */
export async function revoke(ctx: Ctx, pageId: number, grantId: number): Promise<void> {
  await ctx.tx((tx) =>
    tx.use(pages).changeRights(tx, pageId, async (held, page) => {
      const row = await grantStore.byId(held, grantId);
      if (row?.page_id !== pageId) throw notFound();
      await requireCeiling(held, pageId, row.role, await roleOfMaker(held, page, row.user_id));
      await revokeGrant(held, page, row);
      return undefined;
    }),
  );
}

export async function revokeGrant(tx: Ctx, page: Page, row: GrantRow): Promise<void> {
  await grantStore.remove(tx, [row.id]);
  await recordPermissionChange(tx, { ...(await about(tx, page, row)), action: 'revoke', before: row.role });
}

/** Takes back what was given on several pages, in the transaction of whatever ended the reason for it. */
export async function dropAll(tx: Ctx, rows: GrantRow[]): Promise<void> {
  for (const [pageId, given] of Map.groupBy(rows, ({ page_id }) => page_id))
    await tx.use(pages).changeRights(tx, pageId, async (held, page) => {
      for (const row of given) await revokeGrant(held, page, row);
      return undefined;
    });
}

/** What everybody goes on reading when a page closes, unless that is ended: the page, and others below it. */
export async function publishedWith(ctx: Ctx, pageId: number): Promise<{ id: number; title: string }[]> {
  const asked = ctx.app.contributions(publications).map(({ openWith }) => openWith(ctx, pageId));
  return (await Promise.all(asked)).flat();
}

/** @throws Problem published, while nobody has said whether what closes with a page stays open to everybody */
async function settlePublication(tx: Ctx, pageId: number, keepPublished: boolean | undefined): Promise<void> {
  for (const { openWith, end } of tx.app.contributions(publications)) {
    for (const { id } of await openWith(tx, pageId)) {
      if (keepPublished === undefined)
        throw new Problem(
          'published',
          'The page, or one below it, is published: set keep_published to say whether it stays published.',
        );
      if (!keepPublished) await end(tx, id);
    }
  }
}

/**
 * Changes who a page is open to and leaves the caller an owner of it; what is private is open to people alone.
 * @throws Problem published, as `settlePublication`
 */
export async function setType(ctx: Ctx, pageId: number, type: PermissionType, keepPublished?: boolean): Promise<Page> {
  return ctx.tx((tx) =>
    tx.use(pages).changeRights(tx, pageId, async (held, page) => {
      if (type === page.permission_type) return undefined;
      if (type !== 'inherit') await settlePublication(held, pageId, keepPublished);
      const groups = type === 'private' ? await grantStore.ofGroups(held, [pageId]) : [];
      for (const row of groups) await revokeGrant(held, page, row);
      if (type === 'private' && page.kind === 'collection') await dropRules(held, pageId);
      const types = { before: page.permission_type, after: type };
      await recordPermissionChange(held, {
        ...(await about(held, page, nobodyNamed)),
        action: 'type_change',
        ...types,
      });
      if (held.actor.type === 'user') await write(held, page, { user_id: userOf(held).id }, 'owner');
      return type;
    }),
  );
}

/** Groups stay in their workspace when pages leave it. */
export async function leaveGroups(tx: Ctx, pageIds: number[]): Promise<void> {
  await dropAll(tx, await grantStore.ofGroups(tx, pageIds));
  for (const row of await propertyGrantStore.ofGroupsOn(tx, pageIds)) {
    const group = await groupStore.byId(tx, row.group_id as number);
    await leaveProperties(tx, group?.workspace_id as number, [row]);
  }
}
