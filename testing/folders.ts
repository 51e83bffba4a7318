/** Scratch folders of a test run, in memory when there is room, with the number of their owner in the name. */
import { accessSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOM = 1024 ** 3;

function base(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    accessSync('/dev/shm', constants.W_OK);
    if (bavail * bsize > ROOM) return '/dev/shm';
  } catch {
    // No such folder on this system.
  }
  return tmpdir();
}

/** Makes an empty folder; whoever asked removes it. */
export function scratchFolder(prefix = 'commonplace-test'): string {
  return mkdtempSync(join(base(), `${prefix}-${process.pid}-`));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}

/** The folders of a prefix and whether the process that made each is still there. */
export function scratchOwners(prefix: string): { folder: string; alive: boolean }[] {
  const at = base();
  return readdirSync(at).flatMap((name) => {
    const pid = new RegExp(`^${prefix}-(\\d+)-`).exec(name)?.[1];
    return pid ? [{ folder: join(at, name), alive: isAlive(Number(pid)) }] : [];
  });
}

/** Removes the folders of processes that were killed. */
export function sweepFolders(prefix = 'commonplace-test'): void {
  for (const { folder, alive } of scratchOwners(prefix)) if (!alive) rmSync(folder, { recursive: true, force: true });
}
