// Accounts of people for whom a provider vouches: made without a password, kept in step, and handed over.
import { Problem } from '../../core/http/problem.ts';
import { uniqueKey } from '../../core/i18n/text-normalization.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { endOtherAccess, insertAccount } from './accounts.ts';
import { addressInvited, type Provisioning, throttle } from './contract.ts';
import { sendAccountNotice } from './notices.ts';
import { verifyPassword } from './passwords/password.ts';
import { presentUser } from './present.ts';
import { handOverAccount } from './sessions/access-end.ts';
import { loginCounters } from './sessions/throttle.ts';
import { recovery, type UserRow, users } from './store.ts';
import { requireWayInWithout } from './ways-in.ts';

const LOGIN_MAX = 60;

/** What the provider calls the person, in the letters that logins take, with a number where it is taken. */
async function freeLogin(ctx: Ctx, wanted: string): Promise<string> {
  const plain = wanted
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[._-]+|-+$/gu, '');
  const base = [...plain].slice(0, LOGIN_MAX).join('') || 'person';
  for (let number = 1; ; number += 1) {
    const login = number === 1 ? base : `${base}-${number}`;
    if (!(await users.byLogin(ctx, login))) return login;
  }
}

async function renew(tx: Ctx, row: UserRow, email: string, isProved: boolean): Promise<void> {
  if (uniqueKey(email) === uniqueKey(row.email) || (await users.byEmail(tx, email))) return;
  await sendAccountNotice(tx, row, 'auth.notice.email.subject', 'auth.notice.email_provider.text', { email });
  await users.update(tx, row.id, { email, email_confirmed_at: isProved ? tx.now() : null });
  // A link that lies in the old mailbox must not open the account any more.
  await recovery.spend(tx, row.id);
}

export const provisioning: Provisioning = {
  provision: (ctx, { isProved, ...person }, home) =>
    ctx.tx(async (tx) => {
      // Whoever is first sets the service up, by a password that does not depend on somebody else.
      if ((await users.count(tx)) === 0)
        throw new Problem('conflict', 'The first account is made by registering here.');
      const account = { ...person, login: await freeLogin(tx, person.login), password_hash: null };
      return insertAccount(tx, account, { home, isProved });
    }),
  renew: (ctx, userId, { full_name, email, isProved = true }) =>
    ctx.tx(async (tx) => {
      const row = await users.byId(tx, userId);
      if (!row) return;
      if (full_name && full_name !== row.full_name) await users.update(tx, userId, { full_name });
      if (email) await renew(tx, row, email, isProved);
    }),
  surrender: (ctx, userId) =>
    ctx.tx(async (tx) => {
      const row = (await users.byId(tx, userId)) as UserRow;
      await users.update(tx, userId, { password_hash: null, email_confirmed_at: tx.now() });
      await handOverAccount(tx, userId);
      await endOtherAccess(tx, userId);
      await sendAccountNotice(tx, row, 'auth.notice.surrendered.subject', 'auth.notice.surrendered.text');
    }),
  async isPassword(ctx, userId, password) {
    const row = await users.byId(ctx, userId);
    const giveBack = await ctx.use(throttle).take(ctx, loginCounters(ctx, `user-${userId}`));
    const isRight = await verifyPassword(password, row?.password_hash ?? null);
    if (isRight) await giveBack();
    return isRight;
  },
  requireWayInWithout,
  withPassword: (ctx, ids) => users.withPassword(ctx, ids),
  admins: async (ctx) =>
    (await users.query(ctx).where({ 'users.is_admin': 1, 'users.is_active': 1 }).orderBy('users.id')).map(presentUser),
  async isInvited(ctx, email) {
    for (const invited of ctx.app.contributions(addressInvited)) if (await invited(ctx, email)) return true;
    return false;
  },
};
