// Runs as people see them: what was asked, what was looked up and answered, and what is or was to be decided.
import { faultText } from '../../../core/http/localized-errors.ts';
import { momentText } from '../../../core/i18n/date-format.ts';
import type { Translate } from '../../../core/i18n/messages.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { AgentAction, AgentRun, Conversation, ConversationMessage } from '../model.ts';
import { interruptedRun } from '../runs/continuation.ts';
import type { ConversationRecord } from '../runs/record.ts';
import { toolTitle } from '../tools/registry.ts';
import type { ToolSource } from '../tools/tool.ts';
import { answerHtml } from './answer-html.ts';
import { type UndoView, undoViews } from './undo-view.ts';

interface ShownCall {
  kind: 'call';
  /** what the tool does, in words */
  title: string;
  state: 'done' | 'failed' | 'denied' | 'undone' | 'proposed' | 'open';
  detail: string;
  action: AgentAction | null;
}

export type ShownPart = { kind: 'question'; text: string } | { kind: 'answer'; html: string } | ShownCall;

export interface RunView {
  id: number;
  status: AgentRun['status'];
  /** why it ended before its end, in words */
  ending: string;
  parts: ShownPart[];
  sources: ToolSource[];
  tokens: number;
  canUndo: boolean;
  canContinue: boolean;
  /** what may be asked once more, since it had no answer; empty: nothing */
  again: string;
  /** what was taken back of it, by whom, and what was not */
  undoing: UndoView;
}

const DETAIL_MAX = 300;
/** Failures that have words of their own here; the others have those of the service. */
const SAID = ['interrupted', 'too_many_steps', 'agent_budget', 'model_unreachable', 'model_refused'];
const MORE = ['model_silent', 'model_broken', 'model_cut', 'internal_error'];
/** Those that may well go better the next time. */
const PASSING = ['model_unreachable', 'model_refused', 'model_silent', 'model_broken', 'internal_error'];

function stateOf(action: AgentAction | undefined, answer: ConversationMessage | undefined): ShownCall['state'] {
  if (action && action.status !== 'approved') return action.status;
  if (!answer) return 'open';
  return answer.text.startsWith('Error ') ? 'failed' : 'done';
}

const inWords = ({ app, locale }: Ctx, reason: string): string => faultText(app.messages, locale, reason);

function endingOf(ctx: Ctx, t: Translate, { status, code, detail }: AgentRun): string {
  if (status === 'stopped') return t('agent.ending.stopped');
  if (status !== 'failed') return '';
  return [...SAID, ...MORE].includes(code) ? t(`agent.ending.${code}`) : inWords(ctx, detail);
}

/** What a tool answered; of a refusal the reason alone, which the model is given behind a code. */
function detailOf(ctx: Ctx, { text = '' }: Partial<ConversationMessage>): string {
  const [, reason] = /^Error \w+: (.*)$/s.exec(text) ?? [];
  return (reason === undefined ? text : inWords(ctx, reason)).slice(0, DETAIL_MAX);
}

export const isUndoable = ({ status }: AgentRun, actions: AgentAction[]): boolean =>
  status !== 'running' && status !== 'waiting' && actions.some((one) => one.status === 'done' && one.undo);

/** Each page once. */
function sourcesOf(messages: ConversationMessage[]): ToolSource[] {
  const all = messages.flatMap(({ sources }) => sources);
  return [...new Map(all.map((one) => [one.page_id, one])).values()];
}

async function partsOf(
  ctx: Ctx,
  t: Translate,
  { workspace_id }: Conversation,
  messages: ConversationMessage[],
  actions: AgentAction[],
): Promise<ShownPart[]> {
  const parts: ShownPart[] = [];
  for (const message of messages) {
    if (message.role === 'tool') continue;
    if (message.role === 'user') {
      parts.push({ kind: 'question', text: message.text });
      continue;
    }
    if (message.text) parts.push({ kind: 'answer', html: await answerHtml(ctx, workspace_id, message.text) });
    for (const { id, name } of message.calls) {
      const answer = messages.find((one) => one.call_id === id);
      // Of a row that was tried again the later try.
      const action = actions.findLast((one) => one.call_id === id);
      const detail = detailOf(ctx, answer ?? {});
      const title = toolTitle(t, name);
      parts.push({ kind: 'call', title, state: stateOf(action, answer), detail, action: action ?? null });
    }
  }
  return parts;
}

/** Of the last run alone: after another question nobody waits for the answer. */
function askedAgain(run: AgentRun, runs: AgentRun[], messages: ConversationMessage[]): string {
  const isOffered = run.id === runs.at(-1)?.id && run.status === 'failed' && PASSING.includes(run.code);
  if (!isOffered || interruptedRun(runs)?.id === run.id) return '';
  return messages.find(({ role }) => role === 'user')?.text ?? '';
}

/** Of one that is going only the question: the rest is told while it comes. */
export async function shownRuns(
  ctx: Ctx,
  t: Translate,
  conversation: Conversation,
  { messages, runs }: ConversationRecord,
): Promise<RunView[]> {
  const shown: RunView[] = [];
  const undoings = await undoViews(ctx, t, runs);
  for (const run of runs) {
    const own = messages.filter(({ run_id }) => run_id === run.id);
    const told = run.status === 'running' ? own.filter(({ role }) => role === 'user') : own;
    shown.push({
      ...{ id: run.id, status: run.status, ending: endingOf(ctx, t, run) },
      parts: await partsOf(ctx, t, conversation, told, run.actions),
      sources: sourcesOf(told),
      tokens: run.tokens_in + run.tokens_out,
      canUndo: isUndoable(run, run.actions),
      canContinue: interruptedRun(runs)?.id === run.id,
      again: askedAgain(run, runs, told),
      undoing: undoings.get(run.id) as UndoView,
    });
  }
  return shown;
}

/** Of agents of other programs, where they did something. */
export async function outsideRuns(ctx: Ctx, t: Translate, runs: ConversationRecord['runs']) {
  const acting = runs.filter(({ actions }) => actions.some(({ status }) => status === 'done' || status === 'undone'));
  const undoings = await undoViews(ctx, t, acting);
  return acting.map((run) => ({
    ...{ id: run.id, at: momentText(ctx, run.created_at), canUndo: isUndoable(run, run.actions) },
    undoing: undoings.get(run.id) as UndoView,
    acts: run.actions
      .filter(({ status }) => status === 'done' || status === 'undone')
      .map(({ tool, page_id, status }) => ({ title: toolTitle(t, tool), page_id, isUndone: status === 'undone' })),
  }));
}
