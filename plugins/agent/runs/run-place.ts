// The places of runs in a process: one is taken before anything is written, and given back when the work has ended.
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import type { AgentRun } from '../model.ts';
import { requireModel } from '../settings.ts';
import { agentRunStore } from './run-store.ts';
import { runnerOf } from './runner.ts';

export interface RunPlace {
  /** that is asked */
  model: string;
  /** Goes on when the request has been answered. */
  begin(run: AgentRun, work: (acting: Ctx, signal: AbortSignal) => Promise<void>): void;
}

/** The person, acting through the agent, for longer than the request. */
function actingAs(ctx: Ctx): Ctx {
  return ctx.app.context(ctx.actor, { address: ctx.address, locale: ctx.locale }).as(ctx.actor, 'agent');
}

/**
 * Check and entry are one: of any number of questions at once no more get in than there are places. The place is left
 * when what begins in it ends, and where nothing has begun when `work` has ended. @throws Problem unavailable
 */
export async function inRunPlace<T>(ctx: Ctx, work: (place: RunPlace) => Promise<T>): Promise<T> {
  const { model } = await requireModel(ctx);
  const runner = runnerOf(ctx.app);
  const leave = runner.enter();
  let hasBegun = false;
  try {
    return await work({
      model,
      begin(run, working) {
        hasBegun = true;
        const acting = actingAs(ctx);
        runner.begin(run.id, (signal) => working(acting, signal).finally(leave));
      },
    });
  } finally {
    if (!hasBegun) leave();
  }
}

/**
 * A run of no conversation whose result somebody waits for: `signal` aborts when it is stopped or nobody waits any more.
 * @throws Problem unavailable, and what `work` throws
 */
export const awaitedRun = <T>(
  ctx: Ctx,
  gone: AbortSignal,
  work: (run: AgentRun, signal: AbortSignal) => Promise<T>,
): Promise<T> =>
  inRunPlace(ctx, async ({ model, begin }) => {
    const lease = { status: 'running' as const, model, ...runnerOf(ctx.app).lease() };
    const run = await ctx.tx((tx) => agentRunStore.insert(tx, { user_id: userOf(tx).id, ...lease }));
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    begin(run, (_acting, stop) => work(run, AbortSignal.any([stop, gone])).then(resolve, reject));
    return promise;
  });
