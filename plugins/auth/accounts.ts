// Use cases of accounts: create, find, change, and what protects them from being lost.

import { actorId, type Ctx, userOf } from '../../core/context.ts';
import { isUniqueViolation } from '../../core/dialect.ts';
import { requireRecentAuthentication } from '../../core/lifecycle.ts';
import { invalid, notFound, Problem } from '../../core/problem.ts';
import { uniqueKey } from '../../core/text.ts';
import {
  type Accounts,
  accountCreated,
  invitationCheck,
  knownUsers,
  type NewAccount,
  throttle,
  type User,
} from './contract.ts';
import { hashPassword, verifyPassword, weakness } from './password.ts';
import { presentUser } from './present.ts';
import { recovery, sessions, type UserRow, users } from './store.ts';
import { loginCounters } from './throttle.ts';

/** Any constant of this program serves: under it, only one registration at a time decides who is first. */
const FIRST_ACCOUNT_LOCK = 7_210_002;

const taken = (error: unknown): never => {
  if (isUniqueViolation(error)) throw new Problem('conflict', 'An account with this login or e-mail address exists.');
  throw error;
};

export function requireGoodPassword(
  ctx: Ctx,
  password: string,
  person: Pick<UserRow, 'full_name' | 'login' | 'email'>,
  field: string,
): void {
  const why = weakness(password, { policy: ctx.app.settings.PASSWORD_POLICY, ...person });
  if (why) throw invalid(['body', field], why);
}

export function requireTimezone(name: string): void {
  try {
    if (name) new Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    throw invalid(['body', 'timezone'], 'is no IANA time zone name', 'value_error', name);
  }
}

/** Writes an account whose password is hashed already, and lets the other plugins join in its transaction. */
export async function insertAccount(
  ctx: Ctx,
  person: Omit<NewAccount, 'password'> & { password_hash: string },
  options: { isAdmin?: boolean; invitation?: string } = {},
): Promise<User> {
  return ctx.tx(async (tx) => {
    await tx.dialect.advisoryLock(tx.db as never, FIRST_ACCOUNT_LOCK);
    const first = (await users.count(tx)) === 0;
    const is_admin = first || options.isAdmin ? 1 : 0;
    const id = await users.insert(tx, { ...person, is_admin }).catch(taken);
    const user = presentUser((await users.byId(tx, id)) as UserRow);
    const registered = tx.as(actorOf(user));
    for (const join of tx.app.contributions(accountCreated)) {
      await join(registered, { user, invitation: options.invitation, first });
    }
    return user;
  });
}

const optional = (row: UserRow | undefined): User | undefined => row && presentUser(row);

export const accountService: Accounts = {
  async create(ctx, input, options = {}) {
    requireGoodPassword(ctx, input.password, input, 'password');
    const { password, ...person } = input;
    return insertAccount(ctx, { ...person, password_hash: await hashPassword(password) }, options);
  },
  byId: async (ctx, id) => optional(await users.byId(ctx, id)),
  byIds: async (ctx, ids) => (await users.byIds(ctx, ids)).map(presentUser),
  async known(ctx, ids) {
    const query = users.query(ctx).whereIn('users.id', ids);
    for (const only of ctx.app.contributions(knownUsers)) only(ctx, query as never);
    return ((await query) as UserRow[]).map(presentUser);
  },
  byEmail: async (ctx, email) => optional(await users.byEmail(ctx, email)),
  async find(ctx, name) {
    if (/^\d+$/.test(name)) return optional(await users.byId(ctx, Number(name)));
    return optional(name.includes('@') ? await users.byEmail(ctx, name) : await users.byLogin(ctx, name));
  },
};

/** The actor that an account is. */
export const actorOf = (user: User) => ({
  type: 'user' as const,
  id: user.id,
  login: user.login,
  fullName: user.full_name,
  email: user.email,
  timezone: user.timezone,
  isAdmin: user.is_admin,
});

/** Self-service registration, as REGISTRATION allows it (contract 1). */
export async function register(ctx: Ctx, input: NewAccount & { invitation?: string }): Promise<User> {
  const { invitation, ...account } = input;
  const { REGISTRATION } = ctx.app.settings;
  if (REGISTRATION === 'closed') throw new Problem('forbidden', 'Registration is closed here.');
  if (REGISTRATION === 'invite' && !(await isInvited(ctx, invitation)) && (await users.count(ctx)) > 0) {
    throw new Problem('forbidden', 'Registration needs an invitation here.');
  }
  return accountService.create(ctx, account, { invitation });
}

async function isInvited(ctx: Ctx, token: string | undefined): Promise<boolean> {
  if (!token) return false;
  for (const check of ctx.app.contributions(invitationCheck)) if (await check(ctx, token)) return true;
  return false;
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
 * Changes the caller's own account; e-mail and password need a recent authentication or the right current password.
 * @throws Problem reauth_required, conflict, validation_failed
 */
export async function changeAccount(ctx: Ctx, change: AccountChange): Promise<User> {
  const me = userOf(ctx);
  const row = (await users.byId(ctx, me.id)) as UserRow;
  const { password, current_password: current, ...fields } = change;
  const emailChanges = fields.email !== undefined && uniqueKey(fields.email) !== uniqueKey(row.email);
  if (password !== undefined || emailChanges || current !== undefined) await requireProof(ctx, row, current);
  if (fields.timezone !== undefined) requireTimezone(fields.timezone);
  if (password !== undefined) requireGoodPassword(ctx, password, { ...row, ...fields }, 'password');
  const hash = password === undefined ? {} : { password_hash: await hashPassword(password) };
  return ctx.tx(async (tx) => {
    await users.update(tx, me.id, { ...fields, ...hash }).catch(taken);
    if (password !== undefined) await endOtherAccess(tx, me.id, me.sessionId);
    if (password !== undefined)
      await notice(tx, row, 'Your password was changed', 'The password of your account was changed.');
    if (emailChanges)
      await notice(
        tx,
        row,
        'Your e-mail address was changed',
        `The e-mail address of your account is now ${fields.email}.`,
      );
    return presentUser((await users.byId(tx, me.id)) as UserRow);
  });
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

/** After a new password, other browsers are signed out and open recovery links are spent. */
export async function endOtherAccess(ctx: Ctx, userId: number, keepSession?: string): Promise<void> {
  await sessions.revokeAll(ctx, userId, keepSession);
  await recovery.spend(ctx, userId);
}

export const notice = (
  ctx: Ctx,
  person: Pick<UserRow, 'email' | 'full_name'>,
  subject: string,
  text: string,
): Promise<void> =>
  ctx.app.mail.send(ctx, {
    to: { address: person.email, name: person.full_name },
    subject,
    template: 'notice',
    values: { name: person.full_name, text, address: ctx.address },
  });

/** Sets a password from outside the account (recovery link, command line); `check` runs in the same transaction. */
export async function setPassword(
  ctx: Ctx,
  userId: number,
  password: string,
  check: (tx: Ctx) => Promise<void> = async () => {},
): Promise<void> {
  const row = await users.byId(ctx, userId);
  if (!row) throw notFound();
  requireGoodPassword(ctx, password, row, 'password');
  const password_hash = await hashPassword(password);
  await ctx.tx(async (tx) => {
    await check(tx);
    await users.update(tx, userId, { password_hash });
    await endOtherAccess(tx, userId);
    await notice(tx, row, 'Your password was changed', 'A new password was set for your account.');
  });
}

/** Grants or takes service administration. @throws Problem conflict for the last active administrator */
export async function setAdmin(ctx: Ctx, userId: number, isAdmin: boolean): Promise<User> {
  return ctx.tx(async (tx) => {
    await tx.dialect.advisoryLock(tx.db as never, FIRST_ACCOUNT_LOCK);
    const row = await users.byId(tx, userId);
    if (!row) throw notFound();
    if (!isAdmin && row.is_admin === 1 && row.is_active === 1 && (await users.activeAdmins(tx)) === 1) {
      throw new Problem('conflict', 'The last administrator cannot be removed.');
    }
    await users.update(tx, userId, { is_admin: isAdmin ? 1 : 0 });
    tx.log.info({ user_id: userId, is_admin: isAdmin, by: actorId(tx) }, 'administrator changed');
    return presentUser((await users.byId(tx, userId)) as UserRow);
  });
}
