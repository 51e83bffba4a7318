// What the plugins that protect accounts beside the password say of them; without such a plugin the password is all.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import { Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { type Proof, type SessionOpening, secondFactor, type User, type Ways } from '../contract.ts';

/** Of these accounts, those that have a second factor. */
export const guardedOf = async (ctx: Ctx, userIds: number[]): Promise<number[]> =>
  (await ctx.find(secondFactor)?.holders(ctx, userIds)) ?? [];

/** By what an account may prove itself beside its password. */
export const secondFactorWays = async (ctx: Ctx, userId: number): Promise<Ways> =>
  (await ctx.find(secondFactor)?.ways(ctx, userId)) ?? { code: false, passkey: false };

/** The answer to a right password where it is not enough. */
export const nextStep = async (
  request: Request,
  h: ResponseToolkit,
  user: User,
  next: string,
  opening: SessionOpening = { via: 'local' },
): Promise<ResponseObject | undefined> => request.ctx.find(secondFactor)?.begin(request, h, user, next, opening);

/** @throws Problem unauthorized for a wrong proof, and where nothing can check it; rate_limited */
export async function checkProof(ctx: Ctx, proof: Proof): Promise<void> {
  const factor = ctx.find(secondFactor);
  if (!factor) throw new Problem('unauthorized', 'This account has no second factor.');
  await factor.check(ctx, proof);
}

/** Ends sign-ins that were begun with a password which is another one from now on. */
export async function interruptSignIns(tx: Ctx, userId: number): Promise<void> {
  await tx.find(secondFactor)?.interrupt(tx, userId);
}

/** Takes the second factor off an account. */
export const removeSecondFactor = (ctx: Ctx, userId: number): Promise<void> =>
  ctx.tx(async (tx) => {
    await tx.find(secondFactor)?.remove(tx, userId);
  });
