// Messages of the protocol as lines of standard input and output, where every call is answered before the end.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';

/** Codes of JSON-RPC for a line that is no JSON, for JSON that is no message, and for what a server could not do. */
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
export const SERVER_ERROR = -32000;
/** How long an answer is waited for, at most. */
export const ANSWER_MS = 120_000;
/** It stays open until its reader leaves, and is answered then. */
const LISTEN = 'subscriptions/listen';

export const rpcFailure = (id: unknown, code: number, message: string): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });

export const noJson = (): string => rpcFailure(null, PARSE_ERROR, 'The line is not valid JSON.');

export const noMessage = (): string => rpcFailure(null, INVALID_REQUEST, 'The line is no message of the protocol.');

interface Sent {
  id?: string | number;
  method?: string;
  params?: { requestId?: string | number };
}

export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  readonly #open = new Set<string | number>();
  #answered = (): void => {};

  async start(): Promise<void> {}

  async close(): Promise<void> {
    this.onclose?.();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!process.stdout.write(`${JSON.stringify(message)}\n`)) await once(process.stdout, 'drain');
    const { id, method } = message as Sent;
    if (id !== undefined && method === undefined) this.#settle(id);
  }

  /** Reads to the end of standard input, and waits until what it asked for is answered. */
  async served(): Promise<void> {
    const { isJSONRPCNotification, isJSONRPCRequest, isJSONRPCResponse } = await import('@modelcontextprotocol/server');
    const isMessage = (one: unknown) => isJSONRPCRequest(one) || isJSONRPCNotification(one) || isJSONRPCResponse(one);
    for await (const line of createInterface({ input: process.stdin })) if (line.trim()) this.#take(line, isMessage);
    if (this.#open.size === 0) return;
    await new Promise<void>((done) => {
      const late = setTimeout(done, ANSWER_MS);
      this.#answered = () => {
        clearTimeout(late);
        done();
      };
    });
  }

  #take(line: string, isMessage: (one: unknown) => boolean): void {
    let message: Sent;
    try {
      message = JSON.parse(line);
    } catch {
      process.stdout.write(`${noJson()}\n`);
      return;
    }
    if (!isMessage(message)) {
      process.stdout.write(`${noMessage()}\n`);
      return;
    }
    const { id, method, params } = message;
    if (id !== undefined && method !== undefined && method !== LISTEN) this.#open.add(id);
    this.onmessage?.(message as JSONRPCMessage);
    // What is taken back is not answered.
    if (method === 'notifications/cancelled' && params?.requestId !== undefined) this.#settle(params.requestId);
  }

  #settle(id: string | number): void {
    if (this.#open.delete(id) && this.#open.size === 0) this.#answered();
  }
}
