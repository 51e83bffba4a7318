// The protocol by which a browser is told what to do, over the two pipes it has for that: JSON with a zero byte behind it.
import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

type Said = Record<string, unknown>;

interface Message {
  id?: number;
  result?: Said;
  error?: { message: string };
  method?: string;
  params?: Said;
}

export class DevTools {
  readonly #to: Writable;
  readonly #waiting = new Map<number, { resolve(result: Said): void; reject(error: Error): void }>();
  readonly #listeners = new Map<string, (params: Said) => void>();
  #count = 0;
  #rest: Buffer[] = [];

  /** @param child started with pipes at 3 and 4 */
  constructor({ stdio }: ChildProcess) {
    this.#to = stdio[3] as Writable;
    const from = stdio[4] as Readable;
    // A browser that ends is noticed by its process.
    this.#to.on('error', () => {});
    from.on('error', () => {});
    from.on('data', (chunk: Buffer) => this.#read(chunk));
  }

  /** @throws Error with what the browser says about it */
  ask(method: string, params: object, sessionId?: string): Promise<Said> {
    const id = ++this.#count;
    this.#to.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  on(event: string, listener: (params: Said) => void): void {
    this.#listeners.set(event, listener);
  }

  next(event: string): Promise<Said> {
    return new Promise((resolve) => this.on(event, resolve));
  }

  #read(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, from)) {
      const whole = Buffer.concat([...this.#rest, chunk.subarray(from, end)]).toString('utf8');
      this.#rest = [];
      from = end + 1;
      this.#take(JSON.parse(whole) as Message);
    }
    if (from < chunk.length) this.#rest.push(chunk.subarray(from));
  }

  #take({ id, result, error, method, params }: Message): void {
    if (method) this.#listeners.get(method)?.(params ?? {});
    const waiting = id === undefined ? undefined : this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id as number);
    if (error) waiting.reject(new Error(error.message));
    else waiting.resolve(result ?? {});
  }
}
