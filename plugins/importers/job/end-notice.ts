// Whoever started an import is told of its end, since they may have gone on with something else.
import type { Ctx } from '../../../core/kernel/context.ts';
import { adding } from '../../../core/kernel/plugin.ts';
import { notificationKinds, notifications } from '../../notifications/contract.ts';
import type { ImportState, JobRow } from '../store.ts';

export const importKind = adding(notificationKinds, {
  type: 'import_done',
  title: 'importers.told.done',
  label: 'importers.told.kind',
  icon: 'import',
  defaults: { in_app: true, email: false },
});

/** In the transaction that ends it. */
export async function tellEnd(
  ctx: Ctx,
  job: JobRow,
  { status, error }: { status: ImportState; error: string },
): Promise<void> {
  if (job.user_id === null || status === 'cancelled') return;
  const name = job.filename || job.source;
  await ctx.use(notifications).tell(ctx, {
    ...{ type: 'import_done', cause: `import:${job.id}`, topic: `import:${job.id}`, url: `/import?job=${job.id}` },
    ...{ pageId: null, actorId: null, userIds: [job.user_id] },
    text: error ? `${name}: ${error}` : name,
  });
}
