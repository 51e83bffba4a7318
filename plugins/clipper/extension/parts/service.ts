// Calls of the service by the background of the extension: what it says, and why it says no.
import type { Account } from './account.ts';

const TIME_MS = 60_000;

/** What came of a call. `offline`: nobody answered, or nobody who knew better. */
export type ServiceAnswer<T = Record<string, unknown>> =
  | { ok: true; body: T }
  | { ok: false; kind: 'offline' | 'limit' | 'credential' | 'refused'; detail: string; retryAfter: number };

interface Problem {
  detail?: string;
  errors?: { detail: string; pointer?: string }[];
}

const reasonOf = ({ detail = '', errors }: Problem, status: number): string => {
  const [first] = errors ?? [];
  return first ? `${(first.pointer ?? '').slice(1)} ${first.detail}`.trim() : detail || `HTTP ${status}`;
};

export async function call<T>(
  { server, token }: Pick<Account, 'server'> & { token?: string },
  method: string,
  path: string,
  body?: object,
): Promise<ServiceAnswer<T>> {
  let response: Response;
  try {
    response = await fetch(`${server}/api/v2/web-clipper${path}`, {
      method,
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(TIME_MS),
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  } catch (error) {
    return { ok: false, kind: 'offline', detail: (error as Error).message, retryAfter: 0 };
  }
  const said = (await response.json().catch(() => ({}))) as T & Problem;
  if (response.ok) return { ok: true, body: said };
  const { status } = response;
  const kind = status === 429 ? 'limit' : status === 401 ? 'credential' : status >= 500 ? 'offline' : 'refused';
  return { ok: false, kind, detail: reasonOf(said, status), retryAfter: Number(response.headers.get('retry-after')) };
}
