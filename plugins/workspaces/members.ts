// Use cases of membership: invite by mail, join, change roles, leave; a workspace never loses its last owner.

import { hashSecret, randomSecret } from '../../core/boot/secrets.ts';
import { waitingLink } from '../../core/events/mail.ts';
import { invalid, notFound, Problem } from '../../core/http/problem.ts';
import type { Role } from '../../core/http/route.ts';
import { email } from '../../core/http/schema-fields.ts';
import { inDays } from '../../core/i18n/calendar-date.ts';
import { uniqueKey } from '../../core/i18n/text-normalization.ts';
import { actorId, type Ctx, userOf } from '../../core/kernel/context.ts';
import { accounts, invitationCheck, type Registration, throttle, type User } from '../auth/contract.ts';
import { type MemberSource, memberLeaving, type Workspaces } from './contract.ts';
import { workspaceService } from './service.ts';
import { type InvitationRow, invitationStore, memberStore, workspaceStore } from './store.ts';

const INVITATION_DAYS = 14;
const INVITED_AT_ONCE = 50;
const emailShape = email();

export const presentInvitation = ({ id, email, role, created_at }: InvitationRow) => ({ id, email, role, created_at });

export type InvitationOutcome =
  | { member: { user_id: number; role: Role } }
  | { invitation: ReturnType<typeof presentInvitation> };

/** An account that has proved the address joins at once and is told; anybody else gets a link that is good for 14 days. */
export async function invite(ctx: Ctx, workspaceId: number, email: string, role: Role): Promise<InvitationOutcome> {
  const t = ctx.app.messages.in(ctx.locale);
  await ctx.use(throttle).take(ctx, [{ key: `invite:user:${actorId(ctx) ?? 0}`, limit: 100, seconds: 3600 }]);
  const known = await ctx.use(accounts).byAddress(ctx, email);
  return ctx.tx(async (tx) => {
    await lockMembers(tx, workspaceId);
    await requireStillOwner(tx, workspaceId);
    const workspace = await workspaceStore.byId(tx, workspaceId);
    if (!workspace) throw notFound();
    if (known) return { member: await join(tx, workspaceId, known, role, workspace.name) };
    const secret = randomSecret();
    const row = await invitationStore.upsert(tx, {
      workspace_id: workspaceId,
      email,
      role,
      token_hash: hashSecret(secret),
      invited_by: actorId(tx),
      expires_at: inDays(tx, INVITATION_DAYS),
    });
    await tx.app.mail.send(tx, {
      to: { address: email, name: '' },
      subject: t('workspaces.mail.invited.subject', { workspace: workspace.name }),
      template: 'invitation',
      values: { workspace: workspace.name, by: inviter(tx), link: `${tx.app.baseUrl}/invite/${secret}` },
    });
    return { invitation: presentInvitation(row) };
  });
}

/** Invites many at once, members left out. @throws Problem validation_failed naming the first address that is none */
export async function inviteAll(ctx: Ctx, workspaceId: number, text: string, role: Role): Promise<InvitationOutcome[]> {
  const addresses = [...new Map(text.split(/[\s,;]+/).map((one) => [uniqueKey(one), one])).values()].filter(Boolean);
  if (!addresses.length) throw invalid(['body', 'emails'], 'Field required', 'missing');
  if (addresses.length > INVITED_AT_ONCE)
    throw invalid(['body', 'emails'], 'must have at most 50 addresses', 'too_long');
  const wrong = addresses.find((one) => emailShape.validate(one).error);
  if (wrong) throw invalid(['body', 'emails'], `holds “${wrong.slice(0, 100)}”, which is not a complete email address`);
  const made: InvitationOutcome[] = [];
  for (const address of addresses) {
    const isMember = addresses.length > 1 && (await isMemberAlready(ctx, workspaceId, address));
    if (!isMember) made.push(await invite(ctx, workspaceId, address, role));
  }
  return made;
}

async function isMemberAlready(ctx: Ctx, workspaceId: number, address: string): Promise<boolean> {
  const known = await ctx.use(accounts).byAddress(ctx, address);
  return Boolean(known && (await memberStore.role(ctx, known.id, workspaceId)));
}

/** A new link to the same address; the old one stops working. @throws Problem not_found */
export async function resendInvitation(ctx: Ctx, workspaceId: number, id: number): Promise<InvitationOutcome> {
  const row = await invitationStore.byId(ctx, id);
  if (row?.workspace_id !== workspaceId) throw notFound();
  return invite(ctx, workspaceId, row.email, row.role);
}

/** The link of an invitation whose mail did not get out; it is a secret of administrators. */
export async function invitationLink(ctx: Ctx, { id, email }: { id: number; email: string }): Promise<string> {
  const hash = await invitationStore.hashOf(ctx, id);
  return hash ? waitingLink(ctx, email, 'invite', hash) : '';
}

const inviter = (ctx: Ctx): string =>
  ctx.actor.type === 'user' ? ctx.actor.fullName : ctx.app.messages.text(ctx.locale, 'workspaces.mail.administrator');

async function join(
  ctx: Ctx,
  workspaceId: number,
  user: User,
  role: Role,
  name: string,
): Promise<{ user_id: number; role: Role }> {
  const current = await memberStore.role(ctx, user.id, workspaceId);
  if (current) throw new Problem('conflict', 'This person is a member already.');
  await add(ctx, workspaceId, user.id, role);
  await ctx.app.mail.send(ctx, {
    to: { address: user.email, name: user.full_name },
    subject: ctx.app.messages.text(ctx.locale, 'workspaces.mail.added.subject', { workspace: name }),
    template: 'added',
    values: { workspace: name, by: inviter(ctx), link: `${ctx.app.baseUrl}/workspaces` },
  });
  return { user_id: user.id, role };
}

async function add(
  ctx: Ctx,
  workspaceId: number,
  userId: number,
  role: Role,
  source: MemberSource = 'manual',
): Promise<void> {
  await memberStore.add(ctx, workspaceId, userId, role, source);
  await workspaceStore.bumpEpoch(ctx, workspaceId);
  await ctx.emit({ type: 'member.added', data: { id: userId, role }, workspace_id: workspaceId });
}

/** @throws Problem conflict when the workspace would have no active owner left */
async function keepAnOwner(ctx: Ctx, workspaceId: number, leaving: number): Promise<void> {
  const owners = await memberStore.owners(ctx, workspaceId);
  const others = owners.filter((id) => id !== leaving);
  if (owners.includes(leaving) && !others.length)
    throw new Problem('conflict', 'The last owner of a workspace cannot leave or step down.');
  const row = await workspaceStore.byId(ctx, workspaceId);
  if (row?.owner_id === leaving && others[0]) await workspaceStore.update(ctx, workspaceId, { owner_id: others[0] });
}

export async function changeRole(
  ctx: Ctx,
  workspaceId: number,
  userId: number,
  role: Role,
): Promise<{ user_id: number; role: Role }> {
  return ctx.tx(async (tx) => {
    await lockMembers(tx, workspaceId);
    await requireStillOwner(tx, workspaceId);
    if (!(await memberStore.role(tx, userId, workspaceId))) throw notFound();
    if (role !== 'owner') await keepAnOwner(tx, workspaceId, userId);
    await memberStore.setRole(tx, workspaceId, userId, role);
    await workspaceStore.bumpEpoch(tx, workspaceId);
    return { user_id: userId, role };
  });
}

/** Makes a member the owner and the caller an editor. @throws Problem not_found, forbidden unless the caller is an owner */
export async function handOver(ctx: Ctx, workspaceId: number, userId: number): Promise<void> {
  const me = userOf(ctx).id;
  await ctx.tx(async (tx) => {
    await lockMembers(tx, workspaceId);
    if ((await memberStore.role(tx, me, workspaceId)) !== 'owner') throw noLongerOwner();
    const [person] = await tx.use(accounts).byIds(tx, [userId]);
    if (userId === me || !person?.is_active || !(await memberStore.role(tx, userId, workspaceId))) throw notFound();
    await memberStore.setRole(tx, workspaceId, userId, 'owner');
    await memberStore.setRole(tx, workspaceId, me, 'editor');
    await workspaceStore.update(tx, workspaceId, { owner_id: userId });
    await workspaceStore.bumpEpoch(tx, workspaceId);
  });
}

/** Roles as groups of a provider give them, with the guards of people's changes; see the contract. */
export const assign: Workspaces['assign'] = (ctx, workspaceId, userId, role, { source, onlyTold }) =>
  ctx.tx(async (tx) => {
    await lockMembers(tx, workspaceId);
    const workspace = await workspaceStore.byId(tx, workspaceId);
    if (!workspace || workspace.deleted_at) return 'workspace_gone';
    const before = await memberStore.membership(tx, workspaceId, userId);
    if ((before?.role ?? null) === role && (role === null || before?.source === source)) return 'unchanged';
    if (before?.role === 'owner' && role !== 'owner' && (await isLastOwner(tx, workspaceId, userId)))
      return 'last_owner';
    if (onlyTold) return 'changed';
    if (before && role !== 'owner') await keepAnOwner(tx, workspaceId, userId);
    if (role === null) await drop(tx, workspaceId, userId);
    else if (before) {
      await memberStore.setRole(tx, workspaceId, userId, role, source);
      await workspaceStore.bumpEpoch(tx, workspaceId);
    } else await add(tx, workspaceId, userId, role, source);
    return 'changed';
  });

async function isLastOwner(ctx: Ctx, workspaceId: number, userId: number): Promise<boolean> {
  const owners = await memberStore.owners(ctx, workspaceId);
  return !owners.some((id) => id !== userId);
}

/** Owners remove members; everybody may remove themselves. */
export async function removeMember(ctx: Ctx, workspaceId: number, userId: number): Promise<void> {
  await ctx.tx(async (tx) => {
    await lockMembers(tx, workspaceId);
    if (actorId(tx) !== userId) await requireStillOwner(tx, workspaceId);
    if (!(await memberStore.role(tx, userId, workspaceId))) throw notFound();
    await keepAnOwner(tx, workspaceId, userId);
    await drop(tx, workspaceId, userId);
  });
}

async function drop(tx: Ctx, workspaceId: number, userId: number): Promise<void> {
  for (const join of tx.app.contributions(memberLeaving)) await join(tx, workspaceId, userId);
  await memberStore.remove(tx, workspaceId, userId);
  await workspaceStore.bumpEpoch(tx, workspaceId);
  await tx.emit({ type: 'member.removed', data: { id: userId }, workspace_id: workspaceId });
}

const noLongerOwner = (): Problem => new Problem('forbidden', 'Only owners of the workspace may do this.');

/** Whoever was made less than an owner while this waited for the lock must not decide any more. */
async function requireStillOwner(tx: Ctx, workspaceId: number): Promise<void> {
  const { actor } = tx;
  if (actor.type !== 'user' || actor.isAdmin) return;
  if ((await memberStore.role(tx, actor.id, workspaceId)) !== 'owner') throw noLongerOwner();
}

/** Two owners leaving at the same moment must not both see the other one stay. */
const lockMembers = (ctx: Ctx, workspaceId: number): Promise<void> =>
  ctx.dialect.advisoryLock(ctx.db as never, 8_000_000 + workspaceId);

/** Somebody who alone looks after a workspace of others cannot be deactivated. @throws Problem conflict */
export async function requireOtherOwners(ctx: Ctx, userId: number): Promise<void> {
  for (const { id, name } of await workspaceStore.sharedOwnedBy(ctx, userId)) {
    await lockMembers(ctx, id);
    const owners = await memberStore.owners(ctx, id);
    if (owners.length === 1 && owners[0] === userId)
      throw new Problem('conflict', `This person is the only owner of ${name}. Make somebody else owner first.`);
  }
}

export const listInvitations = async (ctx: Ctx, workspaceId: number) =>
  (await invitationStore.list(ctx, workspaceId)).map(presentInvitation);

export async function withdrawInvitation(ctx: Ctx, workspaceId: number, id: number): Promise<void> {
  await ctx.tx(async (tx) => {
    const row = await invitationStore.byId(tx, id);
    if (row?.workspace_id !== workspaceId) throw notFound();
    await invitationStore.remove(tx, id);
  });
}

export const findInvitation = (ctx: Ctx, token: string) => invitationStore.usable(ctx, hashSecret(token));

/** Accepts the invitation of a link. @throws Problem not_found, conflict for another address */
export async function acceptInvitation(ctx: Ctx, token: string): Promise<number> {
  const me = userOf(ctx);
  return ctx.tx(async (tx) => {
    const row = await findInvitation(tx, token);
    if (!row) throw notFound();
    if (row.email_key !== uniqueKey(me.email))
      throw new Problem('conflict', `The invitation is for ${row.email}; use that address.`);
    await tx.use(accounts).prove(tx, row.email);
    await take(tx, row, me.id);
    return row.workspace_id;
  });
}

async function take(tx: Ctx, { id, workspace_id, role }: InvitationRow, userId: number): Promise<void> {
  await invitationStore.remove(tx, id);
  if (!(await memberStore.role(tx, userId, workspace_id))) await add(tx, workspace_id, userId, role);
}

/** Who has proved an address joins what it was invited to. */
export async function takeInvitations(tx: Ctx, user: User): Promise<void> {
  for (const row of await invitationStore.openTo(tx, uniqueKey(user.email))) await take(tx, row, user.id);
}

/** A new account accepts the invitation it came by, or gets a workspace of its own where it is to have one. */
export async function welcome(ctx: Ctx, { user, invitation, home }: Registration): Promise<void> {
  if (invitation && (await findInvitation(ctx, invitation))) await acceptInvitation(ctx, invitation);
  else if (invitation && !(await isGoodElsewhere(ctx, invitation)))
    throw new Problem('conflict', 'The invitation has expired or was withdrawn. Ask for a new one.');
  else if (home) {
    const name = ctx.app.messages.text(ctx.locale, 'workspaces.name.of', { name: user.full_name || user.login });
    await workspaceService.create(ctx, { name });
  }
}

/** Links that invite to something else, e.g. a shared page; who comes by one gets a workspace of their own. */
async function isGoodElsewhere(ctx: Ctx, token: string): Promise<boolean> {
  const found = await Promise.all(ctx.app.contributions(invitationCheck).map((check) => check(ctx, token)));
  return found.some(Boolean);
}
