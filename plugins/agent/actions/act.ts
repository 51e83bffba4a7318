// Doing what was allowed: the change, its record and the way back are one transaction, so there is never half of it.

import { Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { AgentAction } from '../model.ts';
import { requireReach } from '../runs/approval-policy.ts';
import { agentRunStore } from '../runs/run-store.ts';
import { argumentsOf, runTool, type ToolAnswer, toolRefusal } from '../tools/registry.ts';
import type { Tool } from '../tools/tool.ts';
import { actionStore } from './action-store.ts';
import { keepingOwn, versionOf } from './own-versions.ts';
import { resultPageId, undoPlan } from './undo-plan.ts';

const TOLD_MAX = 5;

/** What takes the place of what is there, which the person was shown. */
function isReplacing({ name }: Tool, { mode, title, version_id }: Record<string, unknown>): boolean {
  if (name === 'restore_page') return version_id !== undefined;
  if (name === 'update_page') return title !== undefined || (mode !== 'append' && mode !== 'prepend');
  return name === 'update_row';
}

/** The version of what would be replaced, read before it is shown; null: nothing would. */
export const shownVersion = (ctx: Ctx, tool: Tool, args: Record<string, unknown>): Promise<number | null> =>
  versionOf(ctx, isReplacing(tool, args) ? Number(args.page_id ?? args.row_id) : null);

/** Nobody allows what they have not seen; what the run itself did since was seen, too. @throws Problem version_conflict */
async function requireAsShown(tx: Ctx, action: AgentAction, tool: Tool, now: number | null): Promise<void> {
  if (action.allowed === 'mode' || action.version_before === null || !isReplacing(tool, action.args)) return;
  const own = (await actionStore.of(tx, [action.run_id])).findLast(
    (one) => one.status === 'done' && one.page_id === action.page_id,
  );
  if (now === (own?.version_after ?? action.version_before)) return;
  throw new Problem(
    'version_conflict',
    'The page was changed after this was proposed. Read it again, and propose the change to what it says now.',
  );
}

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
    const written = plan?.pageId ?? null;
    const version_before = await versionOf(tx, written);
    await requireAsShown(tx, action, tool, version_before);
    const result = await keepingOwn(tx, action.run_id, written, () => runTool(tx, tool, args));
    const page_id = written ?? resultPageId(result);
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
    requireReach(ctx, tool);
    ctx.app.maintenance.requireWritable();
    return await (tool.class === 'outward' ? reach : write)(ctx, action, tool, args);
  } catch (fault) {
    const answer = toolRefusal(ctx, tool, fault);
    for (const from of ['approved', 'done'] as const)
      await ctx.tx((tx) => actionStore.change(tx, action.id, from, { status: 'failed', detail: answer.detail }));
    return answer;
  }
}
