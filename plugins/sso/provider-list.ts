// The kinds of providers that can sign people in.
import type { SignOnSettings } from './configuration/settings.ts';
import { oidcProvider } from './oidc/provider.ts';
import { PROVIDER_KINDS, type ProviderKind, type SignOnProvider } from './provider.ts';
import { samlProvider } from './saml/provider.ts';

export const providers: Record<ProviderKind, SignOnProvider> = {
  oidc: oidcProvider,
  saml: samlProvider,
};

/** Those that are switched on. */
export const enabledProviders = (settings: SignOnSettings): SignOnProvider[] =>
  settings.enabled ? PROVIDER_KINDS.filter((kind) => settings[kind].enabled).map((kind) => providers[kind]) : [];
