// Forgotten passwords: a mail with a link that works once and for an hour; the answer never tells who has an account.

import { hashSecret, randomSecret } from '../../../core/boot/secrets.ts';
import { Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { setPassword } from '../accounts.ts';
import { throttle } from '../contract.ts';
import { asksForProof, prove } from '../email-addresses.ts';
import { handOverAccount } from '../sessions/access-end.ts';
import { recovery, type UserRow, users } from '../store.ts';

const HOUR_MS = 3_600_000;

export async function requestReset(ctx: Ctx, email: string): Promise<void> {
  await ctx.use(throttle).take(ctx, [
    { key: `reset:ip:${ctx.address}`, limit: 20, seconds: 3600 },
    { key: `reset:address:${hashSecret(email.toLowerCase())}`, limit: 5, seconds: 3600 },
  ]);
  const row = await users.byEmail(ctx, email);
  if (!row?.is_active) return;
  await ctx.tx(async (tx) => {
    const link = await resetLink(tx, row);
    const t = tx.app.messages.in(tx.locale);
    await tx.app.mail.send(tx, {
      to: { address: row.email, name: row.full_name },
      subject: t('auth.mail.reset.subject'),
      template: 'reset',
      values: { name: row.full_name, link },
    });
  });
}

/** A new link with which this person sets a password, once and within an hour. */
export async function resetLink(tx: Ctx, row: Pick<UserRow, 'id'>): Promise<string> {
  const secret = randomSecret();
  const now = tx.now();
  await recovery.insert(tx, {
    user_id: row.id,
    token_hash: hashSecret(secret),
    created_at: now,
    expires_at: new Date(Date.parse(now) + HOUR_MS).toISOString(),
  });
  return `${tx.app.baseUrl}/auth/reset?token=${secret}`;
}

const badLink = (): Problem =>
  new Problem('invalid_token', 'The link has expired or was used already. Ask for a new one.');

/** @throws Problem invalid_token when the link is unknown, used or older than an hour */
export async function resetPassword(ctx: Ctx, token: string, password: string): Promise<void> {
  await ctx.use(throttle).take(ctx, [{ key: `reset-use:ip:${ctx.address}`, limit: 20, seconds: 3600 }]);
  const found = await recovery.usable(ctx, hashSecret(token));
  if (!found) throw badLink();
  // A refused password must not spend the link; a link spent in the meantime must not set a password.
  await setPassword(ctx, found.user_id, password, async (tx) => {
    if (!(await recovery.usable(tx, hashSecret(token)))) throw badLink();
    await takeOver(tx, found.user_id);
  });
}

/** The first to prove an address may not be who registered under it: nothing that was made before opens the account. */
async function takeOver(tx: Ctx, userId: number): Promise<void> {
  const row = await users.byId(tx, userId);
  if (!asksForProof(tx) || !row || row.email_confirmed_at !== null) return;
  await handOverAccount(tx, userId);
  await prove(tx, userId, row.email);
}
