// Calls to our own API from the browser: the CSRF header, one kind of error, and a limit to how long people wait.
import { t } from './messages.ts';

/** Why a call failed. `status` 0: no answer came; then `code` is `offline` or `timeout`. */
export class RequestError extends Error {
  readonly status: number;
  readonly code: string;
  /** what is wrong with which field, by its name; readable after the field's label */
  readonly fields: Record<string, string>;

  constructor(status: number, code: string, message: string, fields: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

export interface SendOptions {
  headers?: Record<string, string>;
  /** lets a small call outlive the page */
  keepalive?: boolean;
  signal?: AbortSignal;
  /** default 20,000 */
  timeoutMs?: number;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Answers a call that nobody else does; undefined: it cannot either. @throws RequestError */
export type Substitute = (method: Method, path: string, body: object | undefined) => Promise<unknown>;

let substitute: Substitute | undefined;

/** From now on calls without a connection are answered by what is kept in this browser. */
export const answerOffline = (own: Substitute): void => {
  substitute = own;
};

interface Detail {
  loc: (string | number)[];
  msg: string;
}

export function csrfToken(): string {
  const found = document.cookie.split('; ').find((one) => /^(__Host-)?csrf=/.test(one));
  return found ? found.slice(found.indexOf('=') + 1) : '';
}

/** Turns the body of a refused call into a reason; also for answers that came by other ways than `send`. */
export function parseRequestError(status: number, text: string): RequestError {
  let body: { detail?: string | Detail[]; code?: string } = {};
  try {
    body = JSON.parse(text);
  } catch {
    // A proxy or a crash answered; its words are not for people.
  }
  if (Array.isArray(body.detail)) {
    const fields = Object.fromEntries(body.detail.map(({ loc, msg }) => [String(loc.at(-1)), msg]).reverse());
    const reason = body.detail[0]?.msg;
    const message = reason ? t('core.client.invalid_as', { reason }) : t('core.client.invalid');
    return new RequestError(status, 'validation_failed', message, fields);
  }
  const code = body.code ?? (status >= 500 ? 'internal_error' : 'unknown');
  if (code === 'unauthorized') return new RequestError(status, code, t('core.client.signed_out'));
  return new RequestError(status, code, body.detail ?? t('core.client.failed', { status }));
}

const isThere = (): Promise<boolean> =>
  fetch('/healthz', { signal: AbortSignal.timeout(3000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Sends JSON, a form or bytes and gives the parsed answer; the document hears of a server that cannot be reached.
 * @throws RequestError
 */
export async function send<T = Record<string, unknown>>(
  method: Method,
  path: string,
  body?: object,
  { headers, keepalive, signal, timeoutMs = 20_000 }: SendOptions = {},
): Promise<T> {
  const patience = AbortSignal.timeout(timeoutMs);
  const isRaw = body instanceof FormData || body instanceof Blob;
  try {
    const response = await fetch(path, {
      method,
      headers: {
        accept: 'application/json',
        'x-csrf-token': csrfToken(),
        ...(body && !isRaw ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      body: isRaw ? body : body && JSON.stringify(body),
      keepalive,
      signal: signal ? AbortSignal.any([signal, patience]) : patience,
    });
    const text = await response.text();
    if (!response.ok) throw parseRequestError(response.status, text);
    return JSON.parse(text) as T;
  } catch (error) {
    if (error instanceof RequestError || signal?.aborted) throw error;
    const code = patience.aborted ? 'timeout' : 'offline';
    // What may have been done is not done again by another way: only where nothing answers at all.
    const answer = method === 'GET' || !(await isThere()) ? await substitute?.(method, path, body) : undefined;
    if (answer !== undefined) return answer as T;
    if (code === 'offline') document.dispatchEvent(new Event('commonplace:unreachable'));
    throw new RequestError(0, code, t(`core.client.${code}`));
  }
}

const YEAR = 31_536_000;

/** A choice of this browser by which the server draws pages: for a year. */
export const keepCookie = (name: string, value: string | number): void => {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${name}=${value}; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure}`;
};
