// How conversations go: with all that was said and done in them, but not with what they have used.
import type { Ctx } from '../../../core/kernel/context.ts';
import { conversationStore } from '../conversations/conversation-store.ts';
import { agentRunStore } from './run-store.ts';
import { runnerOf } from './runner.ts';
import { stopRun } from './runs.ts';

/**
 * The runs go with the conversation, and the tokens of a day are counted by runs: their sums are kept in the same
 * transaction, or whoever deletes would get the tokens back.
 */
export async function removeConversation(ctx: Ctx, id: number): Promise<void> {
  const open = await agentRunStore.open(ctx, id);
  if (open) {
    await stopRun(ctx, open);
    // Where this process works on it, it says what it has cost before it goes.
    await runnerOf(ctx.app).endOf(open.id);
  }
  await ctx.tx(async (tx) => {
    // Held from here on, so that no run begins behind the sums.
    if (!(await conversationStore.change(tx, id, {}))) return;
    const begun = await agentRunStore.open(tx, id);
    if (begun) await stopRun(tx, begun);
    await agentRunStore.keepUse(tx, id);
    await conversationStore.remove(tx, id);
  });
}
