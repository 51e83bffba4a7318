// The token endpoint of a forge: a code becomes a token, an old token a new one, and a token is ended.
import type { App } from '../../../core/kernel/app.ts';
import { adapterOf } from '../adapters/adapter-list.ts';
import { ForgeFault } from '../adapters/forge-api.ts';
import type { ForgeRow } from '../registration/store.ts';

export interface ForgeTokens {
  access: string;
  refresh: string | null;
  /** ISO 8601; null: the forge names no end */
  expiresAt: string | null;
}

const LIMIT_MS = 8000;
const ANSWER_BYTES = 64 * 1024;

/** Why a forge gives no token, in the words of OAuth, such as `invalid_grant`. */
export class TokenRefusal extends Error {}

interface TokenAnswer {
  access_token?: unknown;
  refresh_token?: unknown;
  expires_in?: unknown;
  error?: unknown;
}

const parsed = (text: string): TokenAnswer => {
  try {
    return (JSON.parse(text) ?? {}) as TokenAnswer;
  } catch {
    return {};
  }
};

/** @throws TokenRefusal, ForgeFault when the forge is away */
async function ask(app: App, forge: ForgeRow, secret: string, fields: Record<string, string>): Promise<ForgeTokens> {
  const now = Date.now();
  const body = new URLSearchParams({ client_id: forge.client_id, client_secret: secret, ...fields }).toString();
  const answer = await app.outbound
    .request(adapterOf(forge).tokenUrl(forge.base_url), {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': 'commonplace',
      },
      body,
      timeoutMs: LIMIT_MS,
      maxBytes: ANSWER_BYTES,
    })
    .catch((error: unknown) => {
      throw new ForgeFault('away', error);
    });
  const { access_token: access, refresh_token: refresh, expires_in: seconds, error } = parsed(answer.body.toString());
  // GitHub answers 200 with the fault in it.
  if (typeof error === 'string') throw new TokenRefusal(error.slice(0, 100));
  if (answer.status !== 200 || typeof access !== 'string' || !access)
    throw new ForgeFault('away', new Error(`status ${answer.status} of the token endpoint`));
  const lasts = Number(seconds);
  return {
    access,
    refresh: typeof refresh === 'string' && refresh ? refresh : null,
    expiresAt: lasts > 0 ? new Date(now + lasts * 1000).toISOString() : null,
  };
}

export const exchangeCode = (
  app: App,
  forge: ForgeRow,
  secret: string,
  given: { code: string; verifier: string; redirectUri: string },
): Promise<ForgeTokens> =>
  ask(app, forge, secret, {
    grant_type: 'authorization_code',
    code: given.code,
    code_verifier: given.verifier,
    redirect_uri: given.redirectUri,
  });

export const exchangeRefresh = (app: App, forge: ForgeRow, secret: string, refresh: string): Promise<ForgeTokens> =>
  ask(app, forge, secret, { grant_type: 'refresh_token', refresh_token: refresh });

/** Ends a token there, where the forge has a way; one that is away keeps nobody from leaving it. */
export async function endToken(app: App, forge: ForgeRow, secret: string, token: string): Promise<void> {
  const adapter = adapterOf(forge);
  const asked = adapter.revoke?.(forge.base_url, { id: forge.client_id, secret }, token);
  if (!asked) return;
  const { url, ...options } = asked;
  await app.outbound
    .request(url, { ...options, timeoutMs: LIMIT_MS, maxBytes: ANSWER_BYTES, cut: true })
    .catch((error: unknown) =>
      app.log.info({ err: error, forge: forge.key }, 'a token could not be ended at the forge'),
    );
}
