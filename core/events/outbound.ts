// The only way out: every outgoing request is resolved, checked against private networks, and capped.
import { lookup as dnsLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import ipaddr from 'ipaddr.js';
import type { Agent, Dispatcher } from 'undici';
import { Problem } from '../http/problem.ts';

export interface OutboundRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** milliseconds for everything together, default 15,000 */
  timeoutMs?: number;
  /** bytes of the answer that are read, default 1 MiB; more is refused */
  maxBytes?: number;
  /** redirects that are followed, each one checked again; default 0 */
  redirects?: number;
  signal?: AbortSignal;
}

export interface OutboundAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  url: string;
}

const privateUrl = (why: string): Problem => new Problem('private_url', `The address is refused: ${why}.`);

/** Whether a literal address is public unicast; everything special-purpose, mapped or embedded is not. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.kind() === 'ipv4') return address.range() === 'unicast' && !inNamedNetworks(address as ipaddr.IPv4);
  const six = address as ipaddr.IPv6;
  if (six.isIPv4MappedAddress()) return isPublicAddress(six.toIPv4Address().toString());
  return six.range() === 'unicast' && six.match(ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number]);
}

/** Special-purpose networks (IANA registries) that ipaddr.js counts as unicast. */
const special = ['192.0.0.0/24', '192.88.99.0/24', '198.18.0.0/15', '100.64.0.0/10', '0.0.0.0/8', '240.0.0.0/4'];

/**
 * Addresses that look public and belong to the platform below a machine of a large cloud; those of Oracle
 * (192.0.0.192) and Alibaba (100.100.100.200) lie in the networks above.
 */
const platforms = [
  // Azure, learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
  '168.63.129.16/32',
  // Google, cloud.google.com/vpc/docs/configure-private-google-access: restricted and private
  '199.36.153.4/30',
  '199.36.153.8/30',
  // IBM, cloud.ibm.com/docs/vpc?topic=vpc-service-endpoints-for-vpc: services, and cloud service endpoints
  '161.26.0.0/16',
  '166.8.0.0/14',
];

const named = [...special, ...platforms].map((network) => ipaddr.parseCIDR(network) as [ipaddr.IPv4, number]);
const inNamedNetworks = (address: ipaddr.IPv4): boolean => named.some((network) => address.match(network));

/**
 * Checks what can be seen without DNS: scheme, credentials, names and literal addresses.
 * @throws Problem private_url
 */
export function checkUrl(text: string): URL {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw privateUrl('it is not an absolute address');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw privateUrl('only http and https are allowed');
  if (url.username || url.password) throw privateUrl('credentials in addresses are not allowed');
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  // URL has already turned 127.1, 2130706433 and 0x7f000001 into dotted form.
  if (ipaddr.isValid(host) && !isPublicAddress(host)) throw privateUrl('it is not public');
  if (!host || host === 'localhost' || /\.(localhost|local|internal|home\.arpa)$/.test(host))
    throw privateUrl('it is not public');
  return url;
}

/** Resolves like dns.lookup, but only to public addresses, all of which must be public. */
const guarded =
  (resolve: LookupFunction): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const list = addresses as unknown as { address: string; family: number }[];
      const [first] = list;
      if (!first || list.some(({ address }) => !isPublicAddress(address))) {
        return callback(
          Object.assign(new Error('resolves to an address that is not public'), { code: 'EPRIVATE' }),
          '',
          0,
        );
      }
      if ((options as { all?: boolean }).all)
        return (callback as unknown as (e: null, l: typeof list) => void)(null, list);
      return callback(null, first.address, first.family);
    });
  };

/** Nobody learns which names there are within our network, and where something listens: neither by words nor by time. */
const UNREACHED_MS = 2000;
const unreached = /^(EPRIVATE|ENOTFOUND|ENODATA|EAI_\w+|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/;

const isUnreached = (error: Error & { code?: string; errors?: { code?: string }[] }): boolean =>
  unreached.test(error.code ?? '') || Boolean(error.errors?.some(({ code }) => unreached.test(code ?? '')));

interface Ways {
  lookup: LookupFunction;
  pause(ms: number): Promise<unknown>;
}

export class Outbound {
  #agent: Promise<Agent> | undefined;
  readonly #ways: Ways;

  /** @param ways other ones of resolving and waiting; for tests */
  constructor(ways: Partial<Ways> = {}) {
    this.#ways = { lookup: dnsLookup as LookupFunction, pause: setTimeout, ...ways };
  }

  /** @throws Problem private_url when an address is not public or nothing answers there; Error for network faults, limits and time-outs */
  async request(text: string, options: OutboundRequest = {}): Promise<OutboundAnswer> {
    const { request } = await import('undici');
    const deadline = AbortSignal.timeout(options.timeoutMs ?? 15_000);
    const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline;
    let url = checkUrl(text);
    const began = performance.now();
    for (let left = options.redirects ?? 0; ; left -= 1) {
      const answer = await request(url, {
        method: (options.method ?? 'GET') as Dispatcher.HttpMethod,
        headers: options.headers,
        body: options.body,
        dispatcher: await this.#dispatcher(),
        signal,
      }).catch(async (error: Error) => {
        if (!isUnreached(error)) throw error;
        await this.#ways.pause(Math.max(0, began + UNREACHED_MS - performance.now()));
        throw privateUrl('nothing answers there, or it is not public');
      });
      const location = answer.headers.location;
      if (answer.statusCode >= 300 && answer.statusCode < 400 && location && left > 0) {
        answer.body.on('error', () => {}).destroy();
        url = this.#redirected(url, String(location), options);
        continue;
      }
      const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
      return {
        status: answer.statusCode,
        headers,
        body: await readCapped(answer.body, options.maxBytes ?? 1024 * 1024),
        url: url.href,
      };
    }
  }

  async close(): Promise<void> {
    await (await this.#agent)?.close();
  }

  /** Credentials stay with the origin they were given for. */
  #redirected(from: URL, location: string, options: OutboundRequest): URL {
    const target = checkUrl(new URL(location, from).href);
    if (target.origin !== from.origin && options.headers) {
      options.headers = Object.fromEntries(
        Object.entries(options.headers).filter(([name]) => !/^(authorization|cookie|proxy-authorization)$/i.test(name)),
      );
    }
    return target;
  }

  #dispatcher(): Promise<Agent> {
    this.#agent ??= import('undici').then(
      ({ Agent: UndiciAgent }) =>
        new UndiciAgent({
          connect: { lookup: guarded(this.#ways.lookup), timeout: 5000 },
          headersTimeout: 15_000,
          bodyTimeout: 15_000,
        }),
    );
    return this.#agent;
  }
}

async function readCapped(body: AsyncIterable<Buffer> & { destroy(): void }, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) {
      body.destroy();
      throw new Error(`the answer is larger than ${maxBytes} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
