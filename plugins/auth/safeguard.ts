// What an account has to keep for the sake of the service: its second factor, or the office of an administrator.
import type { Ctx } from '../../core/kernel/context.ts';
import { type Point, point } from '../../core/kernel/plugin.ts';

/**
 * Runs in the transaction that takes from an account its second factor, or the office of an administrator, before it
 * does; throws a Problem where the account has to keep it.
 */
export const safeguardLeaving: Point<(ctx: Ctx, userId: number) => Promise<void>> = point('auth.safeguard-leaving');

/**
 * To be called in a transaction, before the last second factor of an account, or its office, is taken from it. Whoever
 * adds to the point sees the account as it still is, and says why it cannot be spared.
 * @param userId the account that is about to lose it
 * @throws Problem conflict where the account has to keep it
 */
export async function requireDispensable(tx: Ctx, userId: number): Promise<void> {
  for (const check of tx.app.contributions(safeguardLeaving)) await check(tx, userId);
}
