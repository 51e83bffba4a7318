// The inbox as the browser asks for it: a tab with faces and words, and how many are unread.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { type Route, route } from '../../../core/http/route.ts';
import { DAY } from '../../../core/i18n/calendar-date.ts';
import { momentText } from '../../../core/i18n/date-format.ts';
import { agoText } from '../../../core/i18n/relative-time.ts';
import { shownAt } from '../../../core/i18n/time-zone.ts';
import { type Ctx, zoneOf } from '../../../core/kernel/context.ts';
import { countUnread, type InboxItem, type InboxTab, listMine, noteLocale } from '../inbox.ts';
import { type InboxNotice, NOTICE_DAYS, type NoticeDay } from '../model.ts';
import { inboxTabSchema } from './schemas.ts';

const BELL_SHOWS = 15;

function dayOf(ctx: Ctx, at: string): NoticeDay {
  const dayOn = (moment: string) => Math.floor(shownAt(zoneOf(ctx), Date.parse(moment)) / DAY);
  return NOTICE_DAYS[Math.max(0, dayOn(ctx.now()) - dayOn(at))] ?? 'earlier';
}

export const shownNotice = (ctx: Ctx, { notification, page, actor, icon, place = null }: InboxItem): InboxNotice => ({
  ...{ ...notification, page, actor, icon, place },
  at: momentText(ctx, notification.created_at),
  ago: agoText(ctx, notification.created_at),
  day: dayOf(ctx, notification.created_at),
  snoozed: notification.snoozed_until && momentText(ctx, notification.snoozed_until),
});

async function list(request: Request) {
  const { ctx } = request;
  const { limit, page, tab: named } = request.query as unknown as { limit: number; page: number; tab: InboxTab };
  await noteLocale(ctx);
  const [unread, { items, total }] = await Promise.all([
    countUnread(ctx),
    limit ? listMine(ctx, named, limit, (page - 1) * limit) : { items: [], total: 0 },
  ]);
  return { notifications: items.map((one) => shownNotice(ctx, one)), unread, total };
}

export const inboxBrowserRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/api/notifications',
    rules: { access: { list: true, resource: 'notification' } },
    options: {
      id: 'notifications.bell',
      description: 'The newest notifications of a tab and how many are unread',
      validate: {
        query: Joi.object({
          limit: Joi.number().integer().min(0).max(100).default(BELL_SHOWS),
          page: Joi.number().integer().min(1).max(10_000).default(1),
          tab: inboxTabSchema(),
        }),
      },
    },
    handler: list,
  }),
];
