// Whoever clipped an address is told when it could not be read: by then they look at something else.
import type { Ctx } from '../../../core/kernel/context.ts';
import { adding } from '../../../core/kernel/plugin.ts';
import { notificationKinds, notifications } from '../../notifications/contract.ts';
import type { ClipRow } from './clip-store.ts';

export const clipKind = adding(notificationKinds, {
  type: 'clip_failed',
  title: 'clipper.told.failed',
  label: 'clipper.told.kind',
  icon: 'paperclip',
  defaults: { in_app: true, email: false },
});

/** In the transaction that writes it down. */
export async function tellFailure(ctx: Ctx, clip: ClipRow): Promise<void> {
  await ctx.use(notifications).tell(ctx, {
    ...{ type: 'clip_failed', cause: `clip:${clip.id}`, topic: `clip:${clip.id}` },
    url: clip.target_page_id === null ? '/extensions' : `/pages/${clip.target_page_id}`,
    ...{ pageId: null, actorId: null, userIds: [clip.user_id] },
    text: clip.source_url,
  });
}
