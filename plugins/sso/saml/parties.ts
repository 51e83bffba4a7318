// Both sides of SAML, as one question or answer needs them.
import type { App } from '../../../core/kernel/app.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { SamlSettings } from '../configuration/settings.ts';
import { signingKeys } from './keys.ts';
import { providerDetails } from './metadata-source.ts';
import type { SamlParties, SamlSides } from './saml-worker.ts';

export const SAML_LOGIN = '/auth/saml/login';
export const SAML_CALLBACK = '/auth/saml/callback';
export const SAML_METADATA = '/auth/saml/metadata';
export const SAML_LOGOUT = '/auth/saml/logout';

/** We are called by the address of our metadata. */
export const serviceParty = ({ baseUrl }: App): SamlSides['service'] => ({
  entity_id: `${baseUrl}${SAML_METADATA}`,
  callback_url: `${baseUrl}${SAML_CALLBACK}`,
  logout_url: `${baseUrl}${SAML_LOGOUT}`,
});

/** @throws SignInRefusal not_set_up, provider_away */
export async function samlSides(ctx: Ctx, saml: SamlSettings): Promise<SamlSides> {
  return { provider: await providerDetails(ctx, saml), service: serviceParty(ctx.app) };
}

/** @throws SignInRefusal not_set_up, provider_away */
export async function samlParties(ctx: Ctx, saml: SamlSettings): Promise<SamlParties> {
  const [sides, keys] = await Promise.all([samlSides(ctx, saml), signingKeys(ctx)]);
  return { ...sides, keys };
}
