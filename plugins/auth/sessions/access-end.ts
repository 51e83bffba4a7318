// What an account is open by ends all at once: when somebody signs out everywhere, or the password is a new one.
import type { Ctx } from '../../../core/kernel/context.ts';
import { accessEnding } from '../contract.ts';
import { sessions } from '../store.ts';

/** Ends all sessions but one, and what other plugins keep beside them; inside a transaction. */
export async function endAccess(tx: Ctx, userId: number, exceptSession?: string): Promise<void> {
  await sessions.revokeAll(tx, userId, exceptSession);
  for (const end of tx.app.contributions(accessEnding)) await end(tx, userId);
}
