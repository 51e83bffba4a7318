// Identities are taken off an account: never the only way in, and their sessions end with them; or all of them, where
// the account comes to somebody else.
import { actorId, type Ctx } from '../../../core/kernel/context.ts';
import { accounts, signIn } from '../../auth/contract.ts';
import { currentSettings } from '../configuration/current.ts';
import { entryRules } from '../contract.ts';
import { enabledProviders } from '../provider-list.ts';
import { type IdentityRow, identityStore, sessionStore } from './store.ts';

/** Whether one of them is of a provider that lets people in now: not of one that was switched off or is another by now. */
export async function someLetsIn(tx: Ctx, identities: IdentityRow[]): Promise<boolean> {
  for (const { provider, issuer } of identities) {
    const now = await issuerNow(tx, provider);
    // Providers name themselves with a last slash, or without it.
    if (now?.replace(/\/$/, '') === issuer.replace(/\/$/, '')) return true;
  }
  return false;
}

async function issuerNow(ctx: Ctx, provider: string): Promise<string | null | undefined> {
  const { settings } = await currentSettings(ctx);
  const own = enabledProviders(settings).find(({ id }) => id === provider);
  if (own) return own.issuer(ctx, settings);
  // Nobody comes in by a forge where single sign-on is the only way.
  if (settings.enabled && settings.sso_only) return null;
  for (const rules of ctx.app.contributions(entryRules)) {
    const found = await rules(ctx, provider);
    if (found) return found.issuer;
  }
  return undefined;
}

/** @throws Problem conflict when nothing else lets the account in */
export async function disconnectIdentities(
  tx: Ctx,
  userId: number,
  isMeant: (one: IdentityRow) => boolean,
): Promise<void> {
  const own = await identityStore.hold(tx, userId);
  const meant = own.filter(isMeant);
  if (!meant.length) return;
  const others = own.filter((one) => !meant.includes(one));
  if (!(await someLetsIn(tx, others))) await tx.use(accounts).requireWayInWithout(tx, userId, 'providers');
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
