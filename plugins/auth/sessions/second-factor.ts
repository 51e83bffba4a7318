// What the plugins that protect accounts beside the password say of them; without such a plugin the password is all.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import { Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { type Proof, type SessionOpening, secondFactor, type User, type Ways } from '../contract.ts';

/** Of these accounts, those that have a second factor. */
export async function guardedOf(ctx: Ctx, userIds: number[]): Promise<number[]> {
  const found = await Promise.all(ctx.app.contributions(secondFactor).map((one) => one.holders(ctx, userIds)));
  return found.flat();
}

/** By what an account may prove itself beside its password. */
export async function secondFactorWays(ctx: Ctx, userId: number): Promise<Ways> {
  const found = await Promise.all(ctx.app.contributions(secondFactor).map((one) => one.ways(ctx, userId)));
  return { code: found.some(({ code }) => code), passkey: found.some(({ passkey }) => passkey) };
}

/** The answer to a right password where it is not enough. */
export async function nextStep(
  request: Request,
  h: ResponseToolkit,
  user: User,
  next: string,
  opening: SessionOpening = { via: 'local' },
): Promise<ResponseObject | undefined> {
  for (const one of request.ctx.app.contributions(secondFactor)) {
    const answer = await one.begin(request, h, user, next, opening);
    if (answer) return answer;
  }
  return undefined;
}

/** @throws Problem unauthorized for a wrong proof, and where nothing can check it; rate_limited */
export async function checkProof(ctx: Ctx, proof: Proof): Promise<void> {
  const checks = ctx.app.contributions(secondFactor);
  if (!checks.length) throw new Problem('unauthorized', 'This account has no second factor.');
  for (const one of checks) await one.check(ctx, proof);
}

/** Ends sign-ins that were begun with a password which is another one from now on. */
export async function interruptSignIns(tx: Ctx, userId: number): Promise<void> {
  for (const one of tx.app.contributions(secondFactor)) await one.interrupt(tx, userId);
}

/** Takes the second factor off an account. */
export const removeSecondFactor = (ctx: Ctx, userId: number): Promise<void> =>
  ctx.tx(async (tx) => {
    for (const one of tx.app.contributions(secondFactor)) await one.remove(tx, userId);
  });
