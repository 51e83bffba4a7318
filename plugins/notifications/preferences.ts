// By which ways a person hears of each kind: in the inbox, and by mail at once, in the digest or never.

import { invalid } from '../../core/http/problem.ts';
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import type { NotificationKind } from './contract.ts';
import { notificationKindsOf } from './kinds.ts';
import { type PreferenceRow, preferenceStore } from './store.ts';

export const MAIL_WAYS = ['now', 'digest', 'off'] as const;
export type MailFrequency = (typeof MAIL_WAYS)[number];

/** The ways of one kind. */
export interface NotificationWays {
  in_app: boolean;
  /** a mail at once */
  email: boolean;
  mail: MailFrequency;
}

/** What nobody has chosen goes into the digest of those who have one, unless it is mailed at once. */
export function notificationWays({ defaults }: NotificationKind, chosen?: PreferenceRow): NotificationWays {
  const { in_app, email } = chosen ?? defaults;
  const isDigested = chosen ? Boolean(chosen.digest) : !defaults.email;
  const mail = email ? 'now' : isDigested ? 'digest' : 'off';
  return { in_app: Boolean(in_app), email: Boolean(email), mail };
}

/** By kind, with what the plugins suggest where the person chose nothing. */
export async function notificationPreferences(ctx: Ctx): Promise<Record<string, NotificationWays>> {
  const chosen = new Map((await preferenceStore.of(ctx, [userOf(ctx).id])).map((row) => [row.kind, row]));
  return Object.fromEntries(
    notificationKindsOf(ctx).map((kind) => [kind.type, notificationWays(kind, chosen.get(kind.type))]),
  );
}

/** `email` alone is the mail at once, or none. */
function mailOf(kind: string, known: NotificationWays, { email, mail }: Partial<NotificationWays>): MailFrequency {
  if (mail !== undefined && email !== undefined && email !== (mail === 'now'))
    throw invalid(['body', kind, 'email'], 'must agree with mail, or be left out', 'value_error');
  if (mail !== undefined) return mail;
  if (email === undefined) return known.mail;
  return email ? 'now' : 'off';
}

/** @throws Problem validation_failed for a kind that there is not */
export async function setPreferences(
  ctx: Ctx,
  wanted: Record<string, Partial<NotificationWays>>,
): Promise<Record<string, NotificationWays>> {
  const before = await notificationPreferences(ctx);
  const rows = Object.entries(wanted).map(([kind, ways]): PreferenceRow => {
    const known = before[kind];
    if (!known) throw invalid(['body', kind], 'is not a kind of notification', 'extra_forbidden');
    const mail = mailOf(kind, known, ways);
    const in_app = Number(ways.in_app ?? known.in_app);
    return { user_id: userOf(ctx).id, kind, in_app, email: Number(mail === 'now'), digest: Number(mail === 'digest') };
  });
  if (rows.length) await ctx.tx(async (tx) => void (await preferenceStore.set(tx, rows)));
  return notificationPreferences(ctx);
}
