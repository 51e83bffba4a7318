// What other plugins that sign people in may use: how a proved identity becomes an account, its roles and a session.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import type { Ctx } from '../../core/kernel/context.ts';
import { type Point, point, type Service, service } from '../../core/kernel/plugin.ts';
import type { LoginTransaction, Via } from '../auth/contract.ts';
import type { SignOnSettings } from './configuration/settings.ts';

/** By its name of earlier versions, too, which other ways in may throw. */
export { SignInRefusal, SignInRefusal as Refusal } from './refusal.ts';
export { countSignIn } from './sign-in-limit.ts';

/** What a provider has proved of somebody. */
export interface ProvedIdentity {
  provider: Exclude<Via, 'local' | 'passkey'>;
  /** who vouches: the issuer of OpenID Connect, the entity of SAML, the address of a forge */
  issuer: string;
  /** what never changes about the person there */
  subject: string;
  email: string;
  /** undefined: the provider does not say */
  isEmailVerified: boolean | undefined;
  full_name: string;
  /** what they are called there */
  login: string;
  /** undefined: the provider keeps silent about them, so that roles stay as they are */
  groups: string[] | undefined;
  /** how the provider calls its session, or empty */
  sid: string;
  /** needed for signing out there, or empty; a secret */
  idToken: string;
  /** when the person proved themselves there, in seconds since 1970 */
  authTime: number | undefined;
  /** everything the provider said, for the test of the settings */
  claims: Record<string, unknown>;
  /** what `identityEntered` is told again, or empty; a secret */
  keep?: string;
}

export interface SignOn {
  /**
   * Goes on with somebody who has proved an identity, by what the transaction is for.
   * @throws SignInRefusal, which `refusing` answers
   */
  accept(
    request: Request,
    h: ResponseToolkit,
    transaction: LoginTransaction,
    identity: ProvedIdentity,
  ): Promise<ResponseObject>;
  /** runs a step of a sign-in: what it refuses is recorded, and answered with the login page and the reason */
  refusing(
    request: Request,
    h: ResponseToolkit,
    provider: ProvedIdentity['provider'],
    step: () => Promise<ResponseObject>,
  ): Promise<ResponseObject>;
  /**
   * The provider itself refused, or the person did there: one row of the record, and the login page with the reason.
   * @param address where to instead, for those who are signed in
   */
  sendBack(
    request: Request,
    h: ResponseToolkit,
    provider: ProvedIdentity['provider'],
    address?: string,
  ): Promise<ResponseObject>;
  /** notes in the record that somebody sets out to a provider */
  noteAttempt(request: Request, provider: ProvedIdentity['provider']): Promise<void>;
  /**
   * Takes an account's identities of a provider away and ends the sessions that they opened, but the caller's.
   * @throws Problem conflict when nothing else lets the account in
   */
  disconnect(tx: Ctx, userId: number, provider: ProvedIdentity['provider']): Promise<void>;
}

/** Who may come in by a provider that is none of single sign-on's own, and to which account. */
export interface EntryRules extends Pick<SignOnSettings, 'provisioning' | 'linking'> {
  /** whose identities let people in now; null: nobody's, as the provider is switched off */
  issuer: string | null;
}

/** The rules of a provider that another plugin brings, where it is one of these. */
export const entryRules: Point<(ctx: Ctx, provider: string) => Promise<EntryRules | undefined>> =
  point('sso.entry-rules');

/** Runs in the transaction in which an identity comes to an account, or comes to it again. @throws SignInRefusal */
export const identityEntered: Point<(tx: Ctx, userId: number, identity: ProvedIdentity) => Promise<void>> =
  point('sso.identity-entered');

/** Providers of single sign-on, and the identities of people there. */
export const signOn: Service<SignOn> = service('sso.sign-on');
