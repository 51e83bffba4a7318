// The name of a running process in what it reserves, so that a later one on the same machine sees that it has died.
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';

/** Of this process: several apps of one process are alive together. */
const alive = new Set<string>();

/** Tells one start of one machine, and containers on it, from all others; empty where the system does not say. */
function machine(): string {
  try {
    const start = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return createHash('sha256')
      .update(`${start} ${readlinkSync('/proc/self/ns/pid')}`)
      .digest('hex')
      .slice(0, 16);
  } catch {
    return '';
  }
}

const here = machine();

/** A name that no other process has had, e.g. `9f86d081884c7d65.4711.<uuid>`. */
export function instanceName(): string {
  const name = here ? `${here}.${process.pid}.${randomUUID()}` : randomUUID();
  alive.add(name);
  return name;
}

/** Whether the process that had this name has certainly ended; false of those that cannot be seen from here. */
export function hasEnded(name: string): boolean {
  const [place, pid] = name.split('.');
  if (!here || place !== here || !pid || alive.has(name)) return false;
  if (Number(pid) === process.pid) return true;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
