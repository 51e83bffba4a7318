// What other plugins may know of accounts: their shape, the service, and the places where they join in.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import type { Knex } from 'knex';
import type { MessageValues } from '../../core/i18n/message-format.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { type Point, point, type Service, service } from '../../core/kernel/plugin.ts';

export { formAnswer, safeNext } from './form-redirect.ts';
export { hashPassword, verifyPassword } from './passwords/password.ts';
export { actorOf, userSchema } from './present.ts';

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

export interface Accounts {
  /** @throws Problem conflict when login or e-mail is taken, validation_failed for weak passwords */
  create(ctx: Ctx, input: NewAccount, options?: { isAdmin?: boolean; invitation?: string }): Promise<User>;
  byId(ctx: Ctx, id: number): Promise<User | undefined>;
  /** sets the actor's own time zone. @throws Problem validation_failed */
  setTimezone(ctx: Ctx, timezone: string): Promise<void>;
  byIds(ctx: Ctx, ids: number[]): Promise<User[]>;
  /** of these, the people whom the actor may know of */
  known(ctx: Ctx, ids: number[]): Promise<User[]>;
  /** whose proved address this is: one that was only typed counts for nothing */
  byAddress(ctx: Ctx, email: string): Promise<User | undefined>;
  /** of these people, those whose address is proved */
  proved(ctx: Ctx, ids: number[]): Promise<Set<number>>;
  /** the actor has opened a link that was sent to this address: if it is that of their account, it is proved */
  prove(ctx: Ctx, email: string): Promise<void>;
  /** by id, login or e-mail, as commands take it */
  find(ctx: Ctx, name: string): Promise<User | undefined>;
}

/** What administrators may do with accounts; routes grant it to nobody else. */
export interface Administration {
  /** by id; `q` is part of a login or e-mail address */
  page(
    ctx: Ctx,
    options: { q?: string; only?: 'admins' | 'inactive'; limit: number; offset: number },
  ): Promise<{ items: User[]; total: number }>;
  /** @throws Problem not_found, conflict for the last active administrator or the last owner of a workspace */
  change(ctx: Ctx, id: number, wanted: { is_admin?: boolean; is_active?: boolean }): Promise<User>;
  /** ends all sessions of an account */
  signOut(ctx: Ctx, id: number): Promise<void>;
  /** a link with which the person sets a password, once and within an hour; it is a secret */
  resetLink(ctx: Ctx, id: number): Promise<string>;
  /** of these accounts, those that have a second factor */
  guarded(ctx: Ctx, ids: number[]): Promise<number[]>;
  /** takes the second factor off an account whose owner has lost it; they are told. @throws Problem not_found */
  removeSecondFactor(ctx: Ctx, id: number): Promise<void>;
}

/** Lets people in who have proved who they are, and asks them again. */
export interface SignIn {
  /** opens a session and puts its cookies on the answer; a browser that was not seen before is told of by mail */
  open(request: Request, answer: ResponseObject, userId: number): Promise<ResponseObject>;
  /** the caller's right password, or a recent sign-in. @throws Problem reauth_required, rate_limited */
  prove(ctx: Ctx, password: string | undefined): Promise<void>;
  /** tells an account of a change of it by mail; `subject` and `text` are keys of messages */
  tell(ctx: Ctx, userId: number, subject: string, text: string, values?: MessageValues): Promise<void>;
}

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
  begin(request: Request, h: ResponseToolkit, user: User, next: string): Promise<ResponseObject | undefined>;
  /** the caller proves themselves. @throws Problem unauthorized, rate_limited */
  check(ctx: Ctx, proof: Proof): Promise<void>;
  /** by what the account may prove itself beside its password */
  ways(ctx: Ctx, userId: number): Promise<Ways>;
  /** of these accounts, those that have it */
  holders(ctx: Ctx, userIds: number[]): Promise<number[]>;
  /** ends sign-ins that are half done, in the transaction that changes the password */
  interrupt(ctx: Ctx, userId: number): Promise<void>;
  /** takes it off an account, in the caller's transaction */
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
}

export const accounts: Service<Accounts> = service('auth.accounts');
export const administration: Service<Administration> = service('auth.administration');
export const throttle: Service<Throttle> = service('auth.throttle');
export const signIn: Service<SignIn> = service('auth.sign-in');

/** A further proof of who somebody is. */
export const secondFactor: Point<SecondFactor> = point('auth.second-factor');

export interface Registration {
  user: User;
  /** token of the invitation link, if the person came by one */
  invitation?: string;
  /** the first account of the installation */
  first: boolean;
}

/** Runs inside the transaction that creates an account, e.g. to give it a workspace. */
export const accountCreated: Point<(ctx: Ctx, registration: Registration) => Promise<void>> =
  point('auth.account-created');

/** Runs, as the owner, inside the transaction in which an address is proved: what waits for it is theirs. */
export const addressConfirmed: Point<(ctx: Ctx, user: User) => Promise<void>> = point('auth.address-confirmed');

/** The address that an invitation token was sent to; nothing for one that is not good for registering. */
export const invitationCheck: Point<(ctx: Ctx, token: string) => Promise<string | undefined>> =
  point('auth.invitation-check');

/** Narrows a query over users to those whom the actor may know of; it is not run by being awaited. */
export const knownUsers: Point<(ctx: Ctx, query: Knex.QueryBuilder) => Promise<void>> = point('auth.known-users');

/** The language in which somebody reads, from who has noted it. */
export const languages: Point<(ctx: Ctx, userId: number) => Promise<string | undefined>> = point('auth.languages');

/** Runs in the transaction that deactivates an account; throws a Problem where something still needs this person. */
export const accountLeaving: Point<(ctx: Ctx, userId: number) => Promise<void>> = point('auth.account-leaving');
