// The socket of a live document; that of a page that is about to be written is opened while its editor is on the way.
import { SCHEMA_VERSION } from '../../../blocks/ydoc/version.ts';

/** `writeSyncStep1` of an empty document: all that there is. */
const ASK_FOR_ALL = new Uint8Array([0, 0, 1, 0]);

/** A socket that has asked for all when it was opened, and what it has heard since. */
export interface EarlySocket {
  socket: WebSocket;
  heard: ArrayBuffer[];
}

const openings = new Map<string, EarlySocket>();

/** @throws Error where there are no sockets, or none may be opened */
export function openSocket(place: string): WebSocket {
  const address = new URL(`/ws/${place}?schema=${SCHEMA_VERSION}`, location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  const socket = new WebSocket(address);
  socket.binaryType = 'arraybuffer';
  return socket;
}

/** `place`: which document, e.g. `pages/7` */
export function openEarly(place: string): void {
  try {
    const opening: EarlySocket = { socket: openSocket(place), heard: [] };
    opening.socket.onopen = () => opening.socket.send(ASK_FOR_ALL);
    opening.socket.onmessage = ({ data }) => opening.heard.push(data as ArrayBuffer);
    openings.set(place, opening);
  } catch {
    // The editor finds out by itself.
  }
}

/** The socket that was opened for this document, once, unless it has closed meanwhile. */
export function takeOpening(place: string): EarlySocket | undefined {
  const found = openings.get(place);
  openings.delete(place);
  return found && found.socket.readyState <= 1 ? found : undefined;
}
