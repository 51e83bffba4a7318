// What can be written together, and the calls of the rooms: all that their own files know of each other's names.
import type { Knex } from 'knex';
import type { Subject } from '../../core/access/access-control.ts';
import type { Policy } from '../../core/http/policy.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { type Point, point, type Service, service } from '../../core/kernel/plugin.ts';
import type { NamedBefore, PageBody } from '../pages/contract.ts';
import type { RoomWriter } from './room-host.ts';

/** One document: of which kind, and the id of what it is the text of. */
export interface LiveName {
  kind: string;
  id: number;
}

/** Something with a title and blocks that people write together, and that is stored as a row of its own. */
export interface LiveKind {
  kind: string;
  /** who may look at it and who may write it, and the parameter that names it in the routes of this kind */
  view: Policy;
  edit: Policy;
  param: string;
  /** what access knows of them; those that are gone are absent */
  subjects(ctx: Ctx, ids: number[]): Promise<Map<number, Subject>>;
  /** whether it has such a text at present: a page that became a database has none any more */
  isText(subject: Subject): boolean;
  /** finds it while all that rights on it depend on is as the subject has it; without this, that is asked each time */
  unchanged?(ctx: Ctx, subject: Subject): Knex.QueryBuilder;
  /** holds the row until the transaction ends; false: there is none that can be written together */
  hold(ctx: Ctx, id: number): Promise<boolean>;
  /** the text, held until the transaction ends where there is one */
  body(ctx: Ctx, id: number): Promise<PageBody | undefined>;
  /** Puts what was written together into the row, in a transaction; false: there is none. */
  project(ctx: Ctx, id: number, body: PageBody): Promise<boolean>;
  /** what the row names as it is, which those who write may go on naming; undefined: there is none */
  namedBefore(ctx: Ctx, id: number): Promise<NamedBefore | undefined>;
  /** notes who has written what was put into the row, where that is kept */
  wrote?(ctx: Ctx, id: number, userIds: number[]): Promise<void>;
  /** begins the types of events of this kind, which sockets are told of */
  events: string;
  /** sync_version of those that the actor may see */
  versions(ctx: Ctx, ids: number[]): Promise<Map<number, number>>;
  /** writes a version, where there are any, unless the last one says the same */
  checkpoint(ctx: Ctx, id: number): Promise<void>;
}

export const liveKinds: Point<LiveKind> = point('rooms.kinds');

export interface WholeDocument {
  /** changes with each document that takes the place of another */
  epoch: string;
  schema_version: number;
  state: Uint8Array;
}

export interface RoomService {
  /** Brings what was written into its row. Joins the transaction, if there is one; true: something was brought. */
  settle(ctx: Ctx, name: LiveName): Promise<boolean>;
  /**
   * Prepares a change outside the transaction. What it returns writes it into the document, inside the transaction that
   * changes the row and holds it.
   */
  prepare(ctx: Ctx, name: LiveName, change: Partial<PageBody>): Promise<(tx: Ctx) => Promise<void>>;
  /** The whole document as one update, made of its text when there is none; undefined: it cannot be written together. */
  read(ctx: Ctx, name: LiveName): Promise<WholeDocument | undefined>;
  /** What updates of one whole document say, and all of them as one. @throws Problem validation_failed for what is none */
  begun(updates: Uint8Array[]): Promise<{ update: Uint8Array; body: PageBody }>;
  /** Makes the document of something new of this update, brought to what its row says; in the transaction that makes it. */
  found(tx: Ctx, name: LiveName, update: Uint8Array, body: PageBody): Promise<void>;
  /** One update of a live document, stored and in the row when this resolves. @throws Problem unavailable */
  add(name: LiveName, update: Uint8Array, writer: RoomWriter): Promise<void>;
}

/** Documents that several people write at the same time. */
export const rooms: Service<RoomService> = service('rooms');
