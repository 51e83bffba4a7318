// One question without tools and its answer as text, counted like all else that a run asks.
import type { Ctx } from '../../../core/kernel/context.ts';
import { askModel } from '../model/ask-model.ts';
import { cutOff, type ModelQuestion } from '../model/dialect.ts';
import type { AgentRun } from '../model.ts';
import { requireModel } from '../settings.ts';
import { estimateTokens, reserve, settleBudget, settlePart } from './budget.ts';

/** The run as it is with what this did cost. @throws ModelFault, Problem agent_budget, and what `signal` aborts with */
export async function plainAnswer(
  ctx: Ctx,
  run: AgentRun,
  question: Omit<ModelQuestion, 'tools' | 'most'>,
  signal: AbortSignal,
): Promise<{ run: AgentRun; text: string }> {
  const settings = await requireModel(ctx);
  const asked: ModelQuestion = { ...question, tools: [], most: 0 };
  const sent = JSON.stringify(asked);
  asked.most = await reserve(ctx, run, sent);
  const used = { in: estimateTokens(sent), out: 0 };
  let text = '';
  let isCut = false;
  try {
    for await (const part of askModel(ctx.app, settings, asked, signal)) {
      if (part.type === 'text') text += part.text;
      if (part.type === 'end') isCut = part.isCut === true;
      if (part.type === 'usage') Object.assign(used, { in: part.in ?? used.in, out: part.out ?? used.out });
    }
  } catch (fault) {
    await settlePart(ctx, run, { question: sent, said: text, signal });
    throw fault;
  }
  const now = await settleBudget(ctx, run, { in: used.in, out: used.out || estimateTokens(text) });
  if (isCut) throw cutOff();
  return { run: now ?? run, text };
}
