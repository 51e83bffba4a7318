// What administrators start by hand: the nightly cleaning of all plugins, and a mail to see whether mails arrive.
import type { Ctx } from '../../core/kernel/context.ts';

/** Queues every job by the clock that purges something, each at most once at a time; gives their kinds. */
export async function cleanNow(ctx: Ctx): Promise<string[]> {
  const kinds = ctx.app.jobs
    .schedule()
    .map(({ kind }) => kind)
    .filter((kind) => /\.purge/.test(kind));
  await ctx.tx(async (tx) => {
    for (const kind of kinds) await tx.enqueue(kind, {}, { uniqueKey: `now:${kind}` });
  });
  return kinds;
}

/** Sends a mail to whoever asks, to see whether mails arrive. */
export async function sendTestMail(ctx: Ctx, to: { address: string; name: string }): Promise<void> {
  const t = ctx.app.messages.in(ctx.locale);
  await ctx.app.mail.send(ctx, {
    to,
    subject: t('admin.mail.test.subject'),
    template: 'test',
    values: { name: to.name },
  });
}
