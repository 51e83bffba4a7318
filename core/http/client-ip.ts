// The address a request really comes from: X-Forwarded-For counts only when a trusted proxy wrote it.
import type { Request } from '@hapi/hapi';
import ipaddr from 'ipaddr.js';
import { ConfigProblem } from '../boot/config.ts';

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

export class ClientAddresses {
  readonly #trusted: Network[];

  /** @param trustProxy comma list of addresses and CIDR networks. @throws ConfigProblem */
  constructor(trustProxy: string) {
    this.#trusted = trustProxy
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean)
      .map(parseNetwork);
  }

  /** Walks X-Forwarded-For from the right past trusted proxies; everything a client wrote itself is ignored. */
  of(request: Request): string {
    let address = plain(request.info.remoteAddress);
    const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',');
    while (forwarded.length && this.trusts(address)) {
      const next = forwarded.pop()?.trim() ?? '';
      if (!ipaddr.isValid(next)) break;
      address = plain(next);
    }
    return address;
  }

  /** Whether this is a proxy that stands for others. */
  trusts(address: string): boolean {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return this.#trusted.some(([network, bits]) => parsed.kind() === network.kind() && parsed.match(network, bits));
  }
}

function parseNetwork(text: string): Network {
  try {
    if (text.includes('/')) return ipaddr.parseCIDR(text) as Network;
    const address = ipaddr.process(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  } catch {
    throw new ConfigProblem(`TRUST_PROXY: ${text} is not an address or network`);
  }
}

const plain = (address: string): string => (ipaddr.isValid(address) ? ipaddr.process(address).toString() : address);
