// Receivers of webhooks on this machine, of every kind: good ones, slow ones, and those that mean harm.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before } from 'node:test';
import type { TestDatabase } from '../../testing/databases.ts';
import { startApp, type TestApp, type TestAppOptions } from '../kit/app.ts';

export interface Received {
  path: string;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read messages of many shapes
  body: any;
  text: string;
}

type Behavior = (request: IncomingMessage, response: ServerResponse) => void;

/** Takes every message and answers by the first part of the path, `/ok` where nothing else is said. */
export class Receiver {
  readonly server: Server;
  received: Received[] = [];
  /** by path; absent: 200 */
  readonly behaviors: Record<string, Behavior> = {};
  connections = 0;

  constructor() {
    this.server = createServer((request, response) => void this.#take(request, response));
    this.server.on('connection', () => {
      this.connections += 1;
    });
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const path = request.url ?? '/';
    this.received.push({ path, headers: request.headers as Record<string, string>, text, body: JSON.parse(text) });
    const behave = this.behaviors[path];
    if (behave) behave(request, response);
    else response.end('thanks');
  }

  async listen(): Promise<this> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return this;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  url(path = '/ok'): string {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  at(path: string): Received[] {
    return this.received.filter((one) => one.path === path);
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

export const statusOf =
  (status: number, headers: Record<string, string> = {}): Behavior =>
  (_request, response) =>
    response.writeHead(status, headers).end('no');

/** The product, running, with a receiver that it may reach; both end after the tests. */
export function withReceiver(
  open: () => Promise<TestDatabase>,
  started: (t: TestApp, receiver: Receiver) => void,
  options: TestAppOptions = {},
): void {
  const receiver = new Receiver();
  let t: TestApp | undefined;
  before(async () => {
    await receiver.listen();
    const settings = { OUTBOUND_ALLOW: `127.0.0.1:${receiver.port}`, ...options.settings };
    t = await startApp(await open(), { ...options, settings });
    await t.app.start();
    started(t, receiver);
  });
  after(async () => {
    await t?.stop();
    receiver.close();
  });
}
