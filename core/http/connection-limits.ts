// What one connection may take: every wait of the server for a client has an end, and no address holds all sockets.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { endTimeLimit, startTimeLimit, type TimeLimit } from '../database/timeouts.ts';
import { Problem } from './problem.ts';

/** An import asks the module for each of its names, among them WebSocket, for which Node loads a client of its own. */
const { createServer } = createRequire(import.meta.url)('node:http') as typeof import('node:http');

export interface ConnectionLimits {
  /** until the head of a request has arrived */
  headersMs: number;
  /** until its body has arrived */
  bodyMs: number;
  /** a body is left alone for so long, and looked at again each time as much has passed */
  windowMs: number;
  /** what a body must bring in each second from then on */
  bytesPerSecond: number;
  /** how long a connection may rest between two requests */
  idleMs: number;
  /** how long an answer that came before the end of its body is waited with for the client to read it */
  lingerMs: number;
  /** bytes of the head */
  headBytes: number;
}

export const connectionLimits: ConnectionLimits = {
  headersMs: 20_000,
  bodyMs: 600_000,
  windowMs: 10_000,
  bytesPerSecond: 1000,
  idleMs: 65_000,
  lingerMs: 2000,
  headBytes: 16_384,
};

/** How often Node looks for heads and bodies that are late, at most. */
const LOOK_MS = 5000;

export interface SocketLimits {
  /** sockets that one address may hold; 0: any number */
  most: number;
  /** addresses that stand for many others */
  trusts(address: string): boolean;
}

/** The listener of the server; what hapi does with broken requests is taken over by `guardConnections`. */
export const createListener = (limits: ConnectionLimits): Server =>
  createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: Math.max(limits.bodyMs, limits.headersMs),
    keepAliveTimeout: limits.idleMs,
    maxHeaderSize: limits.headBytes,
    connectionsCheckingInterval: Math.min(LOOK_MS, limits.headersMs / 4),
  });

const reasons: Record<string, [code: string, detail: string]> = {
  HPE_HEADER_OVERFLOW: ['head_too_large', 'The head of the request, its address with all headers, is too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request took too long to arrive.'],
};
const malformed: [code: string, detail: string] = ['malformed_request', 'This is not a request in HTTP/1.1.'];
const slow: [code: string, detail: string] = ['request_timeout', 'The body of the request arrives too slowly.'];
const crowded: [code: string, detail: string] = [
  'rate_limited',
  'Too many connections from this address are open at once.',
];

/** An answer where there is no request to answer, in a shape that clients of both error formats can read. */
function rawAnswer([code, detail]: [code: string, detail: string]): string {
  const { status, title } = new Problem(code);
  const id = randomUUID();
  const body = JSON.stringify({
    type: `/problems/${code}`,
    title,
    status,
    detail,
    instance: `urn:request:${id}`,
    code,
    request_id: id,
  });
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${id}`,
    ...(status === 429 ? ['Retry-After: 10'] : []),
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** Watches a body on its way in. */
class Arrival implements TimeLimit {
  until: number;
  #seen: number | undefined;
  readonly #request: IncomingMessage;
  readonly #limits: ConnectionLimits;
  readonly #tooSlow: () => void;

  constructor(request: IncomingMessage, limits: ConnectionLimits, tooSlow: () => void) {
    this.#request = request;
    this.#limits = limits;
    this.#tooSlow = tooSlow;
    this.until = performance.now() + limits.windowMs;
    startTimeLimit(this);
  }

  end(): void {
    const { complete, socket, readableLength, readableHighWaterMark } = this.#request;
    if (complete || socket.destroyed) {
      this.stop();
      return;
    }
    const { windowMs, bytesPerSecond } = this.#limits;
    const came = this.#seen === undefined ? Number.POSITIVE_INFINITY : socket.bytesRead - this.#seen;
    // What waits here to be read holds the client up, not the other way round.
    const waitsForUs = readableLength >= readableHighWaterMark;
    if (came < (bytesPerSecond * windowMs) / 1000 && !waitsForUs) {
      this.stop();
      this.#tooSlow();
      return;
    }
    this.#seen = socket.bytesRead;
    this.until = performance.now() + windowMs;
  }

  stop(): void {
    endTimeLimit(this);
  }
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0;

/** Says why and cuts the line, so that nothing of the request is done any more. */
function refuse(socket: Socket, reason: [code: string, detail: string]): void {
  if (socket.writable) socket.write(rawAnswer(reason));
  Socket.prototype.destroySoon.call(socket);
}

/** Ends every wait for clients of this listener. */
export function guardConnections(listener: Server, limits: ConnectionLimits, bound: SocketLimits): void {
  const current = new WeakMap<Socket, Exchange>();
  // Cut at once, the line would take the answer with it that a client who still sends has not read.
  const closeGently = (socket: Socket) => {
    socket.end();
    setTimeout(() => socket.destroy(), limits.lingerMs).unref();
  };
  const begin = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const exchange = { request, response };
    current.set(socket, exchange);
    response.once('close', () => {
      if (current.get(socket) === exchange) current.delete(socket);
    });
    if (!hasBody(request)) return;
    const arrival = new Arrival(request, limits, () =>
      response.headersSent ? socket.destroy() : refuse(socket, slow),
    );
    response.once('close', () => arrival.stop());
    socket.destroySoon = () => (request.complete ? Socket.prototype.destroySoon.call(socket) : closeGently(socket));
  };
  listener.prependListener('request', begin);
  listener.prependListener('checkContinue', begin);
  // hapi says 400 to everything.
  listener.removeAllListeners('clientError');
  listener.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const exchange = current.get(socket);
    const reason = reasons[error.code ?? ''] ?? malformed;
    // What is broken is the next request of the connection: this one is answered first.
    if (exchange?.request.complete) exchange.response.once('close', () => refuse(socket, reason));
    else if (exchange?.response.headersSent) socket.destroy();
    else if (exchange || !error.code?.startsWith('HPE_')) refuse(socket, reason);
    else if (socket.writable) {
      socket.write(rawAnswer(reason));
      closeGently(socket);
    }
  });
  boundSockets(listener, bound);
}

function boundSockets(listener: Server, { most, trusts }: SocketLimits): void {
  if (!most) return;
  const open = new Map<string, number>();
  listener.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (trusts(address)) return;
    const count = (open.get(address) ?? 0) + 1;
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left) open.set(address, left);
      else open.delete(address);
    });
    if (count > most) refuse(socket, crowded);
  });
}
