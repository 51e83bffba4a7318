// What other plugins may know of accounts: their shape, the service, and the places where they join in.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import type { Problem } from '../../core/http/problem.ts';
import type { RateState } from '../../core/http/rate-limits.ts';
import type { MessageValues } from '../../core/i18n/message-format.ts';
import type { Ctx, UserActor } from '../../core/kernel/context.ts';
import { type Point, point, type Service, service } from '../../core/kernel/plugin.ts';

export { formAnswer, safeNext } from './form-redirect.ts';
export { hashPassword, verifyPassword } from './passwords/password.ts';
export { actorOf, personChoices, userSchema } from './present.ts';
export { requireDispensable, safeguardLeaving } from './safeguard.ts';

export interface User {
  id: number;
  login: string;
  email: string;
  full_name: string;
  timezone: string;
  avatar_url: string;
  avatar_color: string;
  is_admin: boolean;
  is_active: boolean;
  created_at: string;
  last_login_at: string | null;
}

export interface NewAccount {
  full_name: string;
  login: string;
  email: string;
  password: string;
  /** of the browser; one that is not known here counts as none */
  timezone?: string;
}

/** Somebody for whom a provider vouches; the login is made unique. */
export interface Provision {
  full_name: string;
  login: string;
  email: string;
  /** the provider has checked that the address is theirs */
  isProved: boolean;
}

/** Accounts of people for whom a provider vouches. */
export interface Provisioning {
  /**
   * Makes an account without a password, never an administrator.
   * @param home whether it gets a workspace of its own
   * @throws Problem conflict when the address is taken, or while there is no account at all
   */
  provision(ctx: Ctx, person: Provision, home: boolean): Promise<User>;
  /**
   * Name and address as the provider says them; an address that is taken stays away. The person is told of a new one,
   * which counts as proved unless `isProved` is false.
   */
  renew(ctx: Ctx, userId: number, person: { full_name?: string; email?: string; isProved?: boolean }): Promise<void>;
  /** the account belongs to whom a provider vouches for: password, second factor, tokens, sessions and what is connected end, its address is told */
  surrender(ctx: Ctx, userId: number): Promise<void>;
  /** whether this is the right password of the account. @throws Problem rate_limited */
  isPassword(ctx: Ctx, userId: number, password: string): Promise<boolean>;
  /** of these accounts, those that have a password */
  withPassword(ctx: Ctx, ids: number[]): Promise<number[]>;
  /**
   * For whoever takes its passkeys or its providers from an account.
   * @throws Problem conflict when it comes in by nothing else
   */
  requireWayInWithout(ctx: Ctx, userId: number, without: 'passkeys' | 'providers'): Promise<void>;
  /** active service administrators */
  admins(ctx: Ctx): Promise<User[]>;
  /** whether somebody has invited this address, to whatever */
  isInvited(ctx: Ctx, email: string): Promise<boolean>;
}

export interface Accounts extends Provisioning {
  /** @throws Problem conflict when login or email is taken, validation_failed for weak passwords */
  create(ctx: Ctx, input: NewAccount, options?: { isAdmin?: boolean; invitation?: string }): Promise<User>;
  byId(ctx: Ctx, id: number): Promise<User | undefined>;
  /** sets the actor's own time zone. @throws Problem validation_failed */
  setTimezone(ctx: Ctx, timezone: string): Promise<void>;
  byIds(ctx: Ctx, ids: number[]): Promise<User[]>;
  /** of these, the people whom the actor may know of */
  known(ctx: Ctx, ids: number[]): Promise<User[]>;
  /** of the people whom the actor may know of, the first whose name, login or address has these words */
  search(ctx: Ctx, words: string, limit: number): Promise<User[]>;
  /** whose proved address this is: one that was only typed counts for nothing */
  byAddress(ctx: Ctx, email: string): Promise<User | undefined>;
  /** of these people, those whose address is proved */
  proved(ctx: Ctx, ids: number[]): Promise<Set<number>>;
  /** the actor has opened a link that was sent to this address: if it is that of their account, it is proved */
  prove(ctx: Ctx, email: string): Promise<void>;
  /** by id, login or email, as commands take it */
  find(ctx: Ctx, name: string): Promise<User | undefined>;
  /** the same for a command that needs one. @throws Problem not_found */
  named(ctx: Ctx, name: string): Promise<User>;
  /** somebody in whose name a command acts. @throws Problem not_found, conflict for a deactivated account */
  actorNamed(ctx: Ctx, name: string): Promise<UserActor>;
}

/** What administrators may do with accounts; routes grant it to nobody else. */
export interface Administration {
  /** by id; `q` is part of a login or email address */
  page(
    ctx: Ctx,
    options: { q?: string; only?: 'admins' | 'inactive'; limit: number; offset: number },
  ): Promise<{ items: User[]; total: number }>;
  /** @throws Problem not_found, conflict for the last active administrator or the last owner of a workspace */
  change(ctx: Ctx, id: number, wanted: { is_admin?: boolean; is_active?: boolean }): Promise<User>;
  /**
   * Deletes an account with all that is its own; what it wrote for others stays, by nobody. @throws Problem as `change`
   */
  remove(ctx: Ctx, id: number): Promise<void>;
  /** ends all sessions of an account */
  signOut(ctx: Ctx, id: number): Promise<void>;
  /** a link with which the person sets a password, once and within an hour; it is a secret */
  resetLink(ctx: Ctx, id: number): Promise<string>;
  /** of these accounts, those that have a second factor */
  guarded(ctx: Ctx, ids: number[]): Promise<number[]>;
  /** how many sessions were opened on each of these days, as `2026-11-20` */
  sessionsPerDay(ctx: Ctx, days: string[]): Promise<number[]>;
  /** takes the second factor off an account whose owner has lost it; they are told. @throws Problem not_found */
  removeSecondFactor(ctx: Ctx, id: number): Promise<void>;
}

/** How a session comes about: local is a password; the others are providers of sign-in. */
export type Via = 'local' | 'passkey' | 'oidc' | 'saml' | 'forge' | 'forge2';

export interface SessionOpening {
  via: Via;
  /** what a provider wants to be told again by `sessionOpened`; not a secret */
  carry?: string;
  /** a session of this browser that ends, where the request could not bring its cookie */
  replaces?: string | null;
}

/** The answer that leads to the second step, where the account has one. */
export type SecondStep = (
  request: Request,
  h: ResponseToolkit,
  user: User,
  next: string,
  opening: SessionOpening,
) => Promise<ResponseObject | undefined>;

/** Lets people in who have proved who they are, and asks them again. */
export interface SignIn {
  /** opens a session and puts its cookies on the answer; a browser that was not seen before is told of by mail */
  open(request: Request, answer: ResponseObject, userId: number, opening: SessionOpening): Promise<ResponseObject>;
  /** the second step where the account has one, as the answer that leads to it */
  further: SecondStep;
  /** @throws Problem sso_required where passwords and passkeys let nobody in, or not this account */
  admit(ctx: Ctx, userId: number | undefined): Promise<void>;
  /** the caller's session has proved itself again */
  confirm(ctx: Ctx): Promise<void>;
  /** takes the cookies of its session from a browser */
  clear(ctx: Ctx, answer: ResponseObject): ResponseObject;
  /** ends sessions, also of others */
  end(ctx: Ctx, sessionIds: string[]): Promise<void>;
  /** the login page with a reason above it */
  refused(request: Request, h: ResponseToolkit, message: string, next?: string): Promise<ResponseObject>;
  /** the caller's right password, or a recent sign-in. @throws Problem reauth_required, rate_limited */
  prove(ctx: Ctx, password: string | undefined): Promise<void>;
  /** the account proves itself by its second factor, where it has one. @throws Problem unauthorized, rate_limited */
  proveFactor(ctx: Ctx, userId: number, code: string | undefined): Promise<void>;
  /** tells an account of a change of it by mail; `subject` and `text` are keys of messages */
  tell(ctx: Ctx, userId: number, subject: string, text: string, values?: MessageValues): Promise<void>;
}

/** A provider that signs people in, as the login page links it: `login_url` takes `next`. */
export interface LoginWay {
  id: string;
  type: string;
  name: string;
  login_url: string;
}

export interface LoginWays {
  list(ctx: Ctx): Promise<LoginWay[]>;
  /** links by which this account may prove itself again */
  proofs(ctx: Ctx, userId: number, next: string): Promise<{ name: string; href: string }[]>;
  /** whether one of these providers lets the account in now */
  letsIn(ctx: Ctx, userId: number): Promise<boolean>;
  /** words for the reason with which a provider sent somebody back to the login page, and for the request that did */
  explain(ctx: Ctx, reason: string, requestId?: string): string | undefined;
  begin?(request: Request, h: ResponseToolkit, provider: string, next: string): Promise<ResponseObject | undefined>;
}

/** Providers that sign people in; `begin` sets out to one that the address of the login page names, where it is theirs. */
export const loginWays: Point<LoginWays> = point('auth.login-ways');

export interface LoginPolicy {
  /** whether providers alone let people in */
  isExclusive(ctx: Ctx): Promise<boolean>;
  /** why this account, or an unknown one, does not come in by password or passkey */
  refuse(ctx: Ctx, userId: number | undefined): Promise<Problem | undefined>;
  /** whether whoever came in this way has proved a second factor there */
  isSecondFactor(ctx: Ctx, via: string): Promise<boolean>;
}

/** Rules on who may come in how. */
export const loginPolicy: Point<LoginPolicy> = point('auth.login-policy');

/** Where a session of this kind is signed out, if not here alone: a path of ours. */
export const logoutWays: Point<(ctx: Ctx, via: string) => Promise<string | undefined>> = point('auth.logout-ways');

/** Runs inside the transaction that opens a session. */
export const sessionOpened: Point<
  (ctx: Ctx, opened: { sessionId: string; userId: number } & SessionOpening) => Promise<void>
> = point('auth.session-opened');

/** Whether somebody has invited this address. */
export const addressInvited: Point<(ctx: Ctx, email: string) => Promise<boolean>> = point('auth.address-invited');

/** Whether who came in by `via` has proved a second factor where they came from. */
export const hasProvedFactor = async (ctx: Ctx, via: string | undefined): Promise<boolean> => {
  if (via === undefined || via === 'local') return false;
  for (const one of ctx.app.contributions(loginPolicy)) if (await one.isSecondFactor(ctx, via)) return true;
  return false;
};

/**
 * What a sign-in at a provider is for: to come in, to connect the provider with the account, to prove oneself again, to
 * try the settings out, or to show whose an account is before the provider is connected with it.
 */
export type LoginPurpose = 'login' | 'connect' | 'reauth' | 'test' | 'link';

export interface LoginTransaction {
  provider: string;
  purpose: LoginPurpose;
  nonce: string;
  /** of PKCE, or empty */
  verifier: string;
  /** id of a request of ours that the answer names, or empty */
  requestId: string;
  next: string;
  /** the session that the browser had when it began */
  sessionId: string | null;
  /** what one step hands to the next */
  data: string;
  /** ISO 8601 */
  createdAt: string;
}

export interface BegunLogin {
  /** the name of the transaction, as long as it lives; known to the browser and the provider */
  state: string;
  /** puts the cookie on the answer that binds the transaction to the browser */
  give(answer: ResponseObject): ResponseObject;
}

/** Sign-ins at providers that are on their way: each is ended once, within ten minutes, by the browser that began it. */
export interface LoginTransactions {
  /** @param isPosted whether the answer comes as a form of another site, which takes another kind of cookie */
  begin(
    request: Request,
    input: Pick<LoginTransaction, 'provider' | 'purpose' | 'next'> & Partial<LoginTransaction> & { isPosted?: boolean },
  ): Promise<BegunLogin>;
  /** ends it; nothing for one that is unknown, used or of another browser, `expired` for one that took too long */
  take(
    request: Request,
    by: { state: string } | { requestId: string },
  ): Promise<LoginTransaction | 'expired' | undefined>;
  /** reads it and leaves it */
  peek(request: Request, state: string): Promise<LoginTransaction | undefined>;
  /** whether this browser has begun one of the kind that may still end */
  isUnderWay(request: Request, of: Pick<LoginTransaction, 'provider' | 'purpose'>): Promise<boolean>;
  /** whether forms of another site come with our cookie: on https, and on this machine */
  canBePosted(ctx: Ctx): boolean;
}

export const loginTransactions: Service<LoginTransactions> = service('auth.login-transactions');

/** Of what proves somebody beside their password: one of the two. */
export interface Proof {
  code?: string;
  /** what `navigator.credentials.get` gave, as JSON */
  passkey?: object;
}

export interface Ways {
  code: boolean;
  passkey: boolean;
}

/** What protects accounts beside the password. */
export interface SecondFactor {
  /** the answer to a right password when it is not enough, with which the person goes on to the second step */
  begin: SecondStep;
  /** the caller proves themselves. @throws Problem unauthorized, rate_limited */
  check(ctx: Ctx, proof: Proof): Promise<void>;
  /** by what the account may prove itself beside its password */
  ways(ctx: Ctx, userId: number): Promise<Ways>;
  /** of these accounts, those that have it */
  holders(ctx: Ctx, userIds: number[]): Promise<number[]>;
  /** ends sign-ins that are half done, in the transaction that changes the password */
  interrupt(ctx: Ctx, userId: number): Promise<void>;
  /** takes it off an account, in the caller's transaction. @throws Problem conflict where the account has to keep it */
  remove(ctx: Ctx, userId: number): Promise<void>;
}

/** Counts events in the database, across processes. */
export interface Throttle {
  /**
   * Takes one try from each counter. @throws Problem rate_limited (429) when one is used up.
   * The returned function gives them back, for a try that turned out to be no failure.
   */
  take(ctx: Ctx, counters: { key: string; limit: number; seconds: number }[]): Promise<() => Promise<void>>;
  /** takes one and says whether there was one, for what is then simply left undone */
  has(ctx: Ctx, counter: { key: string; limit: number; seconds: number }): Promise<boolean>;
  /** what is left of one, which stays as it is */
  left(ctx: Ctx, counter: { key: string; limit: number; seconds: number }): Promise<RateState>;
}

/** Who has an account: finds people, makes accounts and changes them. */
export const accounts: Service<Accounts> = service('auth.accounts');
export const administration: Service<Administration> = service('auth.administration');
export const throttle: Service<Throttle> = service('auth.throttle');
export const signIn: Service<SignIn> = service('auth.sign-in');

/** A further proof of who somebody is. */
export const secondFactor: Service<SecondFactor> = service('auth.second-factor');

export * from './extension-points.ts';
