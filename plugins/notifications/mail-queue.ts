// When mails are written: what comes about one topic within five minutes is one of them.
import type { Ctx } from '../../core/context.ts';

const WAIT_MS = 5 * 60_000;

/**
 * A mail about the topic five minutes from now. The key names the five minutes, since a mail that is being written
 * while something comes would not hold it.
 */
export async function queueMail(ctx: Ctx, userId: number, topic: string): Promise<void> {
  const now = Date.parse(ctx.now());
  await ctx.enqueue(
    'notifications.mail',
    { user_id: userId, topic },
    {
      runAt: new Date(now + WAIT_MS).toISOString(),
      uniqueKey: `notifications.mail:${userId}:${topic}:${Math.floor(now / WAIT_MS)}`,
    },
  );
}
