// The way out of mails: a link that ends some kinds for one person, and can do nothing else.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { App } from '../../core/kernel/app.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { accounts } from '../auth/contract.ts';
import { notificationKinds } from './contract.ts';
import { notificationSettingsStore } from './digest/store.ts';
import { notificationKindsOf } from './kinds.ts';
import { notificationWays } from './preferences.ts';
import { preferenceStore } from './store.ts';

/** key of the words that name a kind; empty for none of ours */
export const notificationLabel = (app: App, type: string): string =>
  app.contributions(notificationKinds).find((kind) => kind.type === type)?.label ?? '';

const signature = (app: App, text: string): Buffer =>
  createHmac('sha256', app.secrets.key('notification mails')).update(text).digest();

/** instead of a kind: all digests */
export const DIGEST = 'digest';

const labelsOf = (app: App, types: string[]): string[] =>
  types.flatMap((type) => (type === DIGEST ? 'notifications.digest.label' : notificationLabel(app, type)) || []);

/** Ends mails of these kinds to one person, and can do nothing else; good for ever, as old mails are. */
export function unsubscribeToken(app: App, userId: number, types: string[]): string {
  const text = `${userId}.${types.join('+')}`;
  return `${text}.${signature(app, text).toString('base64url')}`;
}

export const unsubscribeAddress = (app: App, userId: number, types: string[]): string =>
  `${app.baseUrl}/notifications/unsubscribe?token=${encodeURIComponent(unsubscribeToken(app, userId, types))}`;

export interface Unsubscription {
  userId: number;
  types: string[];
  /** keys of the words that name them */
  labels: string[];
}

/** Who and which kinds a token is for; undefined for one that we did not make. */
export function readToken(app: App, token: string): Unsubscription | undefined {
  const [id = '', named = '', given = ''] = token.split('.');
  const expected = signature(app, `${id}.${named}`);
  const actual = Buffer.from(given, 'base64url');
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined;
  const types = named.split('+');
  const labels = labelsOf(app, types);
  return labels.length ? { userId: Number(id), types, labels } : undefined;
}

/** The person of a token gets no more mails of its kinds; what they see in the product stays as it is. */
export async function unsubscribe(ctx: Ctx, { userId, types }: Unsubscription): Promise<void> {
  const user = await ctx.use(accounts).byId(ctx, userId);
  if (!user) return;
  await ctx.tx(async (tx) => {
    if (types.includes(DIGEST)) await notificationSettingsStore.end(tx, userId);
    for (const kind of notificationKindsOf(tx).filter(({ type }) => types.includes(type))) {
      const [chosen] = await preferenceStore.of(tx, [userId], kind.type);
      const in_app = Number(notificationWays(kind, chosen).in_app);
      await preferenceStore.set(tx, [{ user_id: userId, kind: kind.type, in_app, email: 0, digest: 0 }]);
    }
  });
}
