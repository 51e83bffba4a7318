// The client of an OpenID provider: what the provider says of itself is kept an hour, and all calls take the one way out.
import type { Configuration, ServerMetadata } from 'openid-client';
import { Problem } from '../../../core/http/problem.ts';
import type { App } from '../../../core/kernel/app.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { TriedSettings } from '../provider.ts';
import { type RefusalReason, SignInRefusal } from '../refusal.ts';

const HOUR_MS = 3_600_000;
/** of one call to the provider */
const LIMIT_SECONDS = 8;
/** Clocks may differ by so many, as for SAML. */
const CLOCK_SKEW_SECONDS = 60;
/** The library asks for keys anew only when those it has are this old, in seconds; new keys are for use at once. */
const KEY_AGE = 100;

/** Signatures that only the provider can make; HMAC and none are missing on purpose. */
export const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

interface Keys {
  jwks: { keys: object[] };
  uat: number;
}

interface Known {
  issuer: string;
  until: number;
  metadata: Promise<ServerMetadata>;
  keys?: Keys;
}

const known = new WeakMap<App, Map<string, Known>>();
const KNOWN_MAX = 20;

/** Loads on first use. */
export const library = () => import('openid-client');

type Library = Awaited<ReturnType<typeof library>>;

const outgoing =
  (app: App) =>
  (url: string, options: object): Promise<Response> =>
    app.outbound.fetch(url, options);

async function discover(app: App, issuer: string): Promise<ServerMetadata> {
  const client = await library();
  const isPlain = issuer.startsWith('http:');
  const found = await client.discovery(new URL(issuer), 'discovery', undefined, client.None(), {
    [client.customFetch]: outgoing(app) as never,
    execute: isPlain ? [client.allowInsecureRequests] : [],
    timeout: LIMIT_SECONDS,
  });
  const { supportsPKCE: _, ...metadata } = found.serverMetadata();
  const offered = metadata.id_token_signing_alg_values_supported ?? ['RS256'];
  return { ...metadata, id_token_signing_alg_values_supported: offered.filter((one) => ALGORITHMS.includes(one)) };
}

/** What the provider says of itself; asked at most once at a time, and at most once an hour. */
function knownOf(app: App, issuer: string): Known {
  const all = known.get(app) ?? new Map<string, Known>();
  known.set(app, all);
  const now = Date.parse(app.now());
  const before = all.get(issuer);
  if (before && before.until > now) return before;
  if (all.size >= KNOWN_MAX) all.clear();
  const one: Known = { issuer, until: now + HOUR_MS, metadata: discover(app, issuer) };
  all.set(issuer, one);
  one.metadata.catch(() => {
    if (all.get(issuer) === one) all.delete(issuer);
  });
  return one;
}

/** Asks anew, for the test of settings. */
export function forgetMetadata(app: App, issuer: string): void {
  known.get(app)?.delete(issuer);
}

/** Most providers take the secret in a header, some in the body alone. */
function authentication(client: Library, metadata: ServerMetadata, secret: string | undefined) {
  if (!secret) return client.None();
  const ways = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return ways.includes('client_secret_basic') || !ways.includes('client_secret_post')
    ? client.ClientSecretBasic(secret)
    : client.ClientSecretPost(secret);
}

/** Why a sign-in ended: what comes of a provider that fails says nothing of whether its answer was right. */
export function refusalReason(error: unknown): RefusalReason {
  for (let at = error; at instanceof Error || at instanceof Response; at = 'cause' in at ? at.cause : undefined) {
    if (at instanceof Response) return at.status >= 500 ? 'provider_away' : 'wrong_answer';
    const { code = '' } = at as Error & { code?: string };
    if (at instanceof Problem || /^(OAUTH_TIMEOUT|OAUTH_ABORT|UND_ERR_|ECONN)/.test(code)) return 'provider_away';
    if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return 'clock';
  }
  return 'wrong_answer';
}

export interface OidcClient {
  client: Library;
  config: Configuration;
  metadata: ServerMetadata;
  /** keeps the keys that were fetched meanwhile */
  keep(): void;
}

/** @throws SignInRefusal provider_away when the provider does not say what it is */
export async function oidcClientOf({ app, log }: Ctx, { settings, secrets }: TriedSettings): Promise<OidcClient> {
  const { issuer, client_id } = settings.oidc;
  const client = await library();
  const one = knownOf(app, issuer);
  const metadata = await one.metadata.catch((error: Error) => {
    log.warn({ err: error, issuer }, 'the sign-in provider does not answer');
    throw new SignInRefusal('provider_away', {}, error);
  });
  const secret = secrets['oidc.client_secret'];
  const about = { ...(secret ? { client_secret: secret } : {}), [client.clockTolerance]: CLOCK_SKEW_SECONDS };
  const config = new client.Configuration(metadata, client_id, about, authentication(client, metadata, secret));
  config[client.customFetch] = outgoing(app) as never;
  config.timeout = LIMIT_SECONDS;
  if (issuer.startsWith('http:')) client.allowInsecureRequests(config);
  client.enableNonRepudiationChecks(config);
  if (one.keys) {
    const uat = Math.floor(Date.now() / 1000) - KEY_AGE;
    client.setJwksCache(config, { jwks: one.keys.jwks as never, uat });
  }
  const keep = () => {
    const keys = client.getJwksCache(config);
    if (keys) one.keys = keys as Keys;
  };
  return { client, config, metadata, keep };
}
