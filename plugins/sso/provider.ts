// What a kind of provider does for single sign-on: begin a sign-in, check its settings, and sign out there.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import type { Ctx } from '../../core/kernel/context.ts';
import type { LoginPurpose } from '../auth/contract.ts';
import type { SignOnSettings, StoredSettings } from './configuration/settings.ts';

/** Settings with which to sign in: those that are saved, or some that are only tried. */
export type TriedSettings = Pick<StoredSettings, 'settings' | 'secrets'>;

export interface SettingsCheck {
  /** a noun, as a key of messages: `sso.check.<name>` */
  name: string;
  ok: boolean;
  /** one line in English: what was found, or what is wrong */
  detail: string;
}

export interface BegunSignOn {
  purpose: LoginPurpose;
  next: string;
  tried: TriedSettings;
  /** carried to the end of the sign-in; see `LoginTransaction.data` */
  data?: string;
}

export const PROVIDER_KINDS = ['oidc', 'saml'] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

/** Whether somebody came by a provider of single sign-on, and not by a forge or a password. */
export const isProviderKind = (via: string): via is ProviderKind => (PROVIDER_KINDS as readonly string[]).includes(via);

export interface SignOnProvider {
  id: ProviderKind;
  /** what people know it by */
  nameOf(settings: SignOnSettings): string;
  /** the answer that leads to the provider. @throws SignInRefusal */
  begin(request: Request, h: ResponseToolkit, begun: BegunSignOn): Promise<ResponseObject>;
  /** who vouches for people by these settings; undefined while the provider does not say it */
  issuer(ctx: Ctx, settings: SignOnSettings): Promise<string | undefined>;
  /** asks the provider what it says of itself */
  check(ctx: Ctx, tried: TriedSettings): Promise<SettingsCheck[]>;
  /** what must be filled in before it can be switched on; the name of the field, or nothing */
  missing(tried: TriedSettings): string | undefined;
  /** what of the settings cannot be what it is meant to be, seen without asking the provider: the way to the field, and the rule */
  fault(tried: TriedSettings): Promise<{ path: (string | number)[]; rule: string } | undefined>;
  /** addresses for the provider, by the name that it usually has for them */
  addresses(ctx: Ctx): Record<string, string>;
}
