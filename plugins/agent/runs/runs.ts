// Runs as people begin, decide, stop and take them up again.
import { invalid, notFound, Problem } from '../../../core/http/problem.ts';
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import { actionStore } from '../actions/action-store.ts';
import { conversationStore, messageStore } from '../conversations/conversation-store.ts';
import { type ConversationInput, createConversation } from '../conversations/conversations.ts';
import type { AgentAction, AgentRun, Conversation, FillInput } from '../model.ts';
import { toolNamed } from '../tools/registry.ts';
import type { Tool } from '../tools/tool.ts';
import { requireReach } from './approval-policy.ts';
import { endRun, INTERRUPTED } from './endings.ts';
import { appendRunEvent, tellPerson } from './event-log.ts';
import { isLost } from './lost-runs.ts';
import { executeRun } from './run-loop.ts';
import { inRunPlace, type RunPlace } from './run-place.ts';
import { agentRunStore } from './run-store.ts';
import { runnerOf } from './runner.ts';

const TITLE_MAX = 80;

/** What is done for a run that has begun, or goes on. */
export const answering =
  (run: AgentRun, conversation: Conversation) =>
  (acting: Ctx, signal: AbortSignal): Promise<void> =>
    executeRun(acting, run, conversation, signal);

export const stillAnswering = (): Problem =>
  new Problem('conflict', 'The agent is still answering in this conversation.');

/** A question that nobody has decided is answered by the next one: no. @throws Problem conflict */
async function makeWay(ctx: Ctx, conversation: Conversation): Promise<void> {
  const open = await agentRunStore.open(ctx, conversation.id);
  if (!open) return;
  if (open.status === 'waiting') await endRun(ctx, open, { status: 'stopped' }, ['waiting']);
  else if (isLost(ctx, open)) await endRun(ctx, open, INTERRUPTED);
  else throw stillAnswering();
}

export interface RunQuestion {
  text: string;
  /** where the person is now */
  page_id?: number | null;
  /** of a run that fills a property */
  fill?: FillInput;
}

/** A question on one line, cut between two words where it is longer than a title. */
function titleOf(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  if (line.length <= TITLE_MAX) return line;
  const begin = line.slice(0, TITLE_MAX - 1);
  return `${begin.replace(/ \S*$/, '').toWellFormed()}…`;
}

/** The run that a question begins, and the conversation as it is with it. @throws Problem conflict, not_found */
export async function openRun(
  ctx: Ctx,
  conversation: Conversation,
  { text, page_id, fill }: RunQuestion,
  model: string,
): Promise<readonly [AgentRun, Conversation]> {
  await makeWay(ctx, conversation);
  return ctx.tx(async (tx) => {
    const title = conversation.title || titleOf(text);
    // Held from here on, so that of two questions at once one finds the run of the other.
    const now = await conversationStore.change(tx, conversation.id, {
      ...{ title, ...(page_id !== undefined && { page_id }) },
    });
    // Deleted meanwhile.
    if (!now) throw notFound();
    if (await agentRunStore.open(tx, now.id)) throw stillAnswering();
    const last = await agentRunStore.last(tx, now.id);
    const made = await agentRunStore.insert(tx, {
      ...{ user_id: userOf(tx).id, conversation_id: now.id, status: 'running', model },
      // What was read stays in the conversation, and with it what may not go out.
      ...{ private_read: last?.private_read ?? false, tainted: last?.tainted ?? false },
      ...{ ...(fill && { fill }), ...runnerOf(tx.app).lease() },
    });
    await messageStore.add(tx, { conversation_id: now.id, run_id: made.id, role: 'user', text });
    await appendRunEvent(tx, made.id, 'run', { run_id: made.id });
    return [made, now] as const;
  });
}

/** @throws Problem unavailable, conflict */
export const startRun = (ctx: Ctx, conversation: Conversation, asked: RunQuestion): Promise<AgentRun> =>
  inRunPlace(ctx, async ({ model, begin }) => {
    const [run, changed] = await openRun(ctx, conversation, asked, model);
    begin(run, answering(run, changed));
    return run;
  });

/** Where nothing can be asked no conversation is left behind. @throws Problem unavailable, conflict */
export const startConversation = (ctx: Ctx, input: ConversationInput, asked: RunQuestion): Promise<Conversation> =>
  inRunPlace(ctx, async ({ model, begin }) => {
    const conversation = await createConversation(ctx, input);
    const [run, changed] = await openRun(ctx, conversation, asked, model);
    begin(run, answering(run, changed));
    return changed;
  });

export interface ActionDecision {
  action_id: number;
  allow: 'once' | 'run' | 'no';
}

/** Each of them, of this run and still undecided. @throws Problem validation_failed, insufficient_scope, conflict */
async function record(tx: Ctx, run: AgentRun, decisions: ActionDecision[]): Promise<AgentAction[]> {
  for (const [at, { action_id, allow }] of decisions.entries()) {
    const action = await actionStore.byId(tx, action_id);
    if (action?.run_id !== run.id)
      throw invalid(['body', 'decisions', at, 'action_id'], 'must be an action of this run', 'value_error', action_id);
    if (allow !== 'no') requireReach(tx, toolNamed(action.tool) as Tool);
    const allowed = allow === 'no' ? {} : { allowed: allow };
    const status = allow === 'no' ? ('denied' as const) : ('approved' as const);
    const kept = await actionStore.change(tx, action_id, 'proposed', { status, ...allowed, decided_at: tx.now() });
    if (!kept) throw new Problem('conflict', 'This was decided already.');
  }
  return actionStore.of(tx, [run.id]);
}

async function decideInPlace(
  ctx: Ctx,
  run: AgentRun,
  decisions: ActionDecision[],
  begin: RunPlace['begin'],
): Promise<AgentRun> {
  const now = await ctx.tx(async (tx) => {
    // Of two decisions at once the later one sees the earlier one's, and goes on.
    await agentRunStore.hold(tx, run.id);
    const actions = await record(tx, run, decisions);
    if (actions.some(({ status }) => status === 'proposed')) {
      tellPerson(tx, run.user_id);
      return undefined;
    }
    const next = await agentRunStore.change(tx, run.id, ['waiting'], {
      status: 'running',
      ...runnerOf(tx.app).lease(),
    });
    if (!next) throw new Problem('conflict', 'The run does not wait for a decision.');
    await appendRunEvent(tx, run.id, 'run', { run_id: run.id });
    return next;
  });
  if (!now) return run;
  const conversation = await conversationStore.byId(ctx, now.conversation_id as number);
  begin(now, answering(now, conversation as Conversation));
  return now;
}

/** Goes on as soon as nothing is left to decide. @throws Problem unavailable, validation_failed, conflict */
export const decideActions = (ctx: Ctx, run: AgentRun, decisions: ActionDecision[]): Promise<AgentRun> =>
  inRunPlace(ctx, ({ begin }) => decideInPlace(ctx, run, decisions, begin));

/** At once for whoever watches; what it is doing at this moment is done or not, and nothing after it. */
export async function stopRun(ctx: Ctx, run: AgentRun): Promise<AgentRun> {
  await endRun(ctx, run, { status: 'stopped' }, ['running', 'waiting']);
  await runnerOf(ctx.app).stop(run.id);
  return (await agentRunStore.byId(ctx, run.id)) ?? run;
}
