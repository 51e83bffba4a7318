// Use cases of shares: a page opened to a person, a group or an address, and the link that proves an address.

import { hashSecret, randomSecret } from '../../core/boot/secrets.ts';
import { notFound, Problem } from '../../core/http/problem.ts';
import type { Role } from '../../core/http/route.ts';
import { uniqueKey } from '../../core/i18n/text-normalization.ts';
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import { accounts, type Registration, throttle, type User } from '../auth/contract.ts';
import { pages } from '../pages/contract.ts';
import { recordPermissionChange } from './audit.ts';
import { about, grant, grantsOn, nobodyNamed, revokeGrant } from './grants.ts';
import { requireMayInvite } from './guests.ts';
import { type Grantee, type GrantRow, grantStore, type NamedGrant } from './store.ts';

export const SHARE_LEVELS = ['view', 'comment', 'edit'] as const;
export type ShareLevel = (typeof SHARE_LEVELS)[number];

const roleOf: Record<ShareLevel, Role> = { view: 'viewer', comment: 'commenter', edit: 'editor' };
const levelOf: Partial<Record<Role, ShareLevel>> = { viewer: 'view', commenter: 'comment', editor: 'edit' };

export interface Share {
  id: number;
  kind: 'user' | 'group' | 'email';
  user_id: number | null;
  group_id: number | null;
  group_name: string | null;
  email: string | null;
  access: ShareLevel;
  created_at: string;
}

function presentShare(row: NamedGrant): Share | [] {
  const access = levelOf[row.role];
  if (!access) return [];
  const { id, user_id, group_id, group_name, created_at } = row;
  const kind = user_id !== null ? 'user' : group_id !== null ? 'group' : 'email';
  return { id, kind, user_id, group_id, group_name, email: row.user_email ?? row.email, access, created_at };
}

/** Grants of a level that shares have; owners of a page are no shares of it. */
export const listShares = async (ctx: Ctx, pageId: number): Promise<Share[]> =>
  (await grantsOn(ctx, pageId)).flatMap(presentShare);

/** One for each grantee: a repeat changes the level, and is told of only to `send`. @throws Problem as `grant` */
export async function share(ctx: Ctx, pageId: number, to: Grantee, access: ShareLevel, send = false): Promise<Share> {
  if (to.email !== undefined) await admitAddress(ctx, pageId, to.email);
  const { id } =
    to.email === undefined
      ? await grant(ctx, pageId, to, roleOf[access], { send })
      : await giveToAddress(ctx, pageId, to.email, roleOf[access], send);
  return (await listShares(ctx, pageId)).find((one) => one.id === id) as Share;
}

const countMail = (ctx: Ctx) =>
  ctx.use(throttle).take(ctx, [{ key: `share:user:${userOf(ctx).id}`, limit: 100, seconds: 3600 }]);

/** Counts another mail, and lets guests bring only those who may come. @throws Problem rate_limited, forbidden */
export async function admitAddress(ctx: Ctx, pageId: number, email: string): Promise<void> {
  await countMail(ctx);
  if (!(await isNamedOn(ctx, pageId, email))) await requireMayInvite(ctx, pageId);
}

/** Whether somebody of this address, or the address itself, has a role on the page. */
export async function isNamedOn(ctx: Ctx, pageId: number, email: string): Promise<boolean> {
  const key = uniqueKey(email);
  return (await grantsOn(ctx, pageId)).some((one) => uniqueKey(one.user_email ?? one.email ?? '') === key);
}

/** An account that has proved the address gets it at once; else it waits, and a mail tells the address. */
export async function giveToAddress(
  ctx: Ctx,
  pageId: number,
  email: string,
  role: Role,
  send = false,
): Promise<GrantRow> {
  const known = await ctx.use(accounts).byAddress(ctx, email);
  if (known?.is_active) return grant(ctx, pageId, { user_id: known.id }, role, { send });
  const secret = randomSecret();
  const waiting = { email, email_key: uniqueKey(email), token_hash: hashSecret(secret) };
  return ctx.tx(async (tx) => {
    const before = await grantStore.find(tx, pageId, { email: waiting.email_key });
    // The link they have goes on leading here, whatever level it is for by now.
    if (before && !send) return grant(tx, pageId, { email: waiting.email_key }, role);
    const row = await grant(tx, pageId, { email: waiting.email_key }, role, { waiting, send });
    await tell(tx, pageId, email, secret);
    return row;
  });
}

async function tell(tx: Ctx, pageId: number, address: string, secret: string): Promise<void> {
  const t = tx.app.messages.in(tx.locale);
  const page = await tx.use(pages).byId(tx, pageId);
  const title = page?.title || t('permissions.untitled');
  await tx.app.mail.send(tx, {
    to: { address, name: '' },
    subject: t('permissions.mail.subject', { by: userOf(tx).fullName, page: title }),
    template: 'share',
    values: { page: title, by: userOf(tx).fullName, link: `${tx.app.baseUrl}/shared/${secret}` },
  });
}

/** Mails an address that has not come yet another link; the one before leads nowhere then. @throws Problem not_found */
export async function resendShareMail(ctx: Ctx, pageId: number, grantId: number): Promise<void> {
  await countMail(ctx);
  await ctx.tx(async (tx) => {
    const row = await grantStore.byId(tx, grantId);
    if (row?.page_id !== pageId || row.email === null) throw notFound();
    const secret = randomSecret();
    await grantStore.change(tx, row.id, { token_hash: hashSecret(secret) });
    await tell(tx, pageId, row.email, secret);
  });
}

/** The page that a mailed link opens, for the address it was sent to. */
export const findShared = (ctx: Ctx, token: string) => grantStore.byToken(ctx, hashSecret(token));

/** Gives the actor what waits for their address, which the token of any of it proves. @throws Problem conflict */
export async function acceptShared(ctx: Ctx, token: string): Promise<number | undefined> {
  const me = userOf(ctx);
  return ctx.tx(async (tx) => {
    const row = await findShared(tx, token);
    if (!row) return undefined;
    if (row.email_key !== uniqueKey(me.email))
      throw new Problem('conflict', `The page was shared with ${row.email}; use that address.`);
    await tx.use(accounts).prove(tx, me.email);
    await takeShared(tx, me);
    return row.page_id;
  });
}

/** Whether something was shared with this address that nobody has proved yet. */
export const isWaitingFor = async (ctx: Ctx, email: string): Promise<boolean> =>
  (await grantStore.waiting(ctx, uniqueKey(email))).length > 0;

/** Who has proved an address gets what waits for it. */
export async function takeShared(tx: Ctx, user: Pick<User, 'id' | 'email'>): Promise<void> {
  for (const waiting of await grantStore.waiting(tx, uniqueKey(user.email))) await accept(tx, waiting, user.id);
}

async function accept(tx: Ctx, row: GrantRow, userId: number): Promise<void> {
  await tx.use(pages).changeRights(tx, row.page_id, async (held, page) => {
    if (await grantStore.find(held, row.page_id, { user_id: userId })) await revokeGrant(held, page, row);
    else {
      await grantStore.change(held, row.id, { user_id: userId, email: null, email_key: null, token_hash: null });
      const what = await about(held, page, { ...nobodyNamed, user_id: userId });
      await recordPermissionChange(held, { ...what, action: 'grant', after: row.role });
    }
    return undefined;
  });
}

/** A new account that came by such a link gets what waits for its address. */
export async function acceptAtRegistration(ctx: Ctx, { invitation }: Registration): Promise<void> {
  if (invitation) await acceptShared(ctx, invitation);
}
