// Hooks that are switched off by themselves, and notices to their owners, who would not notice it otherwise.
import type { Ctx } from '../../core/kernel/context.ts';
import { adding } from '../../core/kernel/plugin.ts';
import { type NotificationKind, notificationKinds, notifications } from '../notifications/contract.ts';
import { deliveryStore } from './delivery/delivery-store.ts';
import { type DisabledReason, type WebhookRow, webhookStore } from './store.ts';

const kind = (type: string): NotificationKind => ({
  type,
  title: `webhooks.told.${type}`,
  label: `webhooks.kind.${type}`,
  icon: 'external-link',
  defaults: { in_app: true, email: true },
});

export const webhookNotificationKinds = [kind('webhook_failing'), kind('webhook_off')].map((one) =>
  adding(notificationKinds, one),
);

type Told = Pick<WebhookRow, 'id' | 'name' | 'url' | 'user_id' | 'workspace_id'>;

/** Where people see a hook. */
export const hookPath = ({ id }: Pick<WebhookRow, 'id'>): string => `/webhooks/${id}`;

async function tellOwner(tx: Ctx, hook: Told, type: 'webhook_failing' | 'webhook_off'): Promise<void> {
  await tx.use(notifications).tell(tx, {
    type,
    cause: `${type}:${hook.id}:${tx.now()}`,
    topic: `webhook:${hook.id}`,
    url: hookPath(hook),
    pageId: null,
    text: `${hook.name} · ${new URL(hook.url).host}`,
    actorId: null,
    userIds: [hook.user_id],
  });
}

/** The first message that never arrived, since the last one that did. */
export const tellFailing = (tx: Ctx, hook: Told): Promise<void> => tellOwner(tx, hook, 'webhook_failing');

/** Nothing more is sent, and nothing noted, until somebody switches it on again. */
export async function switchOff(tx: Ctx, hook: Told, disabled_reason: DisabledReason): Promise<void> {
  await webhookStore.change(tx, hook.id, { enabled: 0, disabled_reason, disabled_at: tx.now() });
  await deliveryStore.abandon(tx, hook.id);
  await tellOwner(tx, hook, 'webhook_off');
}
