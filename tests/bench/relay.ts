// The bare relay that rooms are measured beside: one document in memory, every update applied and sent on at once.
// Nothing is stored and nobody is asked for rights.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDecoder } from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { type WebSocket, WebSocketServer } from 'ws';
import * as sync from 'y-protocols/sync';
import * as Y from 'yjs';

const doc = new Y.Doc();
const sockets = new Set<WebSocket>();
const listener = createServer((_request, response) => response.end());
const server = new WebSocketServer({ server: listener });

const message = (write: (encoder: encoding.Encoder) => void): Uint8Array => {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, 0);
  write(encoder);
  return encoding.toUint8Array(encoder);
};

doc.on('update', (update: Uint8Array, origin: unknown) => {
  const told = message((encoder) => sync.writeUpdate(encoder, update));
  for (const socket of sockets) if (socket !== origin) socket.send(told);
});

server.on('connection', (socket) => {
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
  socket.on('message', (data: Buffer) => {
    const decoder = createDecoder(data);
    decoder.pos = 1;
    const encoder = encoding.createEncoder();
    encoding.writeVarUint(encoder, 0);
    sync.readSyncMessage(decoder, encoder, doc, socket);
    if (encoding.length(encoder) > 1) socket.send(encoding.toUint8Array(encoder));
  });
  socket.send(message((encoder) => sync.writeSyncStep1(encoder, doc)));
});
listener.listen(0, '127.0.0.1');
await once(listener, 'listening');
process.stdout.write(`http://127.0.0.1:${(listener.address() as AddressInfo).port}\n`);
