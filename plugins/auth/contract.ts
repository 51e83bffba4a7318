// What other plugins may know of accounts: their shape, the service, and the places where they join in.
import type { Knex } from 'knex';
import type { Ctx } from '../../core/context.ts';
import { type Point, point, type Service, service } from '../../core/plugin.ts';

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
}

export interface Accounts {
  /** @throws Problem conflict when login or e-mail is taken, validation_failed for weak passwords */
  create(ctx: Ctx, input: NewAccount, options?: { isAdmin?: boolean; invitation?: string }): Promise<User>;
  byId(ctx: Ctx, id: number): Promise<User | undefined>;
  byIds(ctx: Ctx, ids: number[]): Promise<User[]>;
  /** of these, the people whom the actor may know of */
  known(ctx: Ctx, ids: number[]): Promise<User[]>;
  byEmail(ctx: Ctx, email: string): Promise<User | undefined>;
  /** by id, login or e-mail, as commands take it */
  find(ctx: Ctx, name: string): Promise<User | undefined>;
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

/** Whether an invitation token is good for registering; any `true` suffices. */
export const invitationCheck: Point<(ctx: Ctx, token: string) => Promise<boolean>> = point('auth.invitation-check');

/** Narrows a query over users to those whom the actor may know of. */
export const knownUsers: Point<(ctx: Ctx, query: Knex.QueryBuilder) => void> = point('auth.known-users');
