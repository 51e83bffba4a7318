// What a model wants called: read at once, proposed to the person, or refused, as the approval policy decides; each once.
import type { Ctx } from '../../../core/kernel/context.ts';
import { performAction, shownVersion } from '../actions/act.ts';
import { actionStore } from '../actions/action-store.ts';
import { isAtPage } from '../actions/at-page.ts';
import { previewAction } from '../actions/preview.ts';
import { conversationStore, messageStore } from '../conversations/conversation-store.ts';
import { ModelFault } from '../model/dialect.ts';
import type { AgentAction, AgentRun, Conversation, ConversationMessage, WantedCall } from '../model.ts';
import { argumentsOf, callTool, type ToolAnswer, toolNamed, toolRefusal } from '../tools/registry.ts';
import type { Tool } from '../tools/tool.ts';
import { renewActor } from './actor-renewal.ts';
import { isTypedIn, requireReach, verdict } from './approval-policy.ts';
import { appendRunEvent } from './event-log.ts';
import { agentRunStore } from './run-store.ts';

/** One run, as the process that works on it knows it. */
export interface Work {
  /** the person, as an agent */
  ctx: Ctx;
  run: AgentRun;
  conversation: Conversation;
  /** calls that could not be read */
  malformed: number;
}

const EXCERPT_MAX = 500;
/** More in one answer are nothing that anybody looks through: each of the others is refused. */
const CALLS_MAX = 20;

/** Of what was done by a process that ended before it could say so. */
export const DONE_BEFORE: ToolAnswer = { text: 'Done.', data: { done: true } };

const refused = (error: string, detail: string): ToolAnswer => ({ error, detail });

/** What the model is given: of changes no titles, which others may have written. */
function saidToModel(tool: Tool | undefined, answer: ToolAnswer): string {
  if ('error' in answer) return `Error ${answer.error}: ${answer.detail}`;
  if (tool?.class !== 'write') return answer.text;
  const { title: _, ...data } = answer.data ?? {};
  return JSON.stringify(data);
}

/** The answer of a call, for the model and for whoever watches. */
export async function settleCall(
  { ctx, run, conversation }: Work,
  call: WantedCall,
  answer: ToolAnswer,
): Promise<void> {
  const tool = toolNamed(call.name);
  const text = saidToModel(tool, answer);
  // Errors of other sites hold their words, too.
  const isRead = tool !== undefined && tool.class !== 'write';
  const sources = 'sources' in answer ? (answer.sources ?? []) : [];
  await ctx.tx(async (tx) => {
    const about = { conversation_id: conversation.id, run_id: run.id, call_id: call.id, tool: call.name };
    await messageStore.add(tx, { ...about, role: 'tool', text, sources });
    if (isRead) {
      await actionStore.endAllowances(tx, run.id);
      await agentRunStore.change(tx, run.id, ['running'], {
        tainted: true,
        ...(tool?.class === 'read' && { private_read: true }),
      });
    }
    const ok = !('error' in answer);
    await appendRunEvent(tx, run.id, 'tool_result', {
      call_id: call.id,
      ok,
      excerpt: text.slice(0, EXCERPT_MAX),
      sources,
    });
  });
}

/** Undefined: it is no JSON object. */
function parsed({ arguments: text }: WantedCall): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text || '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as never) : undefined;
  } catch {
    return undefined;
  }
}

async function verdictOn(work: Work, tool: Tool, args: Record<string, unknown>): Promise<ReturnType<typeof verdict>> {
  const { ctx } = work;
  // As they are now: the person may have taken something back, and what an earlier call of the same answer has read counts.
  const conversation = (await conversationStore.byId(ctx, work.conversation.id)) ?? work.conversation;
  const run = (await agentRunStore.byId(ctx, work.run.id)) ?? work.run;
  const typed = async () =>
    (await messageStore.of(ctx, conversation.id)).filter(({ role }) => role === 'user').map(({ text }) => text);
  return verdict(tool, {
    ...{ mode: conversation.mode, privateRead: run.private_read, tainted: run.tainted },
    isAllowed: tool.class !== 'read' && (await actionStore.isAllowed(ctx, run.id, tool.name)),
    isAtPage: conversation.mode === 'auto' && (await isAtPage(ctx, conversation.page_id, args)),
    isTyped: tool.name === 'web_fetch' && isTypedIn(await typed(), args.url),
  });
}

async function propose({ ctx, run }: Work, call: WantedCall, tool: Tool, args: Record<string, unknown>): Promise<void> {
  const seen = await shownVersion(ctx, tool, args);
  const preview = await previewAction(ctx, tool, args);
  await ctx.tx(async (tx) => {
    const action = await actionStore.insert(tx, {
      ...{ run_id: run.id, call_id: call.id, tool: tool.name, args, preview },
      ...{ page_id: preview.page?.page_id ?? null, version_before: seen },
    });
    await appendRunEvent(tx, run.id, 'approval', {
      action_id: action.id,
      call_id: call.id,
      tool: tool.name,
      arguments: args,
      preview,
    });
  });
}

/** What was allowed before it was called. */
export async function perform(
  { ctx, run }: Work,
  call: WantedCall,
  tool: Tool,
  args: Record<string, unknown>,
  allowed: 'mode' | 'once' = 'mode',
): Promise<ToolAnswer> {
  if (tool.class === 'read') return callTool(ctx, tool, args);
  const about = { run_id: run.id, call_id: call.id, tool: tool.name, args, allowed };
  const action = await ctx.tx((tx) => actionStore.insert(tx, { ...about, status: 'approved', decided_at: tx.now() }));
  return performAction(ctx, action, tool);
}

/** A call that nobody has looked at yet. Undefined: the person has to decide. @throws ModelFault */
async function fresh(work: Work, call: WantedCall): Promise<ToolAnswer | undefined> {
  const tool = toolNamed(call.name);
  if (!tool) return refused('unknown_tool', `No tool is called ${call.name.slice(0, 60)}.`);
  const given = parsed(call);
  if (!given) {
    work.malformed += 1;
    if (work.malformed > 1)
      throw new ModelFault('model_broken', 'The model called tools in a way that cannot be read.');
    return refused('malformed', 'The arguments are no JSON object. Call the tool again.');
  }
  try {
    const args = argumentsOf(tool, given);
    requireReach(work.ctx, tool);
    const decision = await verdictOn(work, tool, args);
    if (decision === 'refuse') return refused('forbidden', 'The person has switched changes off in this conversation.');
    if (decision === 'run') return await perform(work, call, tool, args);
    await propose(work, call, tool, args);
    return undefined;
  } catch (fault) {
    return toolRefusal(work.ctx, tool, fault);
  }
}

/** Every call has a result, which dialects ask for, and a model that hears nothing takes for done what was not. */
const surplus = (): ToolAnswer =>
  refused(
    'too_many_calls',
    `Nothing was done: of one answer ${CALLS_MAX} calls are taken, and this one came after them. Call it again where it is still needed.`,
  );

async function decided(work: Work, action: AgentAction): Promise<ToolAnswer | undefined> {
  const tool = toolNamed(action.tool) as Tool;
  if (action.status === 'proposed') return undefined;
  if (action.status === 'approved') return performAction(work.ctx, action, tool);
  if (action.status === 'denied') return refused('denied', 'The person did not allow this.');
  return action.status === 'done' ? DONE_BEFORE : refused('failed', action.detail);
}

/** Calls of an answer that have none yet, in their order. True: the person has to decide before it goes on. */
export async function answerCalls(work: Work, asking: ConversationMessage, signal: AbortSignal): Promise<boolean> {
  const { ctx, run, conversation } = work;
  const messages = await messageStore.of(ctx, conversation.id);
  const answered = new Set(messages.filter((one) => one.run_id === run.id).map(({ call_id }) => call_id));
  const actions = new Map((await actionStore.of(ctx, [run.id])).map((one) => [one.call_id, one]));
  let isWaiting = false;
  for (const [at, call] of asking.calls.entries()) {
    if (answered.has(call.id)) continue;
    signal.throwIfAborted();
    // The model took its time: whoever asked may have been locked out while it answered.
    work.ctx = await renewActor(work.ctx);
    const action = actions.get(call.id);
    const answer = at < CALLS_MAX ? await (action ? decided(work, action) : fresh(work, call)) : surplus();
    if (answer) await settleCall(work, call, answer);
    else isWaiting = true;
  }
  return isWaiting;
}
