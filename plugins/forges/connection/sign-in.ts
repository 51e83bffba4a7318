// The way to a forge and back: an address with state and challenge there, a code that becomes an identity here.
import { createHash } from 'node:crypto';
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import { randomSecret } from '../../../core/boot/secrets.ts';
import type { App } from '../../../core/kernel/app.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { type LoginPurpose, type LoginWays, loginTransactions, safeNext, signIn } from '../../auth/contract.ts';
import { countSignIn, type EntryRules, SignInRefusal, signOn } from '../../sso/contract.ts';
import { adapterOf } from '../adapters/adapter-list.ts';
import { ForgeFault } from '../adapters/forge-api.ts';
import { canConnect, clientSecretOf, FORGE_CALLBACK, provisioningOf } from '../registration/registration.ts';
import { type ForgeKey, type ForgeRow, forgeStore, KEYS } from '../registration/store.ts';
import { tokenIdentity } from './connection.ts';
import { exchangeCode, TokenRefusal } from './oauth.ts';

export const FORGE_ACCOUNTS_PAGE = '/accounts/forges';
const HOME = '/workspaces';

const redirectUri = (app: App): string => `${app.baseUrl}${FORGE_CALLBACK}`;
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');
const isKey = (name: string): name is ForgeKey => (KEYS as readonly string[]).includes(name);

/** The answer that leads to the forge. */
export async function setOut(
  request: Request,
  h: ResponseToolkit,
  forge: ForgeRow,
  { purpose, next }: { purpose: LoginPurpose; next: string },
): Promise<ResponseObject> {
  const { app } = request.ctx;
  if (!canConnect(forge)) throw new SignInRefusal('not_set_up');
  const verifier = randomSecret();
  const begun = await request.ctx.use(loginTransactions).begin(request, {
    ...{ provider: forge.key, purpose, next, verifier },
    // Whoever comes back is asked of the forge that was there when they set out.
    data: forge.base_url,
  });
  const adapter = adapterOf(forge);
  const address = new URL(adapter.authorizeUrl(forge.base_url));
  address.search = new URLSearchParams({
    client_id: forge.client_id,
    redirect_uri: redirectUri(app),
    response_type: 'code',
    scope: adapter.scope(Boolean(forge.private_repositories)),
    state: begun.state,
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
  }).toString();
  return begun.give(h.redirect(address.href));
}

const mayEnter = (forge: ForgeRow): boolean => Boolean(forge.login) && canConnect(forge);

export const forgeWays: LoginWays = {
  list: async (ctx) =>
    (await forgeStore.all(ctx))
      .filter(mayEnter)
      .map(({ key, type, name }) => ({ id: key, type, name, login_url: `/auth/login?provider=${key}` })),
  // Forges do not say when somebody last proved themselves there.
  proofs: async () => [],
  // Identities of forges are kept and asked with all others, by single sign-on.
  letsIn: async () => false,
  explain: () => undefined,
  async begin(request, h, provider, next) {
    const { ctx } = request;
    const forge = isKey(provider) ? await forgeStore.byKey(ctx, provider) : undefined;
    if (!forge || !mayEnter(forge)) return undefined;
    return ctx.use(signOn).refusing(request, h, forge.key, async () => {
      countSignIn(request);
      await ctx.use(signIn).admit(ctx, undefined);
      const answer = await setOut(request, h, forge, { purpose: 'login', next: next === '/' ? HOME : safeNext(next) });
      await ctx.use(signOn).noteAttempt(request, forge.key);
      return answer;
    });
  },
};

/** Forges have rules of their own on who gets an account; nobody comes to an account by an address alone. */
export async function forgeRules(ctx: Ctx, provider: string): Promise<EntryRules | undefined> {
  const forge = isKey(provider) ? await forgeStore.byKey(ctx, provider) : undefined;
  if (!forge) return undefined;
  return {
    provisioning: { ...provisioningOf(forge), update_profile: false },
    linking: 'confirm',
    issuer: mayEnter(forge) ? forge.base_url : null,
  };
}

interface Answered {
  state?: string;
  code?: string;
  error?: string;
}

/** Ends what `setOut` began. @throws SignInRefusal */
export async function finishForgeSignIn(
  request: Request,
  h: ResponseToolkit,
  { state = '', code, error }: Answered,
): Promise<ResponseObject> {
  const { ctx } = request;
  const transaction = await ctx.use(loginTransactions).take(request, { state });
  if (transaction === 'expired') throw new SignInRefusal('too_late');
  // Whoever was refused there begins again, also where nobody knows any more what was begun.
  if (!transaction && error !== undefined) return ctx.use(signOn).sendBack(request, h, 'forge');
  if (!transaction || !isKey(transaction.provider) || transaction.purpose === 'link')
    throw new SignInRefusal('unknown_sign_in');
  const forge = await forgeStore.byKey(ctx, transaction.provider);
  if (!forge || forge.base_url !== transaction.data) throw new SignInRefusal('not_set_up');
  if (error !== undefined || code === undefined) {
    ctx.log.info({ provider_error: (error ?? '').slice(0, 100) }, 'the forge refused');
    const address = transaction.purpose === 'login' ? undefined : `${transaction.next}?done=refused`;
    return ctx.use(signOn).sendBack(request, h, forge.key, address);
  }
  const isLogin = transaction.purpose === 'login';
  if (isLogin && !mayEnter(forge)) throw new SignInRefusal('not_set_up');
  if (isLogin) await ctx.use(signIn).admit(ctx, undefined);
  const secret = clientSecretOf(ctx, forge);
  if (secret === undefined) throw new SignInRefusal('not_set_up');
  const given = { code, verifier: transaction.verifier, redirectUri: redirectUri(ctx.app) };
  const identity = await exchangeCode(ctx.app, forge, secret, given)
    .then((tokens) => tokenIdentity(ctx, forge, tokens))
    .catch((cause: unknown) => {
      if (cause instanceof TokenRefusal) throw new SignInRefusal('wrong_answer', {}, cause);
      if (cause instanceof ForgeFault) throw new SignInRefusal('provider_away', {}, cause);
      throw cause;
    });
  return ctx.use(signOn).accept(request, h, transaction, identity);
}
