// Signing out at an OpenID provider as well: the session here ends first, whatever the provider says.
import type { Request } from '@hapi/hapi';
import type { Ctx } from '../../../core/kernel/context.ts';
import { safeNext } from '../../auth/contract.ts';
import { currentSettings } from '../configuration/current.ts';
import { idTokenOf } from '../identity/session.ts';
import { sessionStore } from '../identity/store.ts';
import { oidcClientOf } from './client.ts';
import { LOGOUT } from './provider.ts';

export const AFTER_LOGOUT = '/auth/login?provider=local';

/** The provider brings people back to one address, which it knows; where they wanted to go stands in `state`. */
export const stateOf = (next: string): string => Buffer.from(next).toString('base64url');
export const nextOf = (state: string): string => safeNext(Buffer.from(state, 'base64url').toString(), AFTER_LOGOUT);

/** Where the provider signs this session out, with a way back; nothing where it does not, or does not answer. */
export async function providerLogout({ ctx }: Request, sessionId: string, next: string): Promise<string | undefined> {
  const session = await sessionStore.byId(ctx, sessionId);
  const stored = await currentSettings(ctx);
  const { issuer, enabled } = stored.settings.oidc;
  if (session?.provider !== 'oidc' || !enabled || !stored.isReadable) return undefined;
  try {
    const { client, config, metadata } = await oidcClientOf(ctx, stored);
    // As the provider writes it, which the settings may not.
    if (session.issuer !== metadata.issuer || !metadata.end_session_endpoint) return undefined;
    const idToken = idTokenOf(ctx, session.id_token_encrypted);
    const address = client.buildEndSessionUrl(config, {
      post_logout_redirect_uri: `${ctx.app.baseUrl}${LOGOUT}`,
      state: stateOf(next),
      ...(idToken ? { id_token_hint: idToken } : {}),
    });
    return address.href;
  } catch (error) {
    ctx.log.warn({ err: error, issuer }, 'the sign-in provider cannot sign out');
    return undefined;
  }
}

/** Where sessions of the provider are signed out. */
export async function oidcLogoutWay(ctx: Ctx, via: string): Promise<string | undefined> {
  const { settings } = await currentSettings(ctx);
  return via === 'oidc' && settings.enabled && settings.oidc.enabled ? LOGOUT : undefined;
}
