// Asks a server to end the statement that runs on a connection.
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Client } from 'pg';

const CANCEL = 80_877_102;
const ANSWER_MS = 5_000;

interface Identity {
  processID: number;
  secretKey: number;
}

/**
 * By the protocol, on a socket of its own: those of the pool may all be taken by what is to end, and the numbers of
 * processes that a pooler gives are not those of the server. Resolves once the server has closed the socket; before
 * anybody signs in on it, so that it needs no TLS.
 * @throws Error of the network
 */
export async function cancelStatement(connection: object): Promise<void> {
  const { host, port, processID, secretKey } = connection as Client & Identity;
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  socket.setTimeout(ANSWER_MS, () => socket.destroy());
  const request = Buffer.alloc(16);
  for (const [at, value] of [request.length, CANCEL, processID, secretKey].entries())
    request.writeInt32BE(value, at * 4);
  // Not `end`: PgBouncer 1.18 ends itself when whoever asks has hung up before it has answered.
  socket.write(request);
  socket.resume();
  await once(socket, 'close');
}
