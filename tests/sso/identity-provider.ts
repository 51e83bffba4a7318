// A real OpenID provider for tests, whose people and keys a test decides.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';

export type Claims = Record<string, unknown> & { email?: string };

export const CLIENT = { client_id: 'commonplace', client_secret: 'a secret of the client' };

export class IdentityProvider {
  readonly people = new Map<string, Claims>();
  /** who signs in there without being asked; with nobody a form asks */
  who: string | undefined;
  /** parameters of the authorization requests that came */
  readonly asked: URLSearchParams[] = [];
  /** answers instead of the provider, where it returns true */
  intercept: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  /** a token of the provider that says whatever a test wants */
  sign: (claims: JWTPayload) => Promise<string> = async () => '';
  #provider: Provider | undefined;
  #application = '';
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<IdentityProvider> {
    const server = createServer();
    const made = new IdentityProvider(server);
    server.on('request', (request, response) => void made.#answer(request, response));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return made;
  }

  /** another host than that of the product, so that browsers see another site */
  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** for OUTBOUND_ALLOW */
  get host(): string {
    return new URL(this.issuer).host;
  }

  /** Knows the product from now on; called again, it has other keys. */
  async serve(application: string, more: Configuration = {}): Promise<void> {
    this.#application = application;
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const key = {
      ...(await exportJWK(privateKey)),
      alg: 'RS256',
      use: 'sig',
      kid: `key-${this.asked.length}-${Date.now()}`,
    };
    this.sign = (claims) => new SignJWT(claims).setProtectedHeader({ alg: key.alg, kid: key.kid }).sign(privateKey);
    const { port } = new URL(application);
    this.#provider = new Provider(this.issuer, {
      clients: [
        {
          ...CLIENT,
          redirect_uris: [`${application}/auth/oidc/callback`],
          post_logout_redirect_uris: [`${application}/auth/oidc/logout`],
          backchannel_logout_uri: `http://127.0.0.1:${port}/auth/oidc/backchannel-logout`,
          backchannel_logout_session_required: true,
        },
      ],
      claims: {
        openid: ['sub'],
        profile: ['name', 'preferred_username', 'groups', '_claim_names'],
        email: ['email', 'email_verified'],
      },
      conformIdTokenClaims: false,
      jwks: { keys: [key as never] },
      cookies: { keys: ['a key for tests'] },
      pkce: { required: () => true },
      features: {
        devInteractions: { enabled: false },
        rpInitiatedLogout: { enabled: true },
        backchannelLogout: { enabled: true },
      },
      interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
      findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, ...this.people.get(id) }) }),
      // It refuses this machine for messages of its own.
      fetch: (url, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown }) => fetch(url as URL, options),
      ...more,
    } as Configuration);
    this.#provider.on('server_error', (_ctx, error) => console.error(error));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.issuer);
    if (this.intercept?.(request, response)) return;
    if (url.pathname === '/auth') this.asked.push(url.searchParams);
    const uid = /^\/interaction\/([\w-]+)$/.exec(url.pathname)?.[1];
    if (uid) return this.#interact(request, response, url);
    if (!this.#provider || !this.#application) return void response.writeHead(503).end();
    this.#provider.callback()(request, response);
  }

  /** Asks who it is, and takes any answer. */
  async #interact(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const provider = this.#provider as Provider;
    const accountId = this.who ?? url.searchParams.get('who');
    if (!accountId) {
      response.setHeader('content-type', 'text/html');
      const form = '<form><label>Who <input name="who" autofocus></label><button>Sign in</button></form>';
      return void response.end(`<!doctype html><title>Provider</title><h1>Provider</h1>${form}`);
    }
    if (!this.people.has(accountId)) return provider.interactionFinished(request, response, { error: 'access_denied' });
    const details = await provider.interactionDetails(request, response);
    const grant = new provider.Grant({ accountId, clientId: CLIENT.client_id });
    grant.addOIDCScope(String(details.params.scope));
    const grantId = await grant.save();
    await provider.interactionFinished(request, response, { login: { accountId }, consent: { grantId } });
  }
}
