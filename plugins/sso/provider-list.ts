// The kinds of providers that can sign people in.
import type { SignOnSettings } from './configuration/settings.ts';
import { oidcProvider } from './oidc/provider.ts';
import type { SignOnProvider } from './provider.ts';
import { samlProvider } from './saml/provider.ts';

export const providers: Record<SignOnProvider['id'], SignOnProvider> = {
  oidc: oidcProvider,
  saml: samlProvider,
};

const KINDS = ['oidc', 'saml'] as const;

/** Those that are switched on. */
export const enabledProviders = (settings: SignOnSettings): SignOnProvider[] =>
  settings.enabled ? KINDS.filter((kind) => settings[kind].enabled).map((kind) => providers[kind]) : [];
