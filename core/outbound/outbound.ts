// The only way out: every outgoing request is resolved, checked against private networks, and capped.
import { lookup as dnsLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import ipaddr from 'ipaddr.js';
import type { Agent, buildConnector, Dispatcher } from 'undici';
import { Problem } from '../http/problem.ts';
import { OperatorSite } from './operator-site.ts';
import { PrivateTargets } from './private-targets.ts';
import { isPublicAddress } from './public-address.ts';
import { RequestDeadline } from './request-deadline.ts';

export interface OutboundRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** milliseconds for everything together, default 15,000 */
  timeoutMs?: number;
  /** bytes of the answer that are read, default 1 MiB; more is refused, or cut off */
  maxBytes?: number;
  /** drop what comes after `maxBytes` instead of refusing the answer */
  cut?: boolean;
  /** redirects that are followed, each one checked again; default 0, and none when a credential is sent */
  redirects?: number;
  /** looks at each address before it is asked, those of redirects too; what it throws ends the request */
  inspect?: (url: URL) => void;
  signal?: AbortSignal;
}

export interface OutboundAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  url: string;
}

const privateUrl = (why: string): Problem => new Problem('private_url', `The address is refused: ${why}.`);

const NOT_PUBLIC = 'it is not public, and OUTBOUND_ALLOW does not name it';
const SILENT = 'nothing answers there, or it is not public and OUTBOUND_ALLOW does not name it';

const PORTS: Record<string, number> = { 'http:': 80, 'https:': 443 };

/** Nobody learns which names there are within our network, and where something listens: neither by words nor by time. */
const UNREACHED_MS = 2000;
const unreached = /^(EPRIVATE|ENOTFOUND|ENODATA|EAI_\w+|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/;

const isUnreached = (error: Error & { code?: string; errors?: { code?: string }[] }): boolean =>
  unreached.test(error.code ?? '') || Boolean(error.errors?.some(({ code }) => unreached.test(code ?? '')));

/** Headers that say who asks: whoever is redirected with one of them could hand it to somebody else. */
const CREDENTIAL = /^(authorization|cookie|proxy-authorization|private-token|x-api-key)$/i;

interface Ways {
  lookup: LookupFunction;
  pause(ms: number): Promise<unknown>;
}

export class Outbound {
  #agent: Promise<Agent> | undefined;
  readonly #targets: PrivateTargets;
  readonly #ways: Ways;
  readonly #sites = new Map<string, OperatorSite>();

  /**
   * @param targets private addresses that may be reached; none by default
   * @param ways other ones of resolving and waiting; for tests
   */
  constructor(targets = new PrivateTargets(), ways: Partial<Ways> = {}) {
    this.#targets = targets;
    this.#ways = { lookup: dnsLookup as LookupFunction, pause: setTimeout, ...ways };
  }

  /**
   * Checks what can be seen without DNS: scheme, credentials, names and literal addresses.
   * @throws Problem private_url
   */
  check(text: string): URL {
    if (!URL.canParse(text)) throw privateUrl('it is not an absolute address');
    const url = new URL(text);
    if (!(url.protocol in PORTS)) throw privateUrl('only http and https are allowed');
    if (url.username || url.password) throw privateUrl('credentials in addresses are not allowed');
    // URL has already turned 127.1, 2130706433 and 0x7f000001 into dotted form.
    const host = hostOf(url);
    if (ipaddr.isValid(host)) {
      if (!isPublicAddress(host) && !this.#targets.permits(host, portOf(url), host)) throw privateUrl(NOT_PUBLIC);
      return url;
    }
    // A name without a dot is one of a machine or a network, and of nothing in the world.
    const isInner = !host.includes('.') || /\.(localhost|localdomain|local|internal|home\.arpa)$/.test(host);
    if (isInner && !this.#targets.mayResolve(host, portOf(url))) throw privateUrl(NOT_PUBLIC);
    return url;
  }

  /**
   * The same with DNS, before an address is kept: whatever its name stands for now may be reached. A name that stands
   * for nothing now, because there is none or nobody to ask, is looked at again by each request.
   * @throws Problem private_url
   */
  async checkName(text: string): Promise<URL> {
    const url = this.check(text);
    const began = performance.now();
    const permits = (address: string): boolean => this.#permits(hostOf(url), portOf(url), address);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    guarded(this.#ways.lookup, permits)(hostOf(url), {}, (error) => (error ? reject(error) : resolve()));
    await promise.catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPRIVATE') return;
      await this.#ways.pause(Math.max(0, began + UNREACHED_MS - performance.now()));
      throw privateUrl(SILENT);
    });
    return url;
  }

  #permits(host: string, port: number, address: string): boolean {
    return isPublicAddress(address) || this.#targets.permits(host, port, address);
  }

  /** @throws Problem private_url when an address is not public or nothing answers there; Error for network faults, limits and time-outs */
  async request(text: string, options: OutboundRequest = {}): Promise<OutboundAnswer> {
    const deadline = new RequestDeadline(options.timeoutMs ?? 15_000, options.signal);
    try {
      return await this.#follow(this.check(text), options, deadline.signal);
    } finally {
      deadline.end();
    }
  }

  async #follow(first: URL, options: OutboundRequest, signal: AbortSignal): Promise<OutboundAnswer> {
    const isCredential = Object.keys(options.headers ?? {}).some((name) => CREDENTIAL.test(name));
    let url = first;
    for (let left = isCredential ? 0 : (options.redirects ?? 0); ; left -= 1) {
      options.inspect?.(url);
      const answer = await this.#ask(url, options, signal);
      const location = answer.headers.location;
      if (answer.statusCode >= 300 && answer.statusCode < 400 && location && left > 0) {
        answer.body.on('error', () => {}).destroy();
        url = this.check(new URL(String(location), url).href);
        continue;
      }
      const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
      const body = await readCapped(answer.body, options.maxBytes ?? 1024 * 1024, options.cut ?? false);
      return { status: answer.statusCode, headers, body, url: url.href };
    }
  }

  /**
   * The same way out in the shape of the web's `fetch`, for libraries; follows no redirects.
   * @throws as `request`
   */
  async fetch(address: string | URL, init: FetchOptions = {}): Promise<Response> {
    const { status, headers, body } = await this.request(String(address), {
      method: init.method,
      headers: Object.fromEntries(new Headers(init.headers)),
      body: init.body === null || init.body === undefined ? undefined : String(init.body),
      signal: init.signal ?? undefined,
    });
    // The body is read and unpacked by nobody: what says how it came does not describe it any more.
    const { 'content-length': _length, 'transfer-encoding': _transfer, ...kept } = headers;
    return new Response(EMPTY.has(status) ? null : new Uint8Array(body), { status, headers: kept });
  }

  /**
   * The site at an address of the environment, which nobody but the operator has chosen.
   * @throws TypeError for what is no address
   */
  operator(address: string): OperatorSite {
    const { origin } = new URL(address);
    const site = this.#sites.get(origin) ?? new OperatorSite(origin);
    this.#sites.set(origin, site);
    return site;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sites.values()].map((site) => site.close()));
    await (await this.#agent)?.close();
  }

  async #ask(url: URL, { method, headers, body }: OutboundRequest, signal: AbortSignal) {
    const { request } = await import('undici');
    const began = performance.now();
    return request(url, {
      method: (method ?? 'GET') as Dispatcher.HttpMethod,
      headers,
      body,
      dispatcher: await this.#dispatcher(),
      signal,
    }).catch(async (error: Error) => {
      if (!isUnreached(error)) throw error;
      await this.#ways.pause(Math.max(0, began + UNREACHED_MS - performance.now()));
      throw privateUrl(SILENT);
    });
  }

  #dispatcher(): Promise<Agent> {
    this.#agent ??= import('undici').then(({ Agent: UndiciAgent, buildConnector: build }) => {
      const timeout = 5000;
      const connect: buildConnector.connector = (target, callback) => {
        const host = target.hostname.replace(/^\[|\]$/g, '');
        const permits = (address: string): boolean => this.#permits(host, portOf(target), address);
        build({ lookup: guarded(this.#ways.lookup, permits), timeout })(target, callback);
      };
      return new UndiciAgent({ connect, headersTimeout: 15_000, bodyTimeout: 15_000 });
    });
    return this.#agent;
  }
}

/** What libraries give to `fetch`. */
interface FetchOptions {
  method?: string;
  headers?: ConstructorParameters<typeof Headers>[0];
  body?: unknown;
  signal?: AbortSignal | null;
}

/** Answers of these states have no body, and Response refuses one. */
const EMPTY = new Set([101, 204, 205, 304]);

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
const portOf = ({ port, protocol }: { port: string; protocol: string }): number =>
  Number(port) || (PORTS[protocol] ?? 0);

/** Resolves like dns.lookup, but only to addresses that are permitted, every one of them. */
const guarded =
  (resolve: LookupFunction, permits: (address: string) => boolean): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const list = addresses as unknown as { address: string; family: number }[];
      const [first] = list;
      if (!first || !list.every(({ address }) => permits(address))) {
        return callback(
          Object.assign(new Error('resolves to an address that is not permitted'), { code: 'EPRIVATE' }),
          '',
          0,
        );
      }
      if ((options as { all?: boolean }).all)
        return (callback as unknown as (e: null, l: typeof list) => void)(null, list);
      return callback(null, first.address, first.family);
    });
  };

async function readCapped(
  body: AsyncIterable<Buffer> & { destroy(): void },
  maxBytes: number,
  cut: boolean,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    chunks.push(chunk);
    if (size <= maxBytes) continue;
    body.destroy();
    if (!cut) throw new Error(`the answer is larger than ${maxBytes} bytes`);
    return Buffer.concat(chunks).subarray(0, maxBytes);
  }
  return Buffer.concat(chunks);
}
