/** A PostgreSQL server for one test run: no port, no trace left, and as root under a user that may run it. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { scratchFolder, scratchOwners } from '../../testing/folders.ts';
import { type Binaries, findBinaries, runnableBy } from './postgres-binaries.ts';

/** A running server; `url(name)` is the address of one of its databases. */
export interface PostgresServer {
  url(database: string): string;
  /** Of its sockets and its data. */
  folder: string;
  /** Ends the server at once, as a machine that loses its power; its folder stays. */
  crash(): Promise<void>;
  /** Starts it again after a crash. */
  start(): Promise<void>;
  /** Ends the server at once and removes its folder; may be called from an exit handler. */
  stop(): void;
}

/** The user the server runs as: PostgreSQL refuses to run as root. */
export interface Runner {
  uid?: number;
  gid?: number;
}

const PREFIX = 'commonplace-postgres';
const START_MS = 30_000;

function idOf(user: string): Runner | null {
  const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, user], { encoding: 'utf8' }));
  if (uid?.status !== 0 || gid?.status !== 0) return null;
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

export function chooseRunner(): Runner {
  if (process.getuid?.() !== 0) return {};
  const runner = idOf('postgres') ?? idOf('nobody');
  if (!runner) throw new Error('as root it needs a user "postgres" or "nobody" to run as');
  return runner;
}

function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C', LC_MESSAGES: 'C' };
}

/** The postmaster of a folder, if the process of that number really is one (numbers are used again). */
function postmasterOf(folder: string): number | null {
  const file = join(folder, 'data', 'postmaster.pid');
  if (!existsSync(file)) return null;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 1) return null;
  const proc = `/proc/${pid}/cmdline`;
  const seen = existsSync('/proc/self')
    ? existsSync(proc) && readFileSync(proc, 'utf8')
    : spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
  return seen !== false && seen.includes(folder) ? pid : null;
}

/** Removes what killed runs have left. SIGQUIT, because after SIGKILL the shared memory stays. */
export function sweep(): void {
  for (const { folder, alive } of scratchOwners(PREFIX)) {
    if (alive) continue;
    const pid = postmasterOf(folder);
    if (pid) process.kill(pid, 'SIGQUIT');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

function initialise({ binaries, runner, folder }: ServerParts): void {
  // --auth=trust would make a wrong password untestable.
  const password = join(folder, 'password');
  writeFileSync(password, 'test\n', { mode: 0o644 });
  execFileSync(
    binaries.initdb,
    [
      ...['-D', join(folder, 'data'), '-U', 'postgres', `--pwfile=${password}`, '--auth=scram-sha-256'],
      ...['--no-sync', '--encoding=UTF8', '--locale=C'],
    ],
    { ...runner, env: environment(), cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
}

const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'];

function launch({ binaries, runner, folder, settings = FAST }: ServerParts): Promise<ChildProcess> {
  const flags = ['listen_addresses=', ...settings].flatMap((setting) => ['-c', setting]);
  const server = spawn(binaries.postgres, ['-D', join(folder, 'data'), '-k', folder, ...flags], {
    ...runner,
    env: environment(),
    cwd: folder,
    // A group of its own: an interrupt from the terminal is for the run, which then ends the server in order.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => reject(new Error(`it was not ready in time: ${said}`)), START_MS);
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`it ended at once: ${said}`)));
    server.stderr?.on('data', (chunk: Buffer) => {
      said = `${said}${chunk}`.slice(-2_000);
      if (!/ready to accept (read-only )?connections/.test(said)) return;
      clearTimeout(timer);
      resolve(server);
    });
  });
}

interface ServerParts {
  binaries: Binaries;
  runner: Runner;
  folder: string;
  settings?: string[];
}

async function start(
  settings: string[] | undefined,
  prepare: (parts: ServerParts) => void | Promise<void>,
): Promise<PostgresServer> {
  if (process.platform === 'win32') throw new Error('the tests run it on Unix sockets, which Windows has not');
  const runner = chooseRunner();
  const binaries = runnableBy(runner, await findBinaries());
  const folder = scratchFolder(PREFIX);
  const parts = { binaries, runner, folder, ...(settings && { settings }) };
  chmodSync(folder, 0o777);
  if (runner.uid !== undefined) chownSync(folder, runner.uid, runner.gid ?? runner.uid);
  let server: ChildProcess | null = null;
  const run = async () => {
    server = await launch(parts);
    server.unref();
    (server.stderr as unknown as { unref(): void }).unref();
  };
  const crash = async () => {
    if (!server || server.exitCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGQUIT');
    await ended;
  };
  const stop = () => {
    server?.kill('SIGQUIT');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  try {
    await prepare(parts);
    await run();
  } catch (error) {
    stop();
    throw error;
  }
  const url = (database: string) => `postgres://postgres:test@/${database}?host=${encodeURIComponent(folder)}`;
  return { url, folder, crash, start: run, stop };
}

/**
 * Starts a server in a new folder; throws an error whose message says why it cannot.
 * @param settings `name=value`, in place of those that make tests fast
 */
export const startPostgres = (settings?: string[]): Promise<PostgresServer> => start(settings, initialise);

/** Says something to a server, and gives the rows of the last answer. */
export async function askPostgres(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

/** Starts a server that follows this one, from a copy of its data. */
export async function startReplica(primary: PostgresServer, settings?: string[]): Promise<PostgresServer> {
  const admin = new Client({ connectionString: primary.url('postgres') });
  await admin.connect();
  try {
    return await start(settings, async ({ folder, runner }) => {
      const data = join(folder, 'data');
      await admin.query("select pg_backup_start('replica', true)");
      execFileSync('cp', ['-a', join(primary.folder, 'data'), data], { cwd: folder });
      const stopped = await admin.query('select labelfile from pg_backup_stop(false)');
      for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(data, name), { force: true });
      const source = `host=${primary.folder} user=postgres password=test application_name=replica`;
      const files = {
        backup_label: stopped.rows[0].labelfile,
        'postgresql.auto.conf': `primary_conninfo = '${source}'\n`,
        'standby.signal': '',
      };
      for (const [name, content] of Object.entries(files)) {
        writeFileSync(join(data, name), content);
        if (runner.uid !== undefined) chownSync(join(data, name), runner.uid, runner.gid ?? runner.uid);
      }
    });
  } finally {
    await admin.end();
  }
}
