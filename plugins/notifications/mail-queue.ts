// When mails are written: what comes about one topic within five minutes is one of them.
import type { Ctx } from '../../core/kernel/context.ts';

const WAIT_MS = 5 * 60_000;

/** What is urgent waits only for what comes with it, e.g. in one scan. */
const URGENT_MS = 5_000;

/**
 * A mail about the topic five minutes from now. The key names the five minutes, since a mail that is being written
 * while something comes would not hold it.
 */
export async function queueMail(ctx: Ctx, userId: number, topic: string, isUrgent = false): Promise<void> {
  const now = Date.parse(ctx.now());
  const wait = isUrgent ? URGENT_MS : WAIT_MS;
  await ctx.enqueue(
    'notifications.mail',
    { user_id: userId, topic, ...(isUrgent && { is_urgent: true }) },
    {
      runAt: new Date(now + wait).toISOString(),
      uniqueKey: `notifications.mail:${userId}:${topic}:${isUrgent ? 'urgent:' : ''}${Math.floor(now / wait)}`,
    },
  );
}
