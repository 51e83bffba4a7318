// Signing out over SAML from either side: the session here ends first, whatever the provider says.
import type { Request } from '@hapi/hapi';
import type { Ctx } from '../../../core/kernel/context.ts';
import { loginTransactions, signIn } from '../../auth/contract.ts';
import { currentSettings } from '../configuration/current.ts';
import { recordSignIn, requestOrigin } from '../history/history.ts';
import { idTokenOf } from '../identity/session.ts';
import { sessionStore } from '../identity/store.ts';
import { SignInRefusal } from '../refusal.ts';
import { SAML_LOGOUT, samlParties } from './parties.ts';
import { accepted, newRequestId } from './provider.ts';
import { inThread } from './saml-runner.ts';
import type { SamlLogout, SamlMessage } from './saml-worker.ts';

/** Where the provider signs this session out; nothing where it does not, or does not answer. */
export async function samlLogoutAddress(
  { ctx }: Request,
  sessionId: string,
): Promise<{ address: string; requestId: string } | undefined> {
  const session = await sessionStore.byId(ctx, sessionId);
  const { settings, isReadable } = await currentSettings(ctx);
  if (session?.provider !== 'saml' || !settings.enabled || !settings.saml.enabled || !isReadable) return undefined;
  const named = idTokenOf(ctx, session.id_token_encrypted);
  try {
    const parties = await samlParties(ctx, settings.saml);
    if (!named || !parties.provider.slo_url || parties.provider.entity_id !== session.issuer) return undefined;
    const requestId = newRequestId();
    return { address: await inThread('logoutAddress', parties, requestId, JSON.parse(named)), requestId };
  } catch (error) {
    ctx.log.warn({ err: error }, 'the sign-in provider cannot sign out');
    return undefined;
  }
}

/** Where sessions of the provider are signed out. */
export async function samlLogoutWay(ctx: Ctx, via: string): Promise<string | undefined> {
  const { settings } = await currentSettings(ctx);
  return via === 'saml' && settings.enabled && settings.saml.enabled ? SAML_LOGOUT : undefined;
}

interface TakenLogout {
  onward: string | undefined;
  isOwn: boolean;
}

/**
 * A message of the provider: its request ends the sessions that it names, and is answered; its answer ends our own way.
 * @returns where to go now: to the provider, or to where whoever signed out wanted to go (undefined: nowhere special);
 * and whether the browser that brings it is signed out by it
 * @throws SignInRefusal
 */
export async function takeLogout(request: Request, message: SamlMessage): Promise<TakenLogout> {
  const { ctx } = request;
  const { settings, isReadable } = await currentSettings(ctx);
  if (!settings.enabled || !settings.saml.enabled || !isReadable) throw new SignInRefusal('not_set_up');
  const parties = await samlParties(ctx, settings.saml);
  const logout: SamlLogout = accepted(ctx, await inThread('acceptLogout', parties, message, Date.parse(ctx.now())));
  if (logout.kind === 'answer') {
    const { inResponseTo: requestId } = logout;
    const begun = requestId ? await ctx.use(loginTransactions).take(request, { requestId }) : undefined;
    return { onward: begun && begun !== 'expired' ? begun.next : undefined, isOwn: begun !== undefined };
  }
  const ended = await endNamed(request, parties.provider.entity_id, logout);
  const onward = parties.provider.slo_url ? await inThread('logoutAnswerAddress', parties, logout.id) : undefined;
  const { actor } = ctx;
  return { onward, isOwn: actor.type === 'user' && ended.includes(actor.sessionId ?? '') };
}

async function endNamed(
  request: Request,
  issuer: string,
  { nameId, sessionIndexes }: Extract<SamlLogout, { kind: 'request' }>,
): Promise<string[]> {
  return request.ctx.tx(async (tx) => {
    const own = await sessionStore.ofIssuer(tx, { provider: 'saml', issuer });
    const ids = own
      .filter(({ sid, id_token_encrypted }) => {
        const named = idTokenOf(tx, id_token_encrypted);
        const isPerson = named !== undefined && JSON.parse(named).nameId === nameId;
        return isPerson && (!sessionIndexes.length || sessionIndexes.includes(sid));
      })
      .map(({ session_id }) => session_id);
    await tx.use(signIn).end(tx, ids);
    await recordSignIn(tx, requestOrigin(request), 'saml', 'success', { reason: 'signed_out', subject: nameId });
    return ids;
  });
}
