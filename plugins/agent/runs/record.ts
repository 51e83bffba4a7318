// A conversation as it is read again: what was said, and what each run did.
import type { Ctx } from '../../../core/kernel/context.ts';
import { actionStore } from '../actions/action-store.ts';
import { messageStore } from '../conversations/conversation-store.ts';
import type { AgentAction, AgentRun, Conversation, ConversationMessage } from '../model.ts';
import { firstEvent } from './event-log.ts';
import { agentRunStore } from './run-store.ts';

export interface ConversationRecord {
  messages: ConversationMessage[];
  runs: (AgentRun & { actions: AgentAction[] })[];
  /** while a run is going: the event before its first one, behind which all of it is told */
  watch_after: number | null;
}

export async function withActions(ctx: Ctx, runs: AgentRun[]): Promise<ConversationRecord['runs']> {
  const actions = await actionStore.of(
    ctx,
    runs.map(({ id }) => id),
  );
  return runs.map((run) => ({ ...run, actions: actions.filter(({ run_id }) => run_id === run.id) }));
}

export async function conversationRecord(ctx: Ctx, { id }: Conversation): Promise<ConversationRecord> {
  const runs = await agentRunStore.of(ctx, id);
  const going = runs.find(({ status }) => status === 'running');
  const first = going && (await firstEvent(ctx, going.id));
  return {
    messages: await messageStore.of(ctx, id),
    runs: await withActions(ctx, runs),
    watch_after: first === undefined ? null : first - 1,
  };
}
