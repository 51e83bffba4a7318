// The messages of y-websocket, as any client of it sends and understands them.
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { writePermissionDenied } from 'y-protocols/auth';
import { messageYjsSyncStep1, writeSyncStep1, writeSyncStep2, writeUpdate } from 'y-protocols/sync';
import type * as Y from 'yjs';

const SYNC = 0;
const AWARENESS = 1;
const AUTH = 2;
const ASK_AWARENESS = 3;

/** Why a change was not taken; the socket stays open. */
export interface WriteRefusal {
  code: 'forbidden' | 'page_locked';
  status: 403 | 423;
}

export type ProtocolMessage =
  | { kind: 'ask'; vector: Uint8Array }
  | { kind: 'update'; update: Uint8Array }
  | { kind: 'presence'; update: Uint8Array }
  | { kind: 'ask-presence' };

function write(type: number, body: (encoder: encoding.Encoder) => void): Uint8Array {
  return encoding.encode((encoder) => {
    encoding.writeVarUint(encoder, type);
    body(encoder);
  });
}

export const askMessage = (doc: Y.Doc): Uint8Array => write(SYNC, (to) => writeSyncStep1(to, doc));
export const answerMessage = (doc: Y.Doc, vector: Uint8Array): Uint8Array =>
  write(SYNC, (to) => writeSyncStep2(to, doc, vector));
export const updateMessage = (update: Uint8Array): Uint8Array => write(SYNC, (to) => writeUpdate(to, update));
export const presenceMessage = (update: Uint8Array): Uint8Array =>
  write(AWARENESS, (to) => encoding.writeVarUint8Array(to, update));
export const refusalMessage = (refusal: WriteRefusal): Uint8Array =>
  write(AUTH, (to) => writePermissionDenied(to, JSON.stringify(refusal)));

/** Reads a message; null for one of another kind, which is ignored. Throws when it is cut off or garbage. */
export function readMessage(data: Uint8Array): ProtocolMessage | null {
  const from = decoding.createDecoder(data);
  const type = decoding.readVarUint(from);
  if (type === ASK_AWARENESS) return { kind: 'ask-presence' };
  if (type === AWARENESS) return { kind: 'presence', update: decoding.readVarUint8Array(from) };
  if (type !== SYNC) return null;
  const step = decoding.readVarUint(from);
  const body = decoding.readVarUint8Array(from);
  return step === messageYjsSyncStep1 ? { kind: 'ask', vector: body } : { kind: 'update', update: body };
}
