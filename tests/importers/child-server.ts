// A server as a child of a test, to be killed at any moment.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { TestDatabase } from '../../testing/databases.ts';

/** Its clock is ahead by so many milliseconds, so that it need not wait for the lease of the one before it. */
export function serveAhead({ dataDir, url }: TestDatabase, ahead: number): { kill(): Promise<void> } {
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: url ?? '',
    CLOCK_AHEAD_MS: String(ahead),
    SECRET_KEY: 'a key for tests that is long enough',
    LOG_LEVEL: 'silent',
    PORT: '0',
  };
  const child = fork(new URL('./serving.ts', import.meta.url), { env, execArgv: [] });
  const ended = once(child, 'exit');
  return {
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
