// Tells whoever copied many pages that the copy is there, or why there is none.
import type { Ctx } from '../../core/kernel/context.ts';
import { adding } from '../../core/kernel/plugin.ts';
import { copyEnded, type EndedCopy } from '../pages/contract.ts';
import { type NotificationKind, notificationKinds } from './contract.ts';
import { deliverNotice } from './notices.ts';

const kind = (type: string): NotificationKind => ({
  type,
  title: `notifications.told.${type}`,
  label: `notifications.kind.${type}`,
  icon: 'copy',
  defaults: { in_app: true, email: false },
});

/** Why there is none stands on the page of the copy, in the language of whoever reads it. */
async function tellCopier(tx: Ctx, { id, userId, title, pageId }: EndedCopy): Promise<void> {
  if (userId === null) return;
  const told = { cause: `copy:${id}`, topic: `copy:${id}`, actorId: null, userIds: [userId] };
  const what =
    pageId === null
      ? { type: 'copy_failed', url: `/copies/${id}`, text: title }
      : { type: 'copy_ready', url: `/pages/${pageId}` };
  await deliverNotice(tx, { ...told, ...what, pageId });
}

export const copyNotices = [
  adding(notificationKinds, kind('copy_ready')),
  adding(notificationKinds, kind('copy_failed')),
  adding(copyEnded, tellCopier),
];
