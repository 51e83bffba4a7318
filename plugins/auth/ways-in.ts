// By what an account comes in, so that nobody takes the last way from it.
import { Problem } from '../../core/http/problem.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { loginPolicy, loginWays } from './contract.ts';
import { secondFactorWays } from './sessions/second-factor.ts';
import { users } from './store.ts';

/** Whether passwords and passkeys let this account in at all: where a provider is the only way, they do not. */
async function isLetInHere(ctx: Ctx, userId: number): Promise<boolean> {
  for (const policy of ctx.app.contributions(loginPolicy)) if (await policy.refuse(ctx, userId)) return false;
  return true;
}

const hasPassword = async (ctx: Ctx, userId: number): Promise<boolean> =>
  (await users.withPassword(ctx, [userId])).length > 0;

async function isLetInByProvider(ctx: Ctx, userId: number): Promise<boolean> {
  for (const ways of ctx.app.contributions(loginWays)) if (await ways.letsIn(ctx, userId)) return true;
  return false;
}

/** @throws Problem conflict when the account comes in by nothing but its passkeys, or by nothing but providers */
export async function requireWayInWithout(ctx: Ctx, userId: number, without: 'passkeys' | 'providers'): Promise<void> {
  const isLetIn = await isLetInHere(ctx, userId);
  if (isLetIn && (await hasPassword(ctx, userId))) return;
  const hasOther =
    without === 'passkeys'
      ? await isLetInByProvider(ctx, userId)
      : isLetIn && (await secondFactorWays(ctx, userId)).passkey;
  if (!hasOther) throw new Problem('conflict', 'This is your only way in. Set a password first.');
}
