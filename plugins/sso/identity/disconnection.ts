// Identities are taken off an account: never the only way in, and their sessions end with them; or all of them, where
// the account comes to somebody else.
import { Problem } from '../../../core/http/problem.ts';
import { actorId, type Ctx } from '../../../core/kernel/context.ts';
import { accounts, signIn } from '../../auth/contract.ts';
import { type IdentityRow, identityStore, sessionStore } from './store.ts';

/** @throws Problem conflict when nothing else lets the account in */
export async function disconnectIdentities(
  tx: Ctx,
  userId: number,
  isMeant: (one: IdentityRow) => boolean,
): Promise<void> {
  const own = await identityStore.hold(tx, userId);
  const meant = own.filter(isMeant);
  if (!meant.length) return;
  const [hasPassword] = await tx.use(accounts).withPassword(tx, [userId]);
  if (own.length === meant.length && !hasPassword)
    throw new Problem('conflict', 'This is your only way in. Set a password first.');
  const mine = actorId(tx) === userId && tx.actor.type === 'user' ? tx.actor.sessionId : undefined;
  for (const { id } of meant) {
    // Whoever holds the identity may hold sessions that it opened; one's own goes on.
    const opened = await sessionStore.ofIdentity(tx, id);
    await tx.use(signIn).end(
      tx,
      opened.filter((one) => one !== mine),
    );
    await identityStore.remove(tx, id);
  }
  await tx.use(signIn).tell(tx, userId, 'sso.notice.removed.subject', 'sso.notice.removed.text');
}

/** Whoever had the account before may have connected an identity of their own with it. */
export async function removeIdentities(tx: Ctx, userId: number): Promise<void> {
  await identityStore.removeAll(tx, userId);
}
