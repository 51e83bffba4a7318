// The inbox as a page, and forms that do without scripts what it does with them.
import type { Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { type Route, route } from '../../../core/http/route.ts';
import { id } from '../../../core/http/schema-fields.ts';
import { userOf } from '../../../core/kernel/context.ts';
import {
  countUnread,
  INBOX_TABS,
  type InboxTab,
  listMine,
  markNotificationsRead,
  markUnread,
  noteLocale,
  snooze,
} from '../inbox.ts';
import { snoozeTimes } from '../snooze-times.ts';
import { shownNotice } from './browser.ts';
import { inboxTabSchema, ownOnes } from './schemas.ts';

const PAGE_SHOWS = 50;
const csrf = Joi.string().allow('');

async function inboxPage(request: Request, h: ResponseToolkit) {
  const { ctx } = request;
  const { page, tab: named } = request.query as unknown as { page: number; tab: InboxTab };
  await noteLocale(ctx);
  const [{ items, total }, unread] = await Promise.all([
    listMine(ctx, named, PAGE_SHOWS, (page - 1) * PAGE_SHOWS),
    countUnread(ctx),
  ]);
  const title = ctx.app.messages.text(ctx.locale, 'notifications.title');
  return h.view('notifications/inbox', {
    title,
    breadcrumb: [{ title }],
    props: {
      ...{ tab: named, page, limit: PAGE_SHOWS, total, unread, tabs: INBOX_TABS },
      items: items.map((one) => shownNotice(ctx, one)),
      snoozes: snoozeTimes(ctx),
      sprite: ctx.app.assets.url('icons.svg'),
      csrf: ctx.app.csrf.tokenFor(userOf(ctx).sessionId ?? ''),
    },
  });
}

type Change = { action: 'read' | 'unread' | 'snooze'; ids?: number[]; until?: string; tab: InboxTab };

async function changeByForm(request: Request, h: ResponseToolkit) {
  const { ctx } = request;
  const { action, ids, until, tab: named } = request.payload as Change;
  if (action === 'read') await markNotificationsRead(ctx, ids);
  else if (action === 'unread') await markUnread(ctx, ids ?? []);
  else await snooze(ctx, ids ?? [], until ? new Date(until).toISOString() : null);
  return h.redirect(`/notifications?tab=${named}`).code(303);
}

export const inboxPageRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/notifications',
    rules: { access: { list: true, resource: 'notification' }, html: true },
    options: {
      id: 'notifications.page',
      validate: {
        query: Joi.object({ page: Joi.number().integer().min(1).max(10_000).default(1), tab: inboxTabSchema() }),
      },
    },
    handler: inboxPage,
  }),
  route({
    method: 'POST',
    path: '/notifications/change',
    rules: { access: ownOnes, form: true, html: true },
    options: {
      id: 'notifications.change-by-form',
      payload: { allow: ['application/x-www-form-urlencoded'] },
      validate: {
        payload: Joi.object({
          action: Joi.valid('read', 'unread', 'snooze').required(),
          // Without any, all are marked as read.
          ids: Joi.array().items(id()).single().max(200),
          // Without it, they come back now.
          until: Joi.string().isoDate(),
          tab: inboxTabSchema(),
          csrf,
        }).required(),
      },
    },
    handler: changeByForm,
  }),
];
