// The addresses of SAML: there, back, our metadata, and out again from either side.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { type Route, route } from '../../../core/http/route.ts';
import { type LoginTransaction, loginTransactions, safeNext, signIn } from '../../auth/contract.ts';
import { requireProvider } from '../configuration/configuration.ts';
import { recordSignIn, requestOrigin } from '../history/history.ts';
import { accept } from '../identity/purpose.ts';
import { refusing } from '../identity/refusals.ts';
import { triedIn } from '../identity/trial.ts';
import { AFTER_LOGOUT } from '../oidc/sign-out.ts';
import { isOwnClick } from '../own-click.ts';
import type { TriedSettings } from '../provider.ts';
import { SignInRefusal } from '../refusal.ts';
import { signingKeys } from '../saml/keys.ts';
import { SAML_CALLBACK, SAML_LOGIN, SAML_LOGOUT, SAML_METADATA, serviceParty } from '../saml/parties.ts';
import { completeSaml, samlProvider } from '../saml/provider.ts';
import { inThread } from '../saml/saml-runner.ts';
import type { SamlMessage } from '../saml/saml-worker.ts';
import { samlLogoutAddress, takeLogout } from '../saml/sign-out.ts';
import { countSignIn } from '../sign-in-limit.ts';
import { HOME } from './html-oidc.ts';

const open = (because: string) => ({ public: true as const, because });
const next = () => Joi.string().allow('').max(2000);
const message = () => Joi.string().max(400_000);

const notSetUp = (error: unknown): never => {
  throw new SignInRefusal('not_set_up', {}, error);
};

const login = route({
  method: 'GET',
  path: SAML_LOGIN,
  rules: { access: open('people sign in here'), html: true, early: true },
  options: { id: 'saml.login', validate: { query: Joi.object({ next: next() }) } },
  handler: (request, h) =>
    refusing(request, h, 'saml', async () => {
      countSignIn(request);
      const { ctx } = request;
      const { stored } = await requireProvider(ctx, 'saml').catch(notSetUp);
      const begun = { purpose: 'login' as const, next: safeNext(request.query.next, HOME), tried: stored };
      const answer = await samlProvider.begin(request, h, begun);
      await ctx.tx((tx) => recordSignIn(tx, requestOrigin(request), 'saml', 'attempt'));
      return answer;
    }),
});

type Waiting = Omit<LoginTransaction, 'requestId'>;

/** An answer that names no question of ours is taken where the provider may begin, for coming in and nothing else. */
function unasked({ ctx }: Request, current: TriedSettings | undefined): Waiting {
  if (!current) throw new SignInRefusal('not_set_up');
  if (!current.settings.saml.allow_idp_initiated) throw new SignInRefusal('unknown_sign_in');
  return {
    ...{ provider: 'saml', purpose: 'login' as const, next: HOME, sessionId: null, data: '' },
    ...{ nonce: '', verifier: '', createdAt: ctx.now() },
  };
}

/** Whoever waits for the answer to a question. @throws SignInRefusal */
async function waitingFor(request: Request, requestId: string): Promise<Waiting> {
  // Questions that are asked in another way have no name.
  if (!requestId) throw new SignInRefusal('unknown_sign_in');
  const transaction = await request.ctx.use(loginTransactions).take(request, { requestId });
  if (transaction === 'expired') throw new SignInRefusal('too_late');
  if (transaction?.provider !== 'saml' || transaction.purpose === 'link') throw new SignInRefusal('unknown_sign_in');
  return transaction;
}

async function complete(request: Request, h: ResponseToolkit): Promise<ResponseObject> {
  const { ctx } = request;
  const { SAMLResponse: response = '' } = (request.payload ?? {}) as { SAMLResponse?: string };
  // Nothing of strangers is parsed where nobody signs in this way; settings are tried before they are switched on.
  const tries = () => ctx.use(loginTransactions).isUnderWay(request, { provider: 'saml', purpose: 'test' });
  const current = await requireProvider(ctx, 'saml').then(
    ({ stored }) => stored,
    async (error: unknown) => ((await tries()) ? undefined : notSetUp(error)),
  );
  let waiting: Waiting | undefined;
  const identity = await completeSaml(ctx, response, current, async (requestId) => {
    waiting = requestId === null ? unasked(request, current) : await waitingFor(request, requestId);
    const tried = waiting.purpose === 'test' ? triedIn(waiting) : current;
    if (!tried) throw new SignInRefusal('not_set_up');
    return tried;
  });
  return accept(request, h, { requestId: '', ...(waiting as Waiting) }, identity);
}

const callback = route({
  method: 'POST',
  path: SAML_CALLBACK,
  rules: { access: open('the provider signs its answer'), html: true, early: true, form: true },
  options: {
    id: 'saml.callback',
    payload: { allow: ['application/x-www-form-urlencoded'], maxBytes: 1_048_576 },
    validate: {
      payload: Joi.object({
        SAMLResponse: message().allow(''),
        RelayState: Joi.string().allow('').max(2000),
      })
        .unknown()
        .allow(null),
    },
  },
  handler: (request, h) =>
    refusing(request, h, 'saml', async () => {
      countSignIn(request);
      return complete(request, h);
    }),
});

const metadata = route({
  method: 'GET',
  path: SAML_METADATA,
  rules: { access: open('providers read who this service is') },
  options: { id: 'saml.metadata', description: 'Who this service is, for SAML providers (XML)' },
  handler: async (request, h) => {
    countSignIn(request);
    const { ctx } = request;
    const provider = { entity_id: '', sso_url: '', slo_url: null, certificates: [] };
    const keys = await signingKeys(ctx);
    const xml = await inThread('serviceMetadata', { provider, service: serviceParty(ctx.app), keys });
    return h.response(xml).type('application/samlmetadata+xml').header('cache-control', 'no-store');
  },
});

async function signOut(request: Request, h: ResponseToolkit): Promise<ResponseObject> {
  const { ctx } = request;
  const { actor } = ctx;
  const onward = safeNext(request.query.next, AFTER_LOGOUT);
  const sessionId = actor.type === 'user' ? actor.sessionId : undefined;
  const away = sessionId ? await samlLogoutAddress(request, sessionId) : undefined;
  if (sessionId) await ctx.use(signIn).end(ctx, [sessionId]);
  const answer = h.redirect(away?.address ?? onward).code(request.method === 'post' ? 303 : 302);
  const cleared = ctx.use(signIn).clear(ctx, answer);
  if (!away) return cleared;
  const { requestId } = away;
  const begun = await ctx
    .use(loginTransactions)
    .begin(request, { provider: 'saml', purpose: 'login', next: onward, requestId, isPosted: true });
  return begun.give(cleared);
}

const messageIn = (source: Record<string, unknown>, query?: string): SamlMessage | undefined => {
  const kind = (['SAMLRequest', 'SAMLResponse'] as const).find((name) => typeof source[name] === 'string');
  return kind && { kind, value: source[kind] as string, ...(query !== undefined && { query }) };
};

const answerTo = (request: Request, h: ResponseToolkit, sent: SamlMessage) =>
  refusing(request, h, 'saml', async () => {
    countSignIn(request);
    const { onward, isOwn } = await takeLogout(request, sent);
    const answer = h.redirect(onward ?? AFTER_LOGOUT).code(request.method === 'post' ? 303 : 302);
    // A message that ended the sessions of others says nothing of whose browser brings it.
    return isOwn ? request.ctx.use(signIn).clear(request.ctx, answer) : answer;
  });

const logouts = [
  route({
    method: 'GET',
    path: SAML_LOGOUT,
    rules: { access: open('signing out twice is no fault'), html: true, early: true },
    options: {
      id: 'saml.logout',
      validate: { query: Joi.object({ next: next(), SAMLRequest: message(), SAMLResponse: message() }).unknown() },
    },
    handler: async (request, h) => {
      const sent = messageIn(request.query, request.url.search.slice(1));
      if (sent) return answerTo(request, h, sent);
      if (isOwnClick(request)) return signOut(request, h);
      return h.view('auth/logout', { title: request.ctx.app.messages.text(request.ctx.locale, 'auth.logout.title') });
    },
  }),
  route({
    method: 'POST',
    path: SAML_LOGOUT,
    rules: { access: open('the provider signs its message'), html: true, early: true, form: true },
    options: {
      id: 'saml.logout-form',
      payload: { maxBytes: 1_048_576 },
      validate: {
        query: Joi.object({ next: next() }),
        payload: Joi.object({ SAMLRequest: message(), SAMLResponse: message(), RelayState: Joi.any() })
          .unknown()
          .allow(null),
      },
    },
    handler: async (request, h) => {
      const sent = messageIn((request.payload ?? {}) as Record<string, unknown>);
      if (sent) return answerTo(request, h, sent);
      return refusing(request, h, 'saml', async () => {
        countSignIn(request);
        throw new SignInRefusal('wrong_answer');
      });
    },
  }),
];

export const samlRoutes: Route[] = [login, callback, metadata, ...logouts];
