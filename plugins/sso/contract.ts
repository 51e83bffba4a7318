// What other plugins that sign people in may use: how a proved identity becomes an account, its roles and a session.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import { type Service, service } from '../../core/kernel/plugin.ts';
import type { LoginTransaction, Via } from '../auth/contract.ts';

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
}

export interface SignOn {
  /**
   * Goes on with somebody who has proved an identity, by what the transaction is for.
   * @throws Refusal, which `refusing` answers
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
}

export const signOn: Service<SignOn> = service('sso.sign-on');
