// Work of imports that goes on beside requests.
import type { JobKind } from '../../core/events/jobs.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { accounts, actorOf } from '../auth/contract.ts';
import { failImport, purgeImports, recoverImports, workQueued } from './service.ts';
import { jobStore } from './store.ts';
import { undoImport } from './undo.ts';

export const importJobKinds: Record<string, JobKind> = {
  'importers.run': {
    attempts: 10,
    leaseSeconds: 30,
    run: (ctx, { id }, signal) => workQueued(ctx, String(id), signal),
    failed: (ctx, { id }) => failImport(ctx, String(id)),
  },
  'importers.undo': { leaseSeconds: 30, run: (ctx, { id, user_id }) => undo(ctx, String(id), Number(user_id)) },
  'importers.recover': { cron: '* * * * *', run: recoverImports },
  'importers.purge': { cron: '17 3 * * *', run: purgeImports },
};

async function undo(ctx: Ctx, id: string, userId: number): Promise<void> {
  const job = await jobStore.byId(ctx, id);
  const user = await ctx.use(accounts).byId(ctx, userId);
  if (job && user && !job.undone_at) await undoImport(ctx.as(actorOf(user), 'import'), job);
}
