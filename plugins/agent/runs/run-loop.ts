// One run: the model is asked, what it calls is done or proposed, and it is asked again, until it has nothing to call.
import { Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { conversationStore, messageStore } from '../conversations/conversation-store.ts';
import { recalled, rememberExchange } from '../conversations/memory.ts';
import { askModel } from '../model/ask-model.ts';
import { broken, cutOff, ModelFault, type ModelPart, type ModelQuestion } from '../model/dialect.ts';
import type { AgentRun, Conversation, ConversationMessage, WantedCall } from '../model.ts';
import { limitsOf, type ModelSettings, requireModel } from '../settings.ts';
import { renewActor } from './actor-renewal.ts';
import { dayUse, estimateTokens, leftToday, reserve, settleBudget, settlePart } from './budget.ts';
import { endRun, INTERRUPTED, type RunEnd } from './endings.ts';
import { appendRunEvent } from './event-log.ts';
import { instructions, offeredTools, spoken } from './instructions.ts';
import { agentRunStore } from './run-store.ts';
import type { RunStopReason } from './runner.ts';
import { TextFlow } from './text-flow.ts';
import { answerCalls, type Work } from './tool-calls.ts';

interface Answer {
  text: string;
  calls: WantedCall[];
  used: { in: number; out: number };
  isCut: boolean;
}

/** Far more than are taken: whatever calls so many tools in one answer is in a loop. */
const CALLS_HEARD = 200;

/** What came of a question; a model that does not count is counted for. */
async function heard(parts: AsyncIterable<ModelPart>, flow: TextFlow, question: string): Promise<Answer> {
  const calls: WantedCall[] = [];
  const used = { in: estimateTokens(question), out: 0 };
  let counted = 0;
  let isCut = false;
  try {
    for await (const part of parts) {
      if (part.type === 'text') flow.push(part.text);
      if (part.type === 'call') calls.push(part.call);
      if (calls.length > CALLS_HEARD) throw broken();
      if (part.type === 'end') isCut = part.isCut === true;
      if (part.type !== 'usage') continue;
      used.in = part.in ?? used.in;
      counted = part.out ?? counted;
    }
  } finally {
    await flow.end();
  }
  const said = flow.text + calls.map((call) => call.arguments).join('');
  return { text: flow.text, calls, isCut, used: { ...used, out: counted || estimateTokens(said) } };
}

async function ask(
  work: Work,
  settings: ModelSettings,
  memory: string,
  signal: AbortSignal,
): Promise<ConversationMessage> {
  const { ctx, conversation } = work;
  const question: ModelQuestion = {
    system: instructions(ctx, conversation, memory),
    messages: spoken(await messageStore.of(ctx, conversation.id), work.run.id),
    tools: offeredTools(conversation.mode),
    most: 0,
  };
  const text = JSON.stringify(question);
  question.most = await reserve(ctx, work.run, text);
  const flow = new TextFlow((delta) => appendRunEvent(ctx, work.run.id, 'text', { delta }));
  let answer: Answer;
  let kept: ConversationMessage;
  try {
    answer = await heard(askModel(ctx.app, settings, question, signal), flow, text);
    work.run = (await settleBudget(ctx, work.run, answer.used)) ?? work.run;
    // Nobody knows what else it would have called, and with what.
    kept = await keep(work, answer.isCut ? { ...answer, calls: [] } : answer);
  } catch (fault) {
    await keepPart(work, { said: flow.text, question: text, signal });
    throw fault;
  }
  if (answer.isCut) throw cutOff();
  return kept;
}

/** What had come of an answer when it broke off. */
async function keepPart({ ctx, run, conversation }: Work, part: Parameters<typeof settlePart>[2]): Promise<void> {
  await settlePart(ctx, run, part);
  const { said } = part;
  const about = { conversation_id: conversation.id, run_id: run.id, role: 'assistant' } as const;
  if (said) await ctx.tx((tx) => messageStore.add(tx, { ...about, text: said }));
}

/** The ids of calls are ours: those of models begin anew with each answer. */
async function keep({ ctx, run, conversation }: Work, { text, calls, used }: Answer): Promise<ConversationMessage> {
  const named = calls.map((call, at) => ({ ...call, id: `call_${run.id}_${run.steps}_${at}` }));
  // Of the day, as the page shows it before and after: a run has a limit of its own, which begins anew with each.
  const left = leftToday(await dayUse(ctx, run.user_id, run.day));
  return ctx.tx(async (tx) => {
    const made = await messageStore.add(tx, {
      ...{ conversation_id: conversation.id, run_id: run.id, role: 'assistant', text, calls: named },
    });
    for (const { id, name, arguments: args } of named)
      await appendRunEvent(tx, run.id, 'tool_call', { call_id: id, name, arguments: args });
    await appendRunEvent(tx, run.id, 'usage', { ...used, left });
    return made;
  });
}

/** @throws Problem, ModelFault, and what `signal` aborts with */
async function steps(work: Work, signal: AbortSignal): Promise<RunEnd> {
  const { ctx, conversation } = work;
  const settings = await requireModel(ctx);
  const memory = await recalled(ctx, conversation);
  const most = (await limitsOf(ctx)).steps;
  const own = (await messageStore.of(ctx, conversation.id)).filter((one) => one.run_id === work.run.id);
  // Whatever came before something that the person said is answered by that.
  let asking = own.at(-1)?.role === 'user' ? undefined : own.findLast(({ role }) => role === 'assistant');
  for (;;) {
    if (asking && (await answerCalls(work, asking, signal))) return { status: 'waiting' };
    if (asking && !asking.calls.length) return finished(work, own, asking);
    if (work.run.steps >= most)
      return { status: 'failed', code: 'too_many_steps', detail: `The agent asked ${most} times and came to no end.` };
    signal.throwIfAborted();
    work.ctx = await renewActor(work.ctx);
    const next = await ctx.tx((tx) =>
      agentRunStore.change(tx, work.run.id, ['running'], { steps: work.run.steps + 1 }),
    );
    if (!next) throw new Problem('conflict', 'The run was stopped.');
    work.run = next;
    asking = await ask(work, settings, memory, signal);
  }
}

async function finished(
  { ctx, conversation }: Work,
  own: ConversationMessage[],
  answer: ConversationMessage,
): Promise<RunEnd> {
  const question = own.find(({ role }) => role === 'user')?.text ?? '';
  try {
    // As it is now: the memory may have been switched off meanwhile.
    const now = await conversationStore.byId(ctx, conversation.id);
    if (now) await rememberExchange(ctx, now, question, answer.text);
  } catch (err) {
    // The answer is there all the same.
    ctx.log.error({ err }, 'a conversation could not be remembered');
  }
  return { status: 'done' };
}

/** When the tokens of a day come back, in words. */
const UNTIL = 'There are more at 00:00 UTC.';

export function endOf(ctx: Ctx, fault: unknown, signal: AbortSignal): RunEnd {
  if (signal.aborted) return (signal.reason as RunStopReason) === 'stopped' ? { status: 'stopped' } : INTERRUPTED;
  if (fault instanceof ModelFault) return { status: 'failed', code: fault.code, detail: fault.message };
  if (fault instanceof Problem && fault.status < 500) {
    const isDay = fault.code === 'agent_budget' && /day/.test(fault.message);
    return { status: 'failed', code: fault.code, detail: isDay ? `${fault.message} ${UNTIL}` : fault.message };
  }
  ctx.log.error({ err: fault }, 'a run of the agent failed');
  return { status: 'failed', code: 'internal_error', detail: 'Something went wrong on our side.' };
}

/** Works on a run until it ends or waits; never throws. */
export async function executeRun(
  ctx: Ctx,
  run: AgentRun,
  conversation: Conversation,
  signal: AbortSignal,
): Promise<void> {
  let end: RunEnd;
  try {
    // As it is now: the person may have changed the mode while the run waited.
    const now = (await conversationStore.byId(ctx, conversation.id)) ?? conversation;
    end = await steps({ ctx, run, conversation: now, malformed: 0 }, signal);
  } catch (fault) {
    // Deleted with its conversation, which stops it: what could not be written then is no failure.
    const isGone = !(await agentRunStore.byId(ctx, run.id).catch(() => run));
    end = isGone ? { status: 'stopped' } : endOf(ctx, fault, signal);
  }
  await endRun(ctx, run, end).catch((err) => ctx.log.error({ err }, 'the end of a run could not be kept'));
}
