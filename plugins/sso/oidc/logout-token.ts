// Messages by which an OpenID provider ends sessions here (OpenID Connect Back-Channel Logout 1.0).
import { hashSecret } from '../../../core/boot/secrets.ts';
import { Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { signIn } from '../../auth/contract.ts';
import { requireProvider } from '../configuration/configuration.ts';
import { type RequestOrigin, recordSignIn } from '../history/history.ts';
import { replayStore, sessionStore } from '../identity/store.ts';
import { ALGORITHMS, oidcClientOf } from './client.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** A message that is older is not taken; as long a second one of the same id is known. */
const MINUTES = 10;

const bad = (why: string, cause?: unknown): Problem =>
  new Problem('malformed_request', `The logout token is refused: ${why}.`, { cause });

interface LogoutClaims {
  iss: string;
  sub?: string;
  sid?: string;
  jti?: string;
}

function isAbout(decode: () => { iss?: string }, issuer: string): boolean {
  try {
    return decode().iss === issuer;
  } catch {
    return false;
  }
}

async function verified(ctx: Ctx, token: string): Promise<LogoutClaims> {
  const { stored } = await requireProvider(ctx, 'oidc');
  const { metadata } = await oidcClientOf(ctx, stored).catch((error: unknown) => {
    throw bad('the provider does not answer', error);
  });
  const { createLocalJWKSet, decodeJwt, jwtVerify } = await import('jose');
  // Whoever sends anything at all makes nobody ask for keys.
  if (!isAbout(() => decodeJwt(token), metadata.issuer)) throw bad('it is not of this provider');
  const keys = await ctx.app.outbound
    .request(String(metadata.jwks_uri), { timeoutMs: 8000 })
    .then(({ body }) => createLocalJWKSet(JSON.parse(body.toString())))
    .catch((error: unknown) => {
      throw bad('the keys of the provider cannot be read', error);
    });
  const { payload } = await jwtVerify(token, keys, {
    issuer: metadata.issuer,
    audience: stored.settings.oidc.client_id,
    algorithms: ALGORITHMS,
    maxTokenAge: MINUTES * 60,
    clockTolerance: 60,
    requiredClaims: ['iat', 'jti'],
    currentDate: new Date(ctx.now()),
  }).catch((error: unknown) => {
    throw bad('its signature or its claims are wrong', error);
  });
  const events = payload.events as Record<string, unknown> | undefined;
  if (typeof events?.[EVENT] !== 'object') throw bad('it is no logout token');
  if ('nonce' in payload) throw bad('it carries a nonce');
  if (!payload.sub && !payload.sid) throw bad('it names neither a session nor a person');
  return payload as unknown as LogoutClaims;
}

/** Ends the sessions that the message names. @throws Problem malformed_request */
export async function endByToken(ctx: Ctx, token: string, origin: RequestOrigin): Promise<number> {
  const { iss, sub, sid, jti } = await verified(ctx, token);
  return ctx.tx(async (tx) => {
    const expires = new Date(Date.parse(tx.now()) + 2 * MINUTES * 60_000).toISOString();
    if (!(await replayStore.take(tx, hashSecret(`logout ${iss} ${jti}`), expires))) throw bad('it was used already');
    const ids = await sessionStore.named(tx, { provider: 'oidc', issuer: iss, subject: sub, sid });
    await tx.use(signIn).end(tx, ids);
    await recordSignIn(tx, origin, 'oidc', 'success', { reason: 'signed_out', subject: sub ?? sid });
    return ids.length;
  });
}
