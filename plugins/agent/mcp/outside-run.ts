// What an agent of another program changes: actions of a run, half an hour long, that its person can undo like any other.
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import { performAction } from '../actions/act.ts';
import { actionStore } from '../actions/action-store.ts';
import type { AgentRun } from '../model.ts';
import { agentRunStore } from '../runs/run-store.ts';
import { argumentsOf, type ToolAnswer, toolRefusal } from '../tools/registry.ts';
import type { Tool } from '../tools/tool.ts';

const RUN_MS = 30 * 60_000;

/** The one that is open for this token, or a new one. */
async function runFor(tx: Ctx): Promise<AgentRun> {
  const { id, tokenId = null } = userOf(tx);
  const since = new Date(Date.parse(tx.now()) - RUN_MS).toISOString();
  const open = await agentRunStore.outsideSince(tx, id, tokenId, since);
  return open ?? agentRunStore.insert(tx, { user_id: id, token_id: tokenId, status: 'done', ended_at: tx.now() });
}

/** A tool that writes; whoever holds the token has allowed it. */
export async function actOutside(ctx: Ctx, tool: Tool, given: unknown): Promise<ToolAnswer> {
  try {
    const args = argumentsOf(tool, given);
    const action = await ctx.tx(async (tx) => {
      const { id: run_id } = await runFor(tx);
      const about = { run_id, call_id: '', tool: tool.name, args, decided_at: tx.now() };
      return actionStore.insert(tx, { ...about, status: 'approved', allowed: 'mode' });
    });
    return await performAction(ctx, action, tool);
  } catch (fault) {
    return toolRefusal(ctx, tool, fault);
  }
}
