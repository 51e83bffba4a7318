// OpenID Connect: the way to the provider and the way back, with PKCE, state, nonce and signatures that are checked.
import type { Request } from '@hapi/hapi';
import { randomSecret } from '../../../core/boot/secrets.ts';
import type { App } from '../../../core/kernel/app.ts';
import { type LoginTransaction, loginTransactions } from '../../auth/contract.ts';
import type { ProvedIdentity } from '../contract.ts';
import type { SettingsCheck, SignOnProvider, TriedSettings } from '../provider.ts';
import { SignInRefusal } from '../refusal.ts';
import { claimAt, claimedIdentity } from './claims.ts';
import { ALGORITHMS, forgetMetadata, oidcClientOf, refusalReason } from './client.ts';

export const OIDC_CALLBACK = '/auth/oidc/callback';
export const LOGOUT = '/auth/oidc/logout';
export const BACKCHANNEL = '/auth/oidc/backchannel-logout';

const redirectUri = (app: App): string => `${app.baseUrl}${OIDC_CALLBACK}`;

const message = (error: unknown): string => {
  const { message: said, cause } = error as Error & { cause?: Error };
  return cause?.message && cause.message !== said ? `${said}: ${cause.message}` : said;
};

export const oidcProvider: SignOnProvider = {
  id: 'oidc',
  nameOf: ({ oidc }) => oidc.name,
  issuer: async (_ctx, { oidc }) => oidc.issuer,
  missing: ({ settings: { oidc } }) => (oidc.issuer ? (oidc.client_id ? undefined : 'client_id') : 'issuer'),
  fault: async () => undefined,
  addresses: ({ app }) => ({
    redirect_uri: redirectUri(app),
    post_logout_redirect_uri: `${app.baseUrl}${LOGOUT}`,
    backchannel_logout_uri: `${app.baseUrl}${BACKCHANNEL}`,
  }),
  async begin(request, h, { purpose, next, tried, data }) {
    const { ctx } = request;
    const { oidc } = tried.settings;
    const isPosted = oidc.response_mode === 'form_post';
    if (isPosted && !ctx.use(loginTransactions).canBePosted(ctx)) throw new SignInRefusal('plain_http');
    const { client, config } = await oidcClientOf(ctx, tried);
    const [nonce, verifier] = [randomSecret(), client.randomPKCECodeVerifier()];
    const begun = await ctx.use(loginTransactions).begin(request, {
      ...{ provider: 'oidc', purpose, next, nonce, verifier, isPosted, data },
    });
    const address = client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri(ctx.app),
      scope: oidc.scopes,
      state: begun.state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(isPosted ? { response_mode: 'form_post' } : {}),
      ...(purpose === 'reauth' ? { prompt: 'login', max_age: '0' } : {}),
      ...(purpose === 'test' || purpose === 'connect' ? { prompt: 'login' } : {}),
    });
    return begun.give(h.redirect(address.href));
  },
  async check(ctx, tried) {
    forgetMetadata(ctx.app, tried.settings.oidc.issuer);
    try {
      const { metadata } = await oidcClientOf(ctx, tried);
      return checksOf(metadata as Record<string, unknown>);
    } catch (error) {
      const why = error instanceof SignInRefusal ? error.cause : error;
      return [{ name: 'discovery', ok: false, detail: message(why) }];
    }
  },
};

function checksOf(metadata: Record<string, unknown>): SettingsCheck[] {
  const algorithms = metadata.id_token_signing_alg_values_supported as string[];
  const pkce = metadata.code_challenge_methods_supported as string[] | undefined;
  return [
    { name: 'discovery', ok: true, detail: String(metadata.issuer) },
    {
      name: 'signatures',
      ok: algorithms.length > 0,
      detail: algorithms.join(', ') || `none of ${ALGORITHMS.join(', ')}`,
    },
    {
      name: 'pkce',
      ok: true,
      detail: pkce?.includes('S256') ? 'S256' : 'sent, although the provider does not name it',
    },
    {
      name: 'logout',
      ok: true,
      detail: metadata.end_session_endpoint ? String(metadata.end_session_endpoint) : 'only here',
    },
  ];
}

/** Exchanges what the provider sent back for what it says of the person. @throws SignInRefusal */
export async function completeSignIn(
  request: Request,
  tried: TriedSettings,
  transaction: LoginTransaction,
  parameters: Record<string, string>,
): Promise<ProvedIdentity> {
  const { ctx } = request;
  const { client, config, metadata, keep } = await oidcClientOf(ctx, tried);
  const address = new URL(redirectUri(ctx.app));
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  try {
    const tokens = await client.authorizationCodeGrant(config, address, {
      expectedState: parameters.state,
      expectedNonce: transaction.nonce,
      pkceCodeVerifier: transaction.verifier,
      idTokenExpected: true,
    });
    const own = (tokens.claims() ?? {}) as Record<string, unknown>;
    const { oidc } = tried.settings;
    const isWhole = [oidc.email_claim, oidc.groups_claim].every((name) => claimAt(own, name) !== undefined);
    const more =
      isWhole || !metadata.userinfo_endpoint
        ? {}
        : await client.fetchUserInfo(config, tokens.access_token, String(own.sub));
    const identity = claimedIdentity({ ...more, ...own }, oidc);
    keep();
    return { ...identity, idToken: tokens.id_token ?? '' };
  } catch (error) {
    ctx.log.warn({ err: error, issuer: tried.settings.oidc.issuer }, 'the answer of the sign-in provider is refused');
    throw new SignInRefusal(refusalReason(error), {}, error);
  }
}
