/** A PgBouncer of the system in transaction mode before a PostgreSQL server of the tests. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from '../../testing/folders.ts';
import { until } from '../../testing/until.ts';
import { askPostgres, chooseRunner, type PostgresServer } from './postgres.ts';

export interface PgBouncer {
  url(database: string): string;
  /** Leads what connects from now on to another server. */
  lead(server: PostgresServer): Promise<void>;
  /** What an administrator says to it. */
  say(command: string): Promise<Record<string, unknown>[]>;
  crash(): Promise<void>;
  start(): Promise<void>;
  stop(): void;
}

export const hasPgBouncer = (): boolean => spawnSync('pgbouncer', ['--version']).status === 0;

/** Connections to the server, fewer than the program opens to the pooler. */
export const POOL_SIZE = 4;

export async function startPgBouncer(server: PostgresServer): Promise<PgBouncer> {
  const folder = scratchFolder('commonplace-pgbouncer');
  const runner = chooseRunner();
  chmodSync(folder, 0o755);
  if (runner.uid !== undefined) chownSync(folder, runner.uid, runner.gid ?? runner.uid);
  const users = join(folder, 'users.txt');
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(users, '"postgres" "test"\n');
  const settings = (target: PostgresServer) =>
    writeFileSync(
      file,
      [
        ...['[databases]', `* = host=${target.folder} user=postgres password=test`],
        ...['[pgbouncer]', `unix_socket_dir = ${folder}`, 'auth_type = scram-sha-256', `auth_file = ${users}`],
        ...['pool_mode = transaction', `default_pool_size = ${POOL_SIZE}`, 'admin_users = postgres'],
        ...['server_login_retry = 1', ''],
      ].join('\n'),
    );
  settings(server);
  const url = (database: string) =>
    `postgres://postgres:test@/${database}?host=${encodeURIComponent(folder)}&port=6432`;
  const say = (command: string) => askPostgres(url('pgbouncer'), command);
  let child: ChildProcess | undefined;
  const start = async () => {
    child = spawn('pgbouncer', ['-q', file], { ...runner, cwd: folder, stdio: 'ignore' });
    await until(() => say('SHOW VERSION').catch(() => null), 'PgBouncer answers');
  };
  const crash = async () => {
    if (!child) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  await start();
  return {
    ...{ url, say, crash, start },
    async lead(target) {
      settings(target);
      await say('RELOAD');
      await say('RECONNECT');
    },
    stop() {
      child?.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}
