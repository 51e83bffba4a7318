// What an account is open by ends all at once: when somebody signs out everywhere, or the password is a new one.
import type { Ctx } from '../../../core/kernel/context.ts';
import { accessEnding, accountHandover } from '../contract.ts';
import { sessions, tokens } from '../store.ts';
import { removeSecondFactor } from './second-factor.ts';

/** Ends all sessions but one, and what other plugins keep beside them; inside a transaction. */
export async function endAccess(tx: Ctx, userId: number, exceptSession?: string): Promise<void> {
  await sessions.revokeAll(tx, userId, exceptSession);
  for (const end of tx.app.contributions(accessEnding)) await end(tx, userId);
}

/**
 * The account comes to whoever has proved its address, and whoever had it before may be somebody else: of what opens it
 * beside the password nothing stays; inside a transaction.
 */
export async function handOverAccount(tx: Ctx, userId: number): Promise<void> {
  for (const { id } of await tokens.of(tx, userId)) await tokens.revoke(tx, id);
  await removeSecondFactor(tx, userId);
  for (const leave of tx.app.contributions(accountHandover)) await leave(tx, userId);
}
