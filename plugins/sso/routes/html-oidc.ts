// The addresses of OpenID Connect: there, back, and out again from either side.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { Problem } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf } from '../../../core/http/schema-fields.ts';
import { type LoginTransaction, loginTransactions, safeNext, signIn } from '../../auth/contract.ts';
import { requireProvider } from '../configuration/configuration.ts';
import { recordSignIn, requestOrigin } from '../history/history.ts';
import { accept } from '../identity/purpose.ts';
import { refusing, sendBack } from '../identity/refusals.ts';
import { triedIn } from '../identity/trial.ts';
import { endByToken } from '../oidc/logout-token.ts';
import { BACKCHANNEL, completeSignIn, LOGOUT, OIDC_CALLBACK, oidcProvider } from '../oidc/provider.ts';
import { AFTER_LOGOUT, nextOf, providerLogout } from '../oidc/sign-out.ts';
import { isOwnClick } from '../own-click.ts';
import { SignInRefusal } from '../refusal.ts';
import { countSignIn } from '../sign-in-limit.ts';

const open = (because: string) => ({ public: true as const, because });
const next = () => Joi.string().allow('').max(2000);

/** Where whoever signs in goes when they say nothing. */
export const HOME = '/workspaces';

const login = route({
  method: 'GET',
  path: '/auth/oidc/login',
  rules: { access: open('people sign in here'), html: true, early: true },
  options: { id: 'oidc.login', validate: { query: Joi.object({ next: next() }) } },
  handler: (request, h) =>
    refusing(request, h, 'oidc', async () => {
      countSignIn(request);
      const { ctx } = request;
      const { stored } = await requireProvider(ctx, 'oidc').catch((error: unknown) => {
        throw new SignInRefusal('not_set_up', {}, error);
      });
      const begun = { purpose: 'login' as const, next: safeNext(request.query.next, HOME), tried: stored };
      const answer = await oidcProvider.begin(request, h, begun);
      await ctx.tx((tx) => recordSignIn(tx, requestOrigin(request), 'oidc', 'attempt'));
      return answer;
    }),
});

/** What the provider sent back, each parameter once. */
const answered = Joi.object().pattern(Joi.string().max(100), Joi.any());

const parametersOf = (sent: object): Record<string, string> =>
  Object.fromEntries(Object.entries(sent).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));

async function complete(request: Request, h: ResponseToolkit, sent: object): Promise<ResponseObject> {
  const { ctx } = request;
  const parameters = parametersOf(sent);
  const { state = '', error } = parameters;
  const transaction = await ctx.use(loginTransactions).take(request, { state });
  if (transaction === 'expired') throw new SignInRefusal('too_late');
  // Whoever was refused there begins again, also where nobody knows any more what was begun.
  if (!transaction && error !== undefined) return sendBack(request, h, 'oidc');
  if (transaction?.provider !== 'oidc' || transaction.purpose === 'link') throw new SignInRefusal('unknown_sign_in');
  const tried =
    transaction.purpose === 'test' ? triedIn(transaction) : (await requireProvider(ctx, 'oidc').catch(notSetUp)).stored;
  if (error !== undefined) return sentBack(request, h, transaction, error);
  const identity = await completeSignIn(request, tried, transaction, parameters);
  return accept(request, h, transaction, identity);
}

const notSetUp = (error: unknown): never => {
  throw new SignInRefusal('not_set_up', {}, error);
};

/** The provider itself refused, or the person did there. */
async function sentBack(
  request: Request,
  h: ResponseToolkit,
  { purpose }: LoginTransaction,
  error: string,
): Promise<ResponseObject> {
  const { ctx } = request;
  ctx.log.info({ provider_error: error.slice(0, 100) }, 'the sign-in provider refused');
  // Whoever is signed in already would never see the login page.
  if (purpose !== 'login') throw new SignInRefusal('provider_refused');
  return sendBack(request, h, 'oidc');
}

const callbacks = (['GET', 'POST'] as const).map((method) =>
  route({
    method,
    path: OIDC_CALLBACK,
    rules: {
      access: open('the provider sends people here; the transaction is the proof'),
      html: true,
      early: true,
      ...(method === 'POST' ? { form: true } : {}),
    },
    options: {
      id: method === 'GET' ? 'oidc.callback' : 'oidc.callback-form',
      validate: method === 'GET' ? { query: answered } : { payload: answered.allow(null), query: Joi.any() },
    },
    handler: (request, h) =>
      refusing(request, h, 'oidc', async () => {
        countSignIn(request);
        return complete(request, h, (method === 'GET' ? request.query : (request.payload ?? {})) as object);
      }),
  }),
);

async function signOut(request: Request, h: ResponseToolkit): Promise<ResponseObject> {
  const { ctx } = request;
  const { actor } = ctx;
  const onward = safeNext(request.query.next, AFTER_LOGOUT);
  const sessionId = actor.type === 'user' ? actor.sessionId : undefined;
  const address = sessionId ? await providerLogout(request, sessionId, onward) : undefined;
  if (sessionId) await ctx.use(signIn).end(ctx, [sessionId]);
  const status = request.method === 'post' ? 303 : 302;
  return ctx.use(signIn).clear(ctx, h.redirect(address ?? onward).code(status));
}

const logouts = [
  route({
    method: 'GET',
    path: LOGOUT,
    rules: { access: open('signing out twice is no fault'), html: true, early: true },
    options: {
      id: 'oidc.logout',
      validate: { query: Joi.object({ next: next(), state: Joi.string().max(3000) }) },
    },
    handler: async (request, h) => {
      const { state } = request.query as { state?: string };
      // The provider brings people back here when it is done.
      if (state !== undefined && request.ctx.actor.type !== 'user') return h.redirect(nextOf(state));
      if (!isOwnClick(request))
        return h.view('auth/logout', { title: request.ctx.app.messages.text(request.ctx.locale, 'auth.logout.title') });
      return signOut(request, h);
    },
  }),
  route({
    method: 'POST',
    path: LOGOUT,
    rules: { access: open('signing out twice is no fault'), html: true, early: true, form: true },
    options: {
      id: 'oidc.logout-form',
      validate: { query: Joi.object({ next: next() }), payload: Joi.object({ csrf }).allow(null) },
    },
    handler: signOut,
  }),
];

const backchannel = route({
  method: 'POST',
  path: BACKCHANNEL,
  rules: { access: open('the provider signs its message'), form: true },
  options: {
    id: 'oidc.backchannel-logout',
    description: 'Ends the sessions that a signed message of the provider names',
    validate: { payload: Joi.object({ logout_token: Joi.string().max(16_384).required() }).unknown() },
  },
  handler: async (request, h) => {
    countSignIn(request);
    const { logout_token: token } = request.payload as { logout_token: string };
    try {
      await endByToken(request.ctx, token, requestOrigin(request));
    } catch (error) {
      if (error instanceof Problem && error.code === 'malformed_request')
        await request.ctx.tx((tx) =>
          recordSignIn(tx, requestOrigin(request), 'oidc', 'rejected', { reason: 'logout_token' }),
        );
      throw error;
    }
    return h.response({ ok: true }).header('cache-control', 'no-store');
  },
});

export const oidcRoutes: Route[] = [login, ...callbacks, ...logouts, backchannel];
