// Where other plugins join in what happens to accounts: their making, their addresses, their end.
import type { Knex } from 'knex';
import type { App } from '../../core/kernel/app.ts';
import type { Ctx, UserActor } from '../../core/kernel/context.ts';
import { type Point, point } from '../../core/kernel/plugin.ts';
import type { User } from './contract.ts';

export interface Registration {
  user: User;
  /** token of the invitation link, if the person came by one */
  invitation?: string;
  /** the first account of the installation */
  first: boolean;
  /** false: no workspace of its own is wanted */
  home: boolean;
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

/** Runs in the transaction that deactivates or deletes an account; throws a Problem where something still needs this person. */
export const accountLeaving: Point<(ctx: Ctx, userId: number) => Promise<void>> = point('auth.account-leaving');

/** Runs in the transaction that deletes an account, before it does: what is nobody's without this person goes too. */
export const accountRemoval: Point<(ctx: Ctx, userId: number) => Promise<void>> = point('auth.account-removal');

/** Runs in the transaction in which all sessions of an account end, or its password is a new one. */
export const accessEnding: Point<(ctx: Ctx, userId: number) => Promise<void>> = point('auth.access-ending');

/** Runs in the transaction in which an account comes to whoever has proved its address: what was connected before goes. */
export const accountHandover: Point<(ctx: Ctx, userId: number) => Promise<void>> = point('auth.account-handover');

/** Something that acts for a person until it is ended: a session, a token, a browser that is connected. */
export interface Device {
  /** within its kind */
  id: string;
  name: string;
  created_at: string | null;
  last_used_at: string | null;
}

/** Devices as administrators see those of everybody. */
export interface DeviceKind {
  /** e.g. `session`; part of addresses */
  kind: string;
  /** its heading, a message */
  label: string;
  /** last used first */
  list(ctx: Ctx, userId: number): Promise<Device[]>;
  /** how many each of these people has; who has none may be missing */
  counts(ctx: Ctx, userIds: number[]): Promise<Map<number, number>>;
  /** false: this person has none such. Called in a transaction. */
  end(tx: Ctx, userId: number, id: string): Promise<boolean>;
}

export const deviceKinds: Point<DeviceKind> = point('auth.device-kinds');

/** Credentials beside API tokens and sessions, known by how they begin. */
export interface TokenSource {
  /** e.g. `abc_` */
  prefix: string;
  /** @throws Problem invalid_token, token_expired, token_revoked */
  actorOf(app: App, token: string): Promise<UserActor>;
}

export const tokenSources: Point<TokenSource> = point('auth.token-sources');
