// Use cases of accounts: create, find, change, and what protects them from being lost.

import type { Knex } from 'knex';
import { settingOf } from '../../core/boot/stored-settings.ts';
import { invalid, notFound, Problem } from '../../core/http/problem.ts';
import { requireRecentAuthentication } from '../../core/http/request-lifecycle.ts';
import { MAX_ID } from '../../core/http/schema-fields.ts';
import { uniqueKey } from '../../core/i18n/text-normalization.ts';
import { isZone } from '../../core/i18n/time-zone.ts';
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import {
  type Accounts,
  accountCreated,
  invitationCheck,
  knownUsers,
  type NewAccount,
  type Provisioning,
  throttle,
  type User,
} from './contract.ts';
import { confirmations } from './email-address-store.ts';
import { askForChange, askNewcomer, asksForProof, dropChange, prove, throwAddressConflict } from './email-addresses.ts';
import { sendAccountNotice } from './notices.ts';
import { hashPassword, leastLength, verifyPassword, weakness } from './passwords/password.ts';
import { actorOf, presentUser } from './present.ts';
import { endAccess } from './sessions/access-end.ts';
import { guardedOf, interruptSignIns } from './sessions/second-factor.ts';
import { loginCounters } from './sessions/throttle.ts';
import { recovery, type UserRow, users } from './store.ts';

/** Any constant of this program serves: under it, only one registration at a time decides who is first. */
export const FIRST_ACCOUNT_LOCK = 7_210_002;

/** How many characters a password of this account needs; of a new one, without its id. */
export async function leastFor(ctx: Ctx, userId?: number): Promise<number> {
  const { app } = ctx;
  const guarded = userId === undefined ? [] : await guardedOf(ctx, [userId]);
  return leastLength(app.settings.PASSWORD_POLICY, guarded.length > 0);
}

async function requireGoodPassword(
  ctx: Ctx,
  password: string,
  { id, ...person }: Pick<UserRow, 'full_name' | 'login' | 'email'> & { id?: number },
  field: string,
): Promise<void> {
  const why = weakness(password, { least: await leastFor(ctx, id), ...person });
  if (why) throw invalid(['body', field], why);
}

export function requireTimezone(name: string): void {
  if (name && !isZone(name)) throw invalid(['body', 'timezone'], 'must be an IANA time zone name', 'value_error', name);
}

/**
 * Writes an account whose password is hashed already, and lets the other plugins join in its transaction. The address of
 * one that the system makes is proved, as is that of whoever sets up a service without mails; others prove theirs.
 */
export async function insertAccount(
  ctx: Ctx,
  person: Omit<NewAccount, 'password'> & { password_hash: string | null },
  options: { isAdmin?: boolean; invitation?: string; home?: boolean; isProved?: boolean } = {},
): Promise<User> {
  return ctx.tx(async (tx) => {
    await tx.dialect.advisoryLock(tx.db as never, FIRST_ACCOUNT_LOCK);
    const first = (await users.count(tx)) === 0;
    const is_admin = first || options.isAdmin ? 1 : 0;
    const id = await users.insert(tx, { ...person, is_admin }).catch(throwAddressConflict);
    const user = presentUser((await users.byId(tx, id)) as UserRow);
    const registered = tx.as(actorOf(user));
    for (const join of tx.app.contributions(accountCreated)) {
      await join(registered, { user, invitation: options.invitation, first, home: options.home ?? true });
    }
    const isProved = options.isProved ?? (tx.actor.type === 'system' || (first && !asksForProof(tx)));
    if (isProved) await prove(tx, id, user.email);
    else await askNewcomer(tx, id);
    return user;
  });
}

async function narrowToKnown(ctx: Ctx, query: Knex.QueryBuilder): Promise<void> {
  for (const only of ctx.app.contributions(knownUsers)) await only(ctx, query);
}

/** Of the people whom the actor may know of, those with these words. */
export const knownPage = (ctx: Ctx, words: string, limit: number, offset: number) =>
  users.page(ctx, (query) => narrowToKnown(ctx, query), words, limit, offset);

const optional = (row: UserRow | undefined): User | undefined => row && presentUser(row);

export const accountService: Omit<Accounts, keyof Provisioning> = {
  async create(ctx, input, options = {}) {
    await requireGoodPassword(ctx, input.password, input, 'password');
    const { password, timezone = '', ...person } = input;
    const account = { ...person, timezone: timezone && isZone(timezone) ? timezone : '' };
    return insertAccount(ctx, { ...account, password_hash: await hashPassword(password) }, options);
  },
  byId: async (ctx, id) => optional(await users.byId(ctx, id)),
  setTimezone: async (ctx, timezone) => void (await changeAccount(ctx, { timezone })),
  byIds: async (ctx, ids) => (await users.byIds(ctx, ids)).map(presentUser),
  async known(ctx, ids) {
    const query = users.query(ctx).whereIn('users.id', ids);
    await narrowToKnown(ctx, query as never);
    return ((await query) as UserRow[]).map(presentUser);
  },
  search: async (ctx, words, limit) => (await knownPage(ctx, words, limit, 0)).items.map(presentUser),
  async byAddress(ctx, email) {
    const row = await users.byEmail(ctx, email);
    return row && row.email_confirmed_at !== null ? presentUser(row) : undefined;
  },
  proved: async (ctx, ids) => new Set(await confirmations.proved(ctx, ids)),
  prove: (ctx, email) => prove(ctx, userOf(ctx).id, email),
  async find(ctx, name) {
    // PostgreSQL takes no number above those of ids.
    if (/^\d+$/.test(name)) return Number(name) > MAX_ID ? undefined : optional(await users.byId(ctx, Number(name)));
    return optional(name.includes('@') ? await users.byEmail(ctx, name) : await users.byLogin(ctx, name));
  },
  async named(ctx, name) {
    const found = await accountService.find(ctx, name);
    if (!found) throw new Problem('not_found', `There is no account ${name}.`);
    return found;
  },
  async actorNamed(ctx, name) {
    const user = await accountService.named(ctx, name);
    if (!user.is_active) throw new Problem('conflict', `The account ${user.login} is deactivated.`);
    return actorOf(user);
  },
};

/** The actor that an account is. */
export { actorOf };

/** Self-service registration, as REGISTRATION allows it (contract 1). */
export async function registerAccount(ctx: Ctx, input: NewAccount & { invitation?: string }): Promise<User> {
  const { invitation, ...account } = input;
  const mode = await settingOf(ctx, 'REGISTRATION');
  if (mode === 'closed') throw new Problem('forbidden', 'Registration is closed here.');
  if (mode === 'invite' && !(await invitedAddress(ctx, invitation)) && (await users.count(ctx)) > 0) {
    throw new Problem('forbidden', 'Registration needs an invitation here.');
  }
  return accountService.create(ctx, account, { invitation });
}

/** The address that an invitation was sent to, if its token is good. */
export async function invitedAddress(ctx: Ctx, token: string | undefined): Promise<string | undefined> {
  if (!token) return undefined;
  for (const check of ctx.app.contributions(invitationCheck)) {
    const address = await check(ctx, token);
    if (address) return address;
  }
  return undefined;
}

export interface AccountChange {
  full_name?: string;
  login?: string;
  email?: string;
  timezone?: string;
  password?: string;
  current_password?: string;
}

/**
 * Changes the caller's own account; email and password need a recent authentication or the right current password.
 * @param field what the request calls the new password
 * @returns with `pending_email`, when the new address waits for its confirmation
 * @throws Problem validation_failed, reauth_required, conflict: in this order
 */
export async function changeAccount(
  ctx: Ctx,
  change: AccountChange,
  field = 'password',
): Promise<User & { pending_email?: string }> {
  const me = userOf(ctx);
  const row = (await users.byId(ctx, me.id)) as UserRow;
  const { password, current_password: current, ...fields } = change;
  const email =
    fields.email !== undefined && uniqueKey(fields.email) !== uniqueKey(row.email) ? fields.email : undefined;
  if (fields.timezone !== undefined) requireTimezone(fields.timezone);
  if (password !== undefined) await requireGoodPassword(ctx, password, { ...row, ...fields }, field);
  if (password !== undefined || email !== undefined || current !== undefined) await requireProof(ctx, row, current);
  const hash = password === undefined ? {} : { password_hash: await hashPassword(password) };
  return ctx.tx(async (tx) => {
    const { email: _, ...others } = fields;
    await users.update(tx, me.id, { ...(email === undefined ? fields : others), ...hash }).catch(throwAddressConflict);
    if (password !== undefined) await endOtherAccess(tx, me.id, me.sessionId);
    if (password !== undefined)
      await sendAccountNotice(tx, row, 'auth.notice.password.subject', 'auth.notice.password.text');
    const waits = email !== undefined && (await moveTo(tx, row, email));
    const user = presentUser((await users.byId(tx, me.id)) as UserRow);
    return waits ? { ...user, pending_email: email } : user;
  });
}

/** Another address for the account: asked for where mails can ask, written down where they cannot. @returns whether it waits */
async function moveTo(tx: Ctx, row: UserRow, email: string): Promise<boolean> {
  if (asksForProof(tx)) {
    await askForChange(tx, row, email);
    return true;
  }
  await users.update(tx, row.id, { email, email_confirmed_at: null }).catch(throwAddressConflict);
  // A link that lies in the old mailbox must not open the account any more.
  await recovery.spend(tx, row.id);
  await sendAccountNotice(tx, row, 'auth.notice.email.subject', 'auth.notice.email.text', { email });
  return false;
}

/** A right current password counts as proof, a wrong one never does; without one the session must be fresh. */
async function requireProof(ctx: Ctx, row: UserRow, current: string | undefined): Promise<void> {
  if (current === undefined) return requireRecentAuthentication(ctx);
  if (ctx.actor.type === 'user' && !ctx.actor.sessionId) return requireRecentAuthentication(ctx);
  const giveBack = await ctx.use(throttle).take(ctx, loginCounters(ctx, `user-${row.id}`));
  if (!(await verifyPassword(current, row.password_hash))) {
    throw new Problem('reauth_required', 'The current password is wrong.');
  }
  await giveBack();
}

/** For what needs a fresh proof: the caller's password, or a recent sign-in. @throws Problem reauth_required */
export async function proveOneself(ctx: Ctx, current: string | undefined): Promise<void> {
  await requireProof(ctx, (await users.byId(ctx, userOf(ctx).id)) as UserRow, current);
}

/** After a new password, other browsers are signed out, and open recovery links and changes of address are void. */
export async function endOtherAccess(ctx: Ctx, userId: number, keepSession?: string): Promise<void> {
  await endAccess(ctx, userId, keepSession);
  await recovery.spend(ctx, userId);
  await dropChange(ctx, userId);
  await interruptSignIns(ctx, userId);
}

/** Sets a password from outside the account (recovery link, command line); `check` runs in the same transaction. */
export async function setPassword(
  ctx: Ctx,
  userId: number,
  password: string,
  check: (tx: Ctx) => Promise<void> = async () => {},
): Promise<void> {
  const row = await users.byId(ctx, userId);
  if (!row) throw notFound();
  await requireGoodPassword(ctx, password, row, 'password');
  const password_hash = await hashPassword(password);
  await ctx.tx(async (tx) => {
    await check(tx);
    await users.update(tx, userId, { password_hash });
    await endOtherAccess(tx, userId);
    await sendAccountNotice(tx, row, 'auth.notice.password.subject', 'auth.notice.reset.text');
  });
}
