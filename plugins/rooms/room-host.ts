// Who writes in a room, and what a room needs of the rooms of all processes.
import type { App } from '../../core/kernel/app.ts';
import type { Connection } from './connection.ts';
import type { LiveName } from './points.ts';
import type { Identity } from './presence.ts';
import type { WriteRefusal } from './protocol.ts';
import type { Room } from './room.ts';

/** Who changes the document, by a socket or by one call of the API. */
export interface RoomWriter {
  connection: Pick<Connection, 'actor' | 'send' | 'close'>;
  identity: Identity;
  /** why this writer may not change anything, null: they may */
  refusal: WriteRefusal | null;
}

export const isWriter = (origin: unknown): origin is RoomWriter =>
  typeof origin === 'object' && origin !== null && 'identity' in origin;

/** What a room needs of the rooms of all processes. */
export interface RoomHost {
  app: App;
  /** tells the other processes of a stored update */
  tell(name: LiveName, row: number, update: Uint8Array): Promise<void>;
  tellPresence(name: LiveName, update: Uint8Array): void;
  /** the room cannot go on; the next visitor gets a new one */
  drop(room: Room): void;
}

/** What somebody writes. */
export interface RoomChange {
  update: Uint8Array;
  by: RoomWriter;
}

/** What has been taken; null: what the room itself took back of it. */
export type RoomUpdate = Omit<RoomChange, 'by'> & { by: RoomWriter | null };
