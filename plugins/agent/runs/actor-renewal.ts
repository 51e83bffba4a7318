// Whether whoever a run acts for may still be in: looked at before each step, for a run lasts longer than a request.

import { Problem } from '../../../core/http/problem.ts';
import { authenticator } from '../../../core/http/request-lifecycle.ts';
import type { Ctx, UserActor } from '../../../core/kernel/context.ts';
import { userOf } from '../../../core/kernel/context.ts';
import { accounts } from '../../auth/contract.ts';

/** The same person as they are now; null where their session, token or account has ended. */
export async function actorNow(ctx: Ctx): Promise<UserActor | null> {
  const actor = userOf(ctx);
  if (actor.sessionId === undefined && actor.tokenId === undefined) {
    const user = await ctx.use(accounts).byId(ctx, actor.id);
    return user?.is_active ? actor : null;
  }
  const [now] = await ctx.app.use(authenticator).renew([actor]);
  return now ? { ...actor, ...now } : null;
}

/** Acting as the person is now. @throws Problem forbidden: whoever was locked out meanwhile does nothing any more */
export async function renewActor(ctx: Ctx): Promise<Ctx> {
  const actor = await actorNow(ctx);
  if (actor) return ctx.as(actor, 'agent');
  throw new Problem('forbidden', 'The session or the account that asked has ended, and the run with it.');
}
