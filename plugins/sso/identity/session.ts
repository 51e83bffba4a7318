// Sessions that came of a provider: what is noted when one opens, so that it can be signed out from either side.
import type { Ctx } from '../../../core/kernel/context.ts';
import { accounts, type SessionOpening, signIn } from '../../auth/contract.ts';
import { currentSettings, forgetSettings, settingsFor } from '../configuration/current.ts';
import { isExclusive } from '../configuration/exclusiveness.ts';
import { ssoSettingsStore } from '../configuration/store.ts';
import type { ProvedIdentity } from '../contract.ts';
import { type RequestOrigin, recordSignIn } from '../history/history.ts';
import { isProviderKind } from '../provider.ts';
import { personGroups } from './person-groups.ts';
import { applyGroups } from './roles.ts';
import { identityStore, sessionStore } from './store.ts';

const PURPOSE = 'sso-session';

interface Carried {
  identityId: number;
  /** the account was made for this sign-in */
  isNew: boolean;
  sid: string;
  idToken: string;
  version: number;
  origin: RequestOrigin;
}

/** What a sign-in tells its session; the token in it is encrypted. */
export const carried = (
  { app }: Ctx,
  { sid, idToken }: ProvedIdentity,
  about: Omit<Carried, 'sid' | 'idToken'>,
): string =>
  JSON.stringify({ ...about, sid, idToken: idToken ? app.secrets.encrypt(idToken, PURPOSE) : '' } satisfies Carried);

/** The token that the provider gave, or nothing where it can no longer be read. */
export function idTokenOf({ app }: Ctx, sealed: string): string | undefined {
  try {
    return sealed ? app.secrets.decrypt(sealed, PURPOSE) : undefined;
  } catch {
    return undefined;
  }
}

/** Notes a session in the transaction that opens it, and gives the roles of its groups; one by password is told of, where providers alone let people in. */
export async function noteSession(
  tx: Ctx,
  { sessionId, userId, via, carry }: { sessionId: string; userId: number } & SessionOpening,
): Promise<void> {
  if (via === 'local' || via === 'passkey') return tellOfBreakGlass(tx, userId);
  if (!carry) return;
  const { identityId, isNew, sid, idToken, version, origin } = JSON.parse(carry) as Carried;
  const identity = await identityStore.touch(tx, identityId);
  if (!identity) return;
  await sessionStore.insert(tx, { session_id: sessionId, identity_id: identityId, sid, id_token_encrypted: idToken });
  const { subject, email } = identity;
  await recordSignIn(tx, origin, via, 'success', { subject, email, user_id: userId });
  // A sign-in at a forge says nothing of groups, nor of the settings of single sign-on.
  if (!isProviderKind(via)) return;
  const groups = (await personGroups(tx, [userId])).get(userId);
  if (groups || isNew) await applyGroups(tx, await settingsFor(tx, { provider: via }), userId, groups ?? undefined);
  const { provenVersion } = await currentSettings(tx);
  if (provenVersion !== version && (await ssoSettingsStore.prove(tx, version))) forgetSettings(tx);
}

async function tellOfBreakGlass(tx: Ctx, userId: number): Promise<void> {
  if (!(await isExclusive(tx))) return;
  const user = await tx.use(accounts).byId(tx, userId);
  const origin = { ip_address: tx.address, user_agent: '', request_id: '' };
  await recordSignIn(tx, origin, 'local', 'success', { reason: 'break_glass', email: user?.email, user_id: userId });
  const by = user?.full_name || user?.login || '';
  for (const { id } of await tx.use(accounts).admins(tx))
    await tx.use(signIn).tell(tx, id, 'sso.notice.break_glass.subject', 'sso.notice.break_glass.text', { by });
}
