// Questions to the programming interface of a forge: with the token of one person, to its own origin alone.

import type { App } from '../../../core/kernel/app.ts';
import type { OutboundAnswer } from '../../../core/outbound/outbound.ts';

/** Why a forge gave no answer that is of use. */
export type ForgeFaultReason = 'away' | 'refused' | 'missing' | 'revoked' | 'busy' | 'too_large';

export class ForgeFault extends Error {
  readonly reason: ForgeFaultReason;

  /** @param cause what went wrong, for the log of the service */
  constructor(reason: ForgeFaultReason, cause?: unknown) {
    super(reason, cause === undefined ? undefined : { cause });
    this.reason = reason;
  }
}

/** Of one call, in milliseconds. */
const LIMIT_MS = 8000;
const ARCHIVE_MS = 120_000;
const JSON_BYTES = 8 * 1024 * 1024;
/** What is read as text is cut long before. */
const READ_BYTES = 1024 * 1024;

const reasonOf = ({ status, headers }: OutboundAnswer): ForgeFaultReason => {
  if (status === 401) return 'revoked';
  if (status === 404) return 'missing';
  // GitHub answers 403 to those who asked too often.
  const isLimited = headers['x-ratelimit-remaining'] === '0' || headers['retry-after'] !== undefined;
  if (status === 429 || (status === 403 && isLimited)) return 'busy';
  return status >= 500 || status < 400 ? 'away' : 'refused';
};

export class ForgeApi {
  readonly #app: App;
  readonly #base: string;
  readonly #token: string;
  readonly #signal: AbortSignal | undefined;

  /** @param base where the interface begins; every path is asked below it */
  constructor(app: App, base: string, token: string, signal?: AbortSignal) {
    this.#app = app;
    this.#base = base;
    this.#token = token;
    this.#signal = signal;
  }

  /** @throws ForgeFault */
  async json<T>(path: string): Promise<T> {
    const answer = await this.#ask(`${this.#base}${path}`, { timeoutMs: LIMIT_MS, maxBytes: JSON_BYTES });
    if (answer.status !== 200) throw new ForgeFault(reasonOf(answer), new Error(`status ${answer.status}`));
    try {
      return JSON.parse(answer.body.toString('utf8')) as T;
    } catch (error) {
      throw new ForgeFault('away', error);
    }
  }

  /** @param address below the base; whatever is there, cut where it is large. @throws ForgeFault */
  async read(address: string): Promise<OutboundAnswer> {
    const answer = await this.#ask(address, { timeoutMs: LIMIT_MS, maxBytes: READ_BYTES, cut: true });
    if (answer.status === 401) throw new ForgeFault('revoked');
    return answer;
  }

  /** A file; where the forge sends the reader to another place for it, that one is told no token. @throws ForgeFault */
  async file(path: string, maxBytes: number): Promise<Buffer> {
    const options = { timeoutMs: ARCHIVE_MS, maxBytes };
    let answer = await this.#ask(`${this.#base}${path}`, options);
    const { location } = answer.headers;
    if (answer.status >= 300 && answer.status < 400 && location)
      answer = await this.#ask(new URL(location, answer.url).href, { ...options, isOpen: true });
    if (answer.status !== 200) throw new ForgeFault(reasonOf(answer), new Error(`status ${answer.status}`));
    return answer.body;
  }

  async #ask(
    url: string,
    { isOpen, ...options }: { timeoutMs: number; maxBytes: number; cut?: boolean; isOpen?: boolean },
  ): Promise<OutboundAnswer> {
    const headers = {
      accept: 'application/json',
      'user-agent': 'commonplace',
      ...(isOpen ? {} : { authorization: `Bearer ${this.#token}` }),
    };
    try {
      return await this.#app.outbound.request(url, { ...options, headers, signal: this.#signal });
    } catch (error) {
      const isLarge = error instanceof Error && error.message.startsWith('the answer is larger');
      throw new ForgeFault(isLarge ? 'too_large' : 'away', error);
    }
  }
}

/** One part of an address: what would lead elsewhere was refused before. */
export const segment = encodeURIComponent;

/** The parts of a path within a repository, each encoded. */
export const pathOf = (path: string): string => path.split('/').filter(Boolean).map(segment).join('/');

/** The name of a branch or tag in a message of a forge. */
export const refName = (ref: unknown): string | undefined =>
  typeof ref === 'string' ? ref.replace(/^refs\/(heads|tags)\//, '') : undefined;
