// What is known of rooms outside the files that keep them.
import { type Service, service } from '../../core/plugin.ts';
import type { LiveDocument } from '../pages/contract.ts';
import type { Writer } from './room.ts';

export interface RoomService extends LiveDocument {
  /** One update of the live document of a page, stored and in the page when this resolves. @throws Problem unavailable */
  add(pageId: number, update: Uint8Array, writer: Writer): Promise<void>;
}

export const rooms: Service<RoomService> = service('rooms');
