// What a sign-in at a provider was for: to come in, to connect, to prove oneself again, or to try the settings.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import { userOf } from '../../../core/kernel/context.ts';
import { type LoginTransaction, loginTransactions, signIn } from '../../auth/contract.ts';
import { settingsFor } from '../configuration/current.ts';
import type { ProvedIdentity, SignOn } from '../contract.ts';
import { recordSignIn, requestOrigin } from '../history/history.ts';
import { type RefusalReason, SignInRefusal } from '../refusal.ts';
import { acceptLogin, connectIdentity, enterIdentity, whoIs } from './acceptance.ts';
import { storableIdentity } from './identity-texts.ts';
import { applyGroups } from './roles.ts';
import { identityStore } from './store.ts';
import { showTrial } from './trial.ts';

/** of clocks, in seconds */
const TOLERANCE = 5;
export const CONTINUE = '/auth/sso/continue';
export const SSO_ACCOUNT_PAGE = '/accounts/sign-on';

/** Marks a sign-in whose identity is proved, so that no answer of a provider is taken for it. */
const HANDED_OVER = 'continue-';

type HandedOver = Pick<LoginTransaction, 'createdAt' | 'data'> & { identity: ProvedIdentity };

/** A form of another site comes without the cookie of the session: the way goes on with a request that brings it. */
async function handOver(
  request: Request,
  h: ResponseToolkit,
  { provider, purpose, next, sessionId, createdAt, data }: LoginTransaction,
  identity: ProvedIdentity,
): Promise<ResponseObject> {
  const begun = await request.ctx.use(loginTransactions).begin(request, {
    ...{ provider: `${HANDED_OVER}${provider}`, purpose, next, sessionId },
    data: JSON.stringify({ identity, createdAt, data }),
  });
  return begun.give(h.redirect(`${CONTINUE}?state=${begun.state}`).code(303));
}

function handedOver({ data }: LoginTransaction): HandedOver {
  try {
    return JSON.parse(data) as HandedOver;
  } catch (error) {
    throw new SignInRefusal('unknown_sign_in', {}, error);
  }
}

/** Takes up what a form of another site began. @throws SignInRefusal */
export async function goOn(request: Request, h: ResponseToolkit, state: string): Promise<ResponseObject> {
  const transaction = await request.ctx.use(loginTransactions).take(request, { state });
  if (transaction === 'expired') throw new SignInRefusal('too_late');
  if (!transaction?.provider.startsWith(HANDED_OVER)) throw new SignInRefusal('unknown_sign_in');
  const { identity, ...rest } = handedOver(transaction);
  const provider = transaction.provider.slice(HANDED_OVER.length);
  return accept(request, h, { ...transaction, ...rest, provider }, identity);
}

function requireSameSession({ ctx }: Request, { sessionId }: LoginTransaction, identity: ProvedIdentity): void {
  const { actor } = ctx;
  if (actor.type !== 'user' || !actor.sessionId || actor.sessionId !== sessionId)
    throw new SignInRefusal('other_session', whoIs(identity));
}

async function acceptConnection(
  request: Request,
  h: ResponseToolkit,
  { next }: LoginTransaction,
  identity: ProvedIdentity,
): Promise<ResponseObject> {
  const { ctx } = request;
  const me = userOf(ctx);
  const settings = await settingsFor(ctx, identity);
  await ctx.tx(async (tx) => {
    const known = await identityStore.byKey(tx, identity);
    if (known && known.user_id !== me.id)
      throw new SignInRefusal('identity_taken', { ...whoIs(identity), user_id: me.id });
    if (known) return enterIdentity(tx, me.id, identity);
    await connectIdentity(tx, me.id, identity);
    await tx.use(signIn).tell(tx, me.id, 'sso.notice.connected.subject', 'sso.notice.connected.text', {
      email: identity.email || identity.subject,
    });
    const about = { ...whoIs(identity), user_id: me.id, reason: 'connected' };
    await recordSignIn(tx, requestOrigin(request), identity.provider, 'success', about);
  });
  if (identity.groups) await applyGroups(ctx, settings, me.id, identity.groups);
  return h.redirect(`${next}?done=connected`);
}

async function acceptProof(
  request: Request,
  h: ResponseToolkit,
  { createdAt, next }: LoginTransaction,
  identity: ProvedIdentity,
): Promise<ResponseObject> {
  const { ctx } = request;
  const me = userOf(ctx);
  const refuse = (reason: RefusalReason) => new SignInRefusal(reason, { ...whoIs(identity), user_id: me.id });
  const known = await identityStore.byKey(ctx, identity);
  if (known?.user_id !== me.id) throw refuse('other_person');
  // The provider may have let them pass without a look.
  const began = Math.floor(Date.parse(createdAt) / 1000) - TOLERANCE;
  if (identity.authTime === undefined || identity.authTime < began) throw refuse('stale_proof');
  await ctx.use(signIn).confirm(ctx);
  await ctx.tx((tx) =>
    recordSignIn(tx, requestOrigin(request), identity.provider, 'success', {
      ...whoIs(identity),
      user_id: me.id,
      reason: 'confirmed',
    }),
  );
  return h.redirect(next);
}

export const accept: SignOn['accept'] = async (request, h, transaction, proved) => {
  const identity = storableIdentity(proved);
  const { purpose } = transaction;
  if (purpose === 'login') return acceptLogin(request, h, transaction, identity);
  if (request.method === 'post') return handOver(request, h, transaction, identity);
  requireSameSession(request, transaction, identity);
  if (purpose === 'connect') return acceptConnection(request, h, transaction, identity);
  if (purpose === 'reauth') return acceptProof(request, h, transaction, identity);
  if (purpose === 'test') return showTrial(request, h, transaction, identity);
  throw new SignInRefusal('unknown_sign_in', whoIs(identity));
};
