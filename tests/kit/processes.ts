/** Children of a test: scripts of this folder that talk to it by messages and never outlive it. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { TestDatabase } from '../../testing/databases.ts';

export interface Child {
  /** The next message for which `wanted` holds; rejects when the child ends before it. */
  message<T>(wanted: (message: T) => boolean): Promise<T>;
  send(message: object): void;
  /** kill -9, and waits for the end. */
  kill(): Promise<void>;
  /** Waits for the child to end by itself and answers its exit code. */
  ended(): Promise<number | null>;
}

/** Starts `children/<script>.ts` with the database's address and more variables in its environment. */
export function startChild(script: string, database: TestDatabase, env: Record<string, string> = {}): Child {
  const where = { TEST_DATA_DIR: database.dataDir, ...(database.url ? { TEST_URL: database.url } : {}) };
  const child: ChildProcess = fork(new URL(`./children/${script}.ts`, import.meta.url), {
    env: { ...process.env, ...where, ...env },
    execArgv: [],
  });
  const received: unknown[] = [];
  child.on('message', (message) => received.push(message));
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  const stop = () => child.kill('SIGKILL');
  process.once('exit', stop);
  void exit.then(() => process.off('exit', stop));
  return {
    message: async <T>(wanted: (message: T) => boolean) => {
      for (;;) {
        const at = received.findIndex((message) => wanted(message as T));
        if (at >= 0) return received.splice(at, 1)[0] as T;
        const code = await Promise.race([once(child, 'message').then(() => 'message'), exit]);
        if (code !== 'message') throw new Error(`the child ${script} ended with ${code}`);
      }
    },
    send: (message) => child.send(message),
    async kill() {
      stop();
      await exit;
    },
    ended: () => exit,
  };
}

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
