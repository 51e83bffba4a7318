// Doing what was allowed: the change, its record and the way back are one transaction, so there is never half of it.

import { Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { pages } from '../../pages/contract.ts';
import type { AgentAction } from '../model.ts';
import { agentRunStore } from '../runs/run-store.ts';
import { argumentsOf, runTool, type ToolAnswer, toolRefusal } from '../tools/registry.ts';
import type { Tool } from '../tools/tool.ts';
import { actionStore } from './action-store.ts';
import { resultPageId, undoPlan } from './undo-plan.ts';

const versionOf = async (ctx: Ctx, id: number | null): Promise<number | null> =>
  id === null ? null : ((await ctx.use(pages).versions(ctx, [id])).get(id) ?? null);

const TOLD_MAX = 5;

const stopped = () => new Problem('conflict', 'The run was stopped.');

/** @throws Problem conflict */
async function requireGoing(tx: Ctx, { run_id }: AgentAction): Promise<void> {
  const run = await agentRunStore.byId(tx, run_id);
  if (run?.status !== 'running' && run?.conversation_id !== null) throw stopped();
}

async function write(ctx: Ctx, action: AgentAction, tool: Tool, args: Record<string, unknown>): Promise<ToolAnswer> {
  return ctx.tx(async (tx) => {
    await requireGoing(tx, action);
    const plan = await undoPlan(tx, tool.name, args);
    const version_before = await versionOf(tx, plan?.pageId ?? null);
    const result = await runTool(tx, tool, args);
    const page_id = plan?.pageId ?? resultPageId(result);
    const kept = await actionStore.change(tx, action.id, 'approved', {
      ...{ status: 'done', page_id, version_before, version_after: await versionOf(tx, page_id) },
      undo: (await plan?.undo(result)) ?? null,
    });
    // Stopped meanwhile: nothing of it is done.
    if (!kept) throw stopped();
    await tx.app.audit.acted(tx, { action: `agent.${tool.name}`, resourceId: page_id, detail: `run ${action.run_id}` });
    return result;
  });
}

/** What reaches outside holds no transaction while it does; it is recorded as done before, since it cannot be taken back. */
async function reach(ctx: Ctx, action: AgentAction, tool: Tool, args: Record<string, unknown>): Promise<ToolAnswer> {
  await ctx.tx(async (tx) => {
    await requireGoing(tx, action);
    if (tool.name === 'notify_user' && (await actionStore.count(tx, action.run_id, tool.name)) >= TOLD_MAX)
      throw new Problem('conflict', `A run may tell people something ${TOLD_MAX} times.`);
    if (!(await actionStore.change(tx, action.id, 'approved', { status: 'done' }))) throw stopped();
    await tx.app.audit.acted(tx, { action: `agent.${tool.name}`, resourceId: null, detail: `run ${action.run_id}` });
  });
  return runTool(ctx, tool, args);
}

/** An approved action, done; a refusal is its answer and leaves nothing behind. */
export async function performAction(ctx: Ctx, action: AgentAction, tool: Tool): Promise<ToolAnswer> {
  try {
    const args = argumentsOf(tool, action.args);
    ctx.app.maintenance.requireWritable();
    return await (tool.class === 'outward' ? reach : write)(ctx, action, tool, args);
  } catch (fault) {
    const answer = toolRefusal(ctx, tool, fault);
    for (const from of ['approved', 'done'] as const)
      await ctx.tx((tx) => actionStore.change(tx, action.id, from, { status: 'failed', detail: answer.detail }));
    return answer;
  }
}
