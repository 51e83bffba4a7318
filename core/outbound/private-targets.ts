// Private addresses that the administrator lets the product reach: OUTBOUND_ALLOW.
import { networkInterfaces } from 'node:os';
import { isInNetwork, isLoopback, isNetwork, isPrivateTarget } from './public-address.ts';

const HOST =
  /^(?=.{1,253}(?::|$))[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*(?::\d{1,5})?$/;
const SIX = /^\[[0-9a-f:.]+\](?::\d{1,5})?$/;

/**
 * The entries of OUTBOUND_ALLOW: hosts, hosts with a port (`gitea.lan:3000`, `[::1]:3000`), and networks.
 * @throws Error naming the entry and the rule
 */
export function parsePrivateTargets(text: string): string[] {
  const entries = text
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter(Boolean);
  for (const entry of entries) checkEntry(entry);
  return entries;
}

function checkEntry(entry: string): void {
  if (isNetwork(entry)) {
    if (isLoopback(entry.split('/')[0] as string))
      throw new Error(`must name loopback addresses with a port, not as a network (${entry})`);
    return;
  }
  if (!HOST.test(entry) && !SIX.test(entry))
    throw new Error(`must list hosts, hosts with a port, or networks such as 10.0.0.0/8 (not ${entry})`);
  const host = entry.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
  const port = /:(\d+)$/.exec(entry.replace(/^\[.*\]/, ''))?.[1];
  if (port && (Number(port) < 1 || Number(port) > 65_535)) throw new Error(`must name a port of 1 to 65535 (${entry})`);
  if (!port && (host === 'localhost' || isLoopback(host)))
    throw new Error(`must name a port for loopback addresses, such as ${entry}:8080`);
}

/** Decides for one host, port and address; without entries it permits nothing. */
export class PrivateTargets {
  readonly #hosts: Set<string>;
  readonly #networks: string[];
  readonly #ownPort: () => number;

  /**
   * @param entries as `parsePrivateTargets` gives them
   * @param ownPort where this process listens: never a target
   */
  constructor(entries: string[] = [], ownPort: () => number = () => 0) {
    this.#hosts = new Set(entries.filter((entry) => !isNetwork(entry)));
    this.#networks = entries.filter(isNetwork);
    this.#ownPort = ownPort;
  }

  /** Whether a name that is never public may be looked up at all; its addresses are judged by `permits`. */
  mayResolve(host: string, port: number): boolean {
    return this.#isNamed(host, port) || (host !== 'localhost' && this.#networks.length > 0);
  }

  /** @param host as in the address, without brackets */
  permits(host: string, port: number, address: string): boolean {
    if (!isPrivateTarget(address) || this.#isOwn(address, port)) return false;
    if (isLoopback(address)) return this.#hosts.has(withPort(host, port));
    return this.#isNamed(host, port) || this.#networks.some((network) => isInNetwork(address, network));
  }

  #isNamed(host: string, port: number): boolean {
    return this.#hosts.has(host) || this.#hosts.has(withPort(host, port));
  }

  #isOwn(address: string, port: number): boolean {
    if (port !== this.#ownPort()) return false;
    const own = Object.values(networkInterfaces()).flatMap((list) => list?.map((one) => one.address) ?? []);
    return isLoopback(address) || own.includes(address);
  }
}

const withPort = (host: string, port: number): string => `${host.includes(':') ? `[${host}]` : host}:${port}`;
