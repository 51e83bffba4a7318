// A run that was interrupted goes on where it ended: each of its steps was written before the next.
import { Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { conversationStore, messageStore } from '../conversations/conversation-store.ts';
import type { AgentRun, Conversation } from '../model.ts';
import { continuedFill } from './column-fill.ts';
import { INTERRUPTED } from './endings.ts';
import { appendRunEvent } from './event-log.ts';
import { inRunPlace } from './run-place.ts';
import { agentRunStore } from './run-store.ts';
import { runnerOf } from './runner.ts';
import { answering, stillAnswering } from './runs.ts';

/** Of the runs of a conversation, oldest first, the one that can go on: nothing was said after it. */
export const interruptedRun = (runs: AgentRun[]): AgentRun | undefined => {
  const last = runs.at(-1);
  return last?.status === INTERRUPTED.status && last.code === INTERRUPTED.code ? last : undefined;
};

/** What broke off in the middle of an answer is asked to go on, in the words of the person; all else was kept whole. */
async function askFor(tx: Ctx, run: AgentRun, conversation: Conversation): Promise<void> {
  const own = (await messageStore.of(tx, conversation.id)).filter(({ run_id }) => run_id === run.id);
  const last = own.at(-1);
  if (last?.role !== 'assistant' || last.calls.length) return;
  const text = tx.app.messages.text(tx.locale, 'agent.continue.said');
  await messageStore.add(tx, { conversation_id: conversation.id, run_id: run.id, role: 'user', text });
}

/** @throws Problem unavailable, conflict for one that was not interrupted, or after which something was said, and as a fill */
export const continueRun = (ctx: Ctx, run: AgentRun): Promise<AgentRun> =>
  inRunPlace(ctx, async ({ begin }) => {
    const conversation = await conversationStore.byId(ctx, run.conversation_id ?? 0);
    if (!conversation) throw new Problem('conflict', 'This run is of no conversation.');
    const goOn = run.fill ? await continuedFill(ctx, run.fill) : answering;
    const now = await ctx.tx(async (tx) => {
      // Held from here on, as by a question.
      await conversationStore.change(tx, conversation.id, {});
      if (await agentRunStore.open(tx, conversation.id)) throw stillAnswering();
      if (interruptedRun(await agentRunStore.of(tx, conversation.id))?.id !== run.id)
        throw new Problem('conflict', 'Only the last run goes on, and only where it was interrupted.');
      if (!run.fill) await askFor(tx, run, conversation);
      const again = { status: 'running' as const, code: '', detail: '', ended_at: null };
      const next = await agentRunStore.change(tx, run.id, ['failed'], { ...again, ...runnerOf(tx.app).lease() });
      if (!next) throw stillAnswering();
      await appendRunEvent(tx, run.id, 'run', { run_id: run.id });
      return next;
    });
    begin(now, goOn(now, conversation));
    return now;
  });
