/** A door before the PostgreSQL socket that can be held shut: connections stay open and nothing passes. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

export interface Gate {
  /** The database's address through the gate. */
  url: string;
  pause(): void;
  resume(): void;
  close(): Promise<void>;
}

/** Opens a gate on a loopback port before the server whose socket folder `url` names. */
export async function openGate(url: string): Promise<Gate> {
  const folder = decodeURIComponent(/host=([^&]+)/.exec(url)![1]!);
  const sockets = new Set<Socket>();
  let paused = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    if (paused) socket.pause();
  };
  const server = createServer((near) => {
    const far = connect(join(folder, '.s.PGSQL.5432'));
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (chunk) => to.write(chunk));
      from.on('close', () => to.destroy());
      keep(from);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: url.replace('@/', `@127.0.0.1:${port}/`).replace(/\?host=.*/, ''),
    pause() {
      paused = true;
      for (const socket of sockets) socket.pause();
    },
    resume() {
      paused = false;
      for (const socket of sockets) socket.resume();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
