// An address counts once somebody has proved that it is theirs: by the link of a mail, an invitation or a new password.

import { hashSecret, randomSecret } from '../../core/boot/secrets.ts';
import { isUniqueViolation } from '../../core/database/engine-errors.ts';
import { Problem } from '../../core/http/problem.ts';
import { inDays } from '../../core/i18n/calendar-date.ts';
import { uniqueKey } from '../../core/i18n/text-normalization.ts';
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import { addressConfirmed, throttle } from './contract.ts';
import { type ConfirmationRow, confirmations } from './email-address-store.ts';
import { accountLanguage, sendAccountNotice } from './notices.ts';
import { actorOf, presentUser } from './present.ts';
import { recovery, type UserRow, users } from './store.ts';

const LINK_DAYS = 7;
const SENT_AN_HOUR = 5;
const TAKEN = 'An account with this username or email address already exists.';

export const throwAddressConflict = (error: unknown): never => {
  if (isUniqueViolation(error)) throw new Problem('conflict', TAKEN);
  throw error;
};

/** Without a mail server nobody could open a link: what is typed is written down, and proved by other links only. */
export const asksForProof = (ctx: Ctx): boolean => Boolean(ctx.app.settings.SMTP_URL);

/** Writes the proved address, and lets the other plugins give its owner what waits for it. */
async function settle(tx: Ctx, row: UserRow, email: string): Promise<void> {
  await users.update(tx, row.id, { email, email_confirmed_at: tx.now() }).catch(throwAddressConflict);
  const user = presentUser((await users.byId(tx, row.id)) as UserRow);
  const owner = tx.as(actorOf(user));
  for (const join of tx.app.contributions(addressConfirmed)) await join(owner, user);
}

/** The account has shown by a link that this address is its own; another one than it has by now proves nothing. */
export async function prove(ctx: Ctx, userId: number, email: string): Promise<void> {
  await ctx.tx(async (tx) => {
    const row = await users.byId(tx, userId);
    if (!row || row.email_confirmed_at !== null || uniqueKey(row.email) !== uniqueKey(email)) return;
    const open = await confirmations.of(tx, userId);
    if (open?.email_key === uniqueKey(row.email)) await confirmations.remove(tx, userId);
    await settle(tx, row, row.email);
  });
}

/** Mails a link that proves the address, be it the account's own or the one it is to have. */
export async function askToConfirm(tx: Ctx, row: UserRow, email = row.email): Promise<void> {
  const secret = randomSecret();
  const expires_at = inDays(tx, LINK_DAYS);
  const token_hash = hashSecret(secret);
  await confirmations.put(tx, { user_id: row.id, email, token_hash, created_at: tx.now(), expires_at });
  const locale = await accountLanguage(tx, row.id);
  const isChange = uniqueKey(email) !== uniqueKey(row.email);
  await tx.app.mail.send(tx, {
    to: { address: email, name: row.full_name },
    subject: tx.app.messages.text(locale, 'auth.mail.confirm.subject'),
    template: 'confirm',
    locale,
    values: {
      name: row.full_name,
      email,
      login: row.login,
      isChange,
      link: `${tx.app.baseUrl}/auth/confirm/${secret}`,
    },
  });
}

/** After registering. */
export async function askNewcomer(tx: Ctx, userId: number): Promise<void> {
  const row = (await users.byId(tx, userId)) as UserRow;
  if (asksForProof(tx) && row.email_confirmed_at === null) await askToConfirm(tx, row);
}

/** The new address counts once its link was opened; the old one hears of it now and then. @throws Problem conflict */
export async function askForChange(tx: Ctx, row: UserRow, email: string): Promise<void> {
  if (await users.byEmail(tx, email)) throw new Problem('conflict', TAKEN);
  await askToConfirm(tx, row, email);
  await sendAccountNotice(tx, row, 'auth.notice.email_asked.subject', 'auth.notice.email_asked.text', { email });
}

/** Another link to the address that waits. @throws Problem conflict when none does, rate_limited */
export async function askAgain(ctx: Ctx): Promise<void> {
  const me = userOf(ctx).id;
  const row = (await users.byId(ctx, me)) as UserRow;
  const open = await confirmations.of(ctx, me);
  const email = open?.email ?? (row.email_confirmed_at === null ? row.email : undefined);
  if (email === undefined) throw new Problem('conflict', 'Your address is confirmed already.');
  if (!asksForProof(ctx)) throw new Problem('conflict', 'No mail server is set up here, so no link can be sent.');
  await ctx.use(throttle).take(ctx, [{ key: `confirm:user:${me}`, limit: SENT_AN_HOUR, seconds: 3600 }]);
  await ctx.tx((tx) => askToConfirm(tx, row, email));
}

/** The address that the account is to have, if it has asked for another one. */
export async function wantedAddress(ctx: Ctx, row: UserRow): Promise<string | undefined> {
  const open = await confirmations.of(ctx, row.id);
  return open && open.email_key !== uniqueKey(row.email) ? open.email : undefined;
}

/** A change that waits comes to nothing. */
export async function dropChange(ctx: Ctx, userId: number): Promise<void> {
  await ctx.tx(async (tx) => {
    const row = await users.byId(tx, userId);
    if (row && (await wantedAddress(tx, row))) await confirmations.remove(tx, userId);
  });
}

const badLink = (): Problem =>
  new Problem('invalid_token', 'The link has expired or was used already. Ask for a new one.');

export interface Confirmation extends ConfirmationRow {
  login: string;
}

/** What the link of a mail would confirm, if it is good. */
export async function findConfirmation(ctx: Ctx, token: string): Promise<Confirmation | undefined> {
  const open = await confirmations.usable(ctx, hashSecret(token));
  const row = open && (await users.byId(ctx, open.user_id));
  return open && row?.is_active ? { ...open, login: row.login } : undefined;
}

/**
 * Proves the address that the link was mailed to, for its account alone.
 * @throws Problem invalid_token, conflict for somebody else or when another account has the address by now
 */
export async function confirmAddress(ctx: Ctx, token: string): Promise<void> {
  await ctx.tx(async (tx) => {
    const open = await findConfirmation(tx, token);
    if (!open) throw badLink();
    if (tx.actor.type === 'user' && tx.actor.id !== open.user_id)
      throw new Problem('conflict', 'The link belongs to another account; sign out first.');
    const row = (await users.byId(tx, open.user_id)) as UserRow;
    await confirmations.remove(tx, row.id);
    await settle(tx, row, open.email);
    if (open.email_key === uniqueKey(row.email)) return;
    // A link that lies in the old mailbox must not open the account any more.
    await recovery.spend(tx, row.id);
    await sendAccountNotice(tx, row, 'auth.notice.email.subject', 'auth.notice.email.text', { email: open.email });
  });
}
