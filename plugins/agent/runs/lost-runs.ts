// Runs of processes that are no more, which are named as what they are: interrupted.
import { hasEnded } from '../../../core/boot/instance.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { AgentRun } from '../model.ts';
import { endRun, INTERRUPTED } from './endings.ts';
import { agentRunStore } from './run-store.ts';

export const isLost = (ctx: Ctx, { owner, lease_until }: AgentRun): boolean =>
  (owner !== null && hasEnded(owner)) || (lease_until !== null && lease_until < ctx.now());

export async function endLostRuns(ctx: Ctx): Promise<void> {
  for (const run of await agentRunStore.running(ctx)) if (isLost(ctx, run)) await endRun(ctx, run, INTERRUPTED);
}
