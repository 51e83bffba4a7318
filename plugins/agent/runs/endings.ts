// How runs end: each in a state with a name, told to whoever watches, with nothing left that somebody could still decide.
import type { Ctx } from '../../../core/kernel/context.ts';
import { actionStore } from '../actions/action-store.ts';
import type { AgentRun, RunStatus } from '../model.ts';
import { appendRunEvent } from './event-log.ts';
import { agentRunStore } from './run-store.ts';

export interface RunEnd {
  status: 'waiting' | 'done' | 'stopped' | 'failed';
  /** why it failed */
  code?: string;
  detail?: string;
}

export const INTERRUPTED: RunEnd = {
  ...{ status: 'failed', code: 'interrupted' },
  detail: 'The service was stopped while the agent was working.',
};

/** False: it has ended otherwise meanwhile. */
export async function endRun(ctx: Ctx, run: AgentRun, end: RunEnd, from: RunStatus[] = ['running']): Promise<boolean> {
  const { status, code = '', detail = '' } = end;
  return ctx.tx(async (tx) => {
    const { tokens_in, tokens_reserved } = (await agentRunStore.byId(tx, run.id)) ?? run;
    const change = {
      ...{ status, code, detail, owner: null, lease_until: null },
      // What was asked last may have been answered to nobody: it counts as used. Of a run that is stopped it stays reserved,
      // which counts for the day as well, until whoever works on it says what it has cost (settlePart).
      ...(status !== 'stopped' && { tokens_in: tokens_in + tokens_reserved, tokens_reserved: 0 }),
      ...(status !== 'waiting' && { ended_at: tx.now() }),
    };
    if (!(await agentRunStore.change(tx, run.id, from, change))) return false;
    if (status !== 'waiting') {
      // Nobody has said no to what was interrupted: when the run goes on it may be proposed again.
      const isInterrupted = code === INTERRUPTED.code;
      await actionStore.giveUp(tx, run.id, 'proposed', isInterrupted ? 'failed' : 'denied', detail);
      await actionStore.giveUp(tx, run.id, 'approved', 'failed', detail);
    }
    if (code) await appendRunEvent(tx, run.id, 'error', { code, detail });
    await appendRunEvent(tx, run.id, 'done', { status });
    return true;
  });
}
