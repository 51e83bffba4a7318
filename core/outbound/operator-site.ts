// A site that whoever runs the service named in its environment, private or not: that origin alone, and no redirects.
import type { Agent, Dispatcher } from 'undici';

export interface StreamRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** milliseconds without a single byte */
  silenceMs: number;
  /** bytes of the answer; more of them are a fault */
  maxBytes: number;
  signal?: AbortSignal;
}

/** An answer whose body is read while it comes. */
export interface StreamAnswer {
  status: number;
  headers: Record<string, string>;
  body: AsyncIterable<Uint8Array>;
  /** ends an answer whose body nobody reads */
  drop(): void;
}

async function* capped(body: AsyncIterable<Uint8Array>, most: number): AsyncIterable<Uint8Array> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > most) throw new Error(`the answer is larger than ${most} bytes`);
    yield chunk;
  }
}

export class OperatorSite {
  readonly #origin: string;
  #agent: Promise<Agent> | undefined;

  /** @param address of which the origin counts. @throws TypeError for what is no address */
  constructor(address: string) {
    this.#origin = new URL(address).origin;
  }

  /** @throws Error for another origin, a redirect, and faults of the network; the body throws those that come later */
  async stream(address: string, options: StreamRequest): Promise<StreamAnswer> {
    const url = new URL(address);
    if (url.origin !== this.#origin) throw new Error('the address is of another origin than the one of the settings');
    const { request } = await import('undici');
    const { method = 'GET', headers, body, silenceMs, maxBytes, signal } = options;
    const answer = await request(url, {
      ...{ method: method as Dispatcher.HttpMethod, headers, body, signal, dispatcher: await this.#dispatcher() },
      ...{ headersTimeout: silenceMs, bodyTimeout: silenceMs },
    });
    const drop = () => void answer.body.on('error', () => {}).destroy();
    if (answer.statusCode >= 300 && answer.statusCode < 400) {
      drop();
      throw new Error('the site redirects, which is not followed');
    }
    const named = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
    return { status: answer.statusCode, headers: named, body: capped(answer.body, maxBytes), drop };
  }

  #dispatcher(): Promise<Agent> {
    this.#agent ??= import('undici').then(
      ({ Agent: UndiciAgent }) => new UndiciAgent({ connect: { timeout: 10_000 } }),
    );
    return this.#agent;
  }

  async close(): Promise<void> {
    await (await this.#agent)?.close();
  }
}
