// The way out of mails: a link that ends one kind for one person, and can do nothing else.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { App } from '../../core/kernel/app.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { accounts } from '../auth/contract.ts';
import { notificationKinds } from './contract.ts';
import { preferenceStore } from './store.ts';

/** key of the words that name a kind; empty for none of ours */
export const labelOf = (app: App, type: string): string =>
  app.contributions(notificationKinds).find((kind) => kind.type === type)?.label ?? '';

const signature = (app: App, text: string): Buffer =>
  createHmac('sha256', app.secrets.key('notification mails')).update(text).digest();

/** Ends mails of one kind to one person, and can do nothing else; good for ever, as old mails are. */
export function unsubscribeToken(app: App, userId: number, type: string): string {
  const text = `${userId}.${type}`;
  return `${text}.${signature(app, text).toString('base64url')}`;
}

/** Who and which kind a token is for; undefined for one that we did not make. */
export function readToken(app: App, token: string): { userId: number; type: string; label: string } | undefined {
  const [id = '', type = '', given = ''] = token.split('.');
  const expected = signature(app, `${id}.${type}`);
  const actual = Buffer.from(given, 'base64url');
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined;
  const label = labelOf(app, type);
  return label ? { userId: Number(id), type, label } : undefined;
}

/** The person of a token gets no more mails of its kind; what they see in the product stays as it is. */
export async function unsubscribe(ctx: Ctx, { userId, type }: { userId: number; type: string }): Promise<void> {
  const user = await ctx.use(accounts).byId(ctx, userId);
  if (!user) return;
  const kind = ctx.app.contributions(notificationKinds).find((one) => one.type === type);
  await ctx.tx(async (tx) => {
    const [chosen] = await preferenceStore.of(tx, [userId], type);
    const in_app = Number((chosen ?? kind?.defaults)?.in_app ?? 1);
    await preferenceStore.set(tx, [{ user_id: userId, kind: type, in_app, email: 0 }]);
  });
}
