// How many tokens a run and a person may use: reserved before the model is asked, counted when it has answered.
import { Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { AgentRun } from '../model.ts';
import { limitsOf } from '../settings.ts';
import { agentRunStore } from './run-store.ts';

/** Characters of a token at least, so that nobody is counted less than the model counts. */
const TOKEN_CHARS = 3;
const ANSWER_MAX = 4096;
/** Fewer are no answer. */
const ANSWER_MIN = 16;
/** Of advisory locks on a person's tokens. */
const LOCK = 0x41670000;

export const estimateTokens = (text: string): number => Math.ceil(text.length / TOKEN_CHARS);

export interface RemainingBudget {
  run: number;
  day: number;
}

/** What the run and its person may still use, what is on its way included. */
export async function leftOf(ctx: Ctx, run: AgentRun): Promise<RemainingBudget> {
  const limits = await limitsOf(ctx);
  const { used, reserved } = await agentRunStore.usedOn(ctx, run.user_id, run.day);
  return {
    run: Math.max(0, limits.runTokens - run.tokens_in - run.tokens_out),
    day: Math.max(0, limits.dayTokens - used - reserved),
  };
}

/**
 * What people are told of a day: an answer counts when it is there, and not twice as much while it is on its way, since
 * most of what is reserved comes back.
 */
export async function dayUse(ctx: Ctx, userId: number, day: string): Promise<{ used: number; limit: number }> {
  const [{ dayTokens: limit }, { used }] = await Promise.all([limitsOf(ctx), agentRunStore.usedOn(ctx, userId, day)]);
  return { used, limit };
}

export const leftToday = ({ used, limit }: { used: number; limit: number }): number => Math.max(0, limit - used);

/** Holds what the question and its answer may cost; answers how long that may be. @throws Problem agent_budget */
export async function reserve(ctx: Ctx, run: AgentRun, question: string): Promise<number> {
  const asked = estimateTokens(question);
  return ctx.tx(async (tx) => {
    await tx.dialect.advisoryLock(tx.db as never, LOCK ^ run.user_id);
    const left = await leftOf(tx, run);
    const most = Math.min(ANSWER_MAX, left.run - asked, left.day - asked);
    if (most < ANSWER_MIN) {
      const isDay = left.day <= left.run;
      throw new Problem(
        'agent_budget',
        isDay ? 'The tokens of this day are used up.' : 'The tokens of this run are used up.',
      );
    }
    await agentRunStore.change(tx, run.id, ['running'], { tokens_reserved: asked + most });
    return most;
  });
}

/**
 * What it did cost; of a model that does not say, what it must have been. Once for what was reserved: of a run that was
 * stopped meanwhile, too, which leaves its reservation to whoever works on it.
 */
export const settleBudget = (
  ctx: Ctx,
  run: AgentRun,
  used: { in: number; out: number },
): Promise<AgentRun | undefined> =>
  ctx.tx(async (tx) => {
    const now = await agentRunStore.byId(tx, run.id);
    if (!now?.tokens_reserved) return undefined;
    return agentRunStore.change(tx, run.id, ['running', 'stopped'], {
      tokens_in: now.tokens_in + used.in,
      tokens_out: now.tokens_out + used.out,
      tokens_reserved: 0,
    });
  });

/**
 * What an answer that broke off has cost: what came of it, and its question. Where nothing came, the question alone when
 * it was stopped, since the model had it by then and nobody is to ask for nothing; and nothing when the model failed.
 */
export function settlePart(
  ctx: Ctx,
  run: AgentRun,
  { question, said, signal }: { question: string; said: string; signal: AbortSignal },
): Promise<AgentRun | undefined> {
  const isCounted = said !== '' || signal.aborted;
  return settleBudget(ctx, run, { in: isCounted ? estimateTokens(question) : 0, out: estimateTokens(said) });
}
