// Telling people: each by the ways they chose, as far as their rights and what they watch go, and of one cause once.

import { tellPeople } from '../../core/events/bus.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { accounts } from '../auth/contract.ts';
import { pages } from '../pages/contract.ts';
import type { Notice, Notifications } from './contract.ts';
import { notificationKind } from './kinds.ts';
import { queueMail } from './mail-queue.ts';
import { notificationWays } from './preferences.ts';
import { notificationStore, preferenceStore } from './store.ts';
import { wanting } from './watches/watches.ts';

const TEXT_MAX = 500;
/** What listens in browsers counts anew when it hears of this. */
export const INBOX_CHANGED = 'inbox.changed';

const cutText = (text: string): string => {
  const signs = [...text];
  return signs.length > TEXT_MAX ? `${signs.slice(0, TEXT_MAX - 1).join('')}…` : text;
};

/** Of these, who is told: who may see the page and did not turn it off, or of what is about none, who has an account in use. */
async function concerned(ctx: Ctx, { type, pageId, userIds, actorId }: Notice): Promise<number[]> {
  const wanted = [...new Set(userIds)].filter((id) => id !== actorId);
  if (!wanted.length) return [];
  if (pageId === null) {
    const people = await ctx.use(accounts).byIds(ctx, wanted);
    return people.filter((one) => one.is_active).map(({ id }) => id);
  }
  const ids = (await ctx.use(pages).readers(ctx, pageId, wanted)).map(({ id }) => id);
  // To be mentioned is to be called, and nobody turns off their name.
  return type === 'mention' || !ids.length
    ? ids
    : wanting(ctx, pageId, ids, Boolean(notificationKind(ctx, type).isWatched));
}

export async function deliverNotice(ctx: Ctx, notice: Notice): Promise<void> {
  const kind = notificationKind(ctx, notice.type);
  const ids = await concerned(ctx, notice);
  if (!ids.length) return;
  await ctx.tx(async (tx) => {
    const chosen = new Map((await preferenceStore.of(tx, ids, notice.type)).map((row) => [row.user_id, row]));
    const { type, cause, topic, url, pageId: page_id, actorId: actor_id } = notice;
    const text = notice.text ? cutText(notice.text) : null;
    const subject = notice.subject ? cutText(notice.subject) : null;
    const told = { type, cause, topic, url, subject, text, page_id, actor_id, created_at: tx.now() };
    const rows = ids.flatMap((user_id) => {
      const { in_app, mail } = notificationWays(kind, chosen.get(user_id));
      const ways = {
        in_app: Number(in_app),
        mail_due: Number(mail === 'now'),
        digest_due: Number(mail === 'digest'),
      };
      return in_app || mail !== 'off' ? [{ ...told, user_id, ...ways }] : [];
    });
    if (!rows.length) return;
    const made = new Set((await notificationStore.insert(tx, rows)).map(({ user_id }) => user_id));
    for (const row of rows)
      if (row.mail_due && made.has(row.user_id)) await queueMail(tx, row.user_id, topic, notice.isUrgent);
    const shown = rows.filter(({ in_app, user_id }) => in_app && made.has(user_id)).map(({ user_id }) => user_id);
    tx.afterCommit(() => tellPeople(tx.app.bus, INBOX_CHANGED, shown));
  });
}

export const withdraw: Notifications['withdraw'] = (ctx, what) =>
  ctx.tx(async (tx) => {
    const told = await notificationStore.withdraw(tx, what);
    if (told.length) tx.afterCommit(() => tellPeople(tx.app.bus, INBOX_CHANGED, told));
  });
