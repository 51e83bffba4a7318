// What other plugins may know of accounts: their shape, the service, and the places where they join in.
import type { Knex } from 'knex';
import type { Ctx } from '../../core/context.ts';
import { type Point, point, type Service, service } from '../../core/plugin.ts';

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
  byEmail(ctx: Ctx, email: string): Promise<User | undefined>;
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
}

/** Counts events in the database, across processes. */
export interface Throttle {
  /**
   * Takes one try from each counter. @throws Problem rate_limited (429) when one is used up.
   * The returned function gives them back, for a try that turned out to be no failure.
   */
  take(ctx: Ctx, counters: { key: string; limit: number; seconds: number }[]): Promise<() => Promise<void>>;
}

export const accounts: Service<Accounts> = service('auth.accounts');
export const administration: Service<Administration> = service('auth.administration');
export const throttle: Service<Throttle> = service('auth.throttle');

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

/** The address that an invitation token was sent to; nothing for one that is not good for registering. */
export const invitationCheck: Point<(ctx: Ctx, token: string) => Promise<string | undefined>> =
  point('auth.invitation-check');

/** Narrows a query over users to those whom the actor may know of. */
export const knownUsers: Point<(ctx: Ctx, query: Knex.QueryBuilder) => void> = point('auth.known-users');

/** Runs in the transaction that deactivates an account; throws a Problem where something still needs this person. */
export const accountLeaving: Point<(ctx: Ctx, userId: number) => Promise<void>> = point('auth.account-leaving');
