// Who is told of a page that was shared with them, and of somebody who asks for one; after commit.

import type { Ctx } from '../../core/kernel/context.ts';
import type { DomainEvent } from '../../core/kernel/domain-event.ts';
import { adding } from '../../core/kernel/plugin.ts';
import { type NotificationKind, notificationKinds, notifications } from '../notifications/contract.ts';
import { groupStore } from './groups/group-store.ts';
import { decidersOf } from './requests.ts';
import { requestStore } from './store.ts';

const kind = (type: string): NotificationKind => ({
  type,
  title: `permissions.told.${type}`,
  label: `permissions.kind.${type}`,
  icon: 'users',
  defaults: { in_app: true, email: true },
});

export const sharingNotificationKinds = [kind('shared'), kind('access_requested')].map((one) =>
  adding(notificationKinds, one),
);

async function shared(ctx: Ctx, event: DomainEvent): Promise<void> {
  const {
    id: pageId,
    user_id,
    group_id,
    silent,
  } = event.data as { id: number; user_id: number | null; group_id: number | null; silent?: boolean };
  if (silent) return;
  const members = group_id === null ? [] : await groupStore.members(ctx, group_id);
  const userIds = user_id === null ? members.map((one) => one.user_id) : [user_id];
  await ctx.use(notifications).tell(ctx, {
    type: 'shared',
    cause: `share:${event.id}`,
    topic: `page:${pageId}`,
    url: `/pages/${pageId}`,
    pageId,
    actorId: event.actor_id,
    userIds,
  });
}

async function requested(ctx: Ctx, event: DomainEvent): Promise<void> {
  const row = await requestStore.byId(ctx, event.data.id);
  if (!row) return;
  await ctx.use(notifications).tell(ctx, {
    type: 'access_requested',
    cause: `request:${row.id}`,
    topic: `request:${row.page_id}`,
    url: `/pages/${row.page_id}/sharing#requests`,
    pageId: row.page_id,
    actorId: row.user_id,
    userIds: await decidersOf(ctx, row.page_id),
  });
}

/** What sharing tells of. */
export const sharingEvents: Record<string, string> = {
  'page.shared': 'A page was shared',
  'access.requested': 'Somebody asked for a page that they cannot open',
};

export const sharingNotificationEvents = { 'page.shared': shared, 'access.requested': requested };
