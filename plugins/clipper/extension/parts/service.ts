// Calls of the service by the background of the extension: what it says, and why it says no.
import type { Account } from './account.ts';
import { translate } from './words.ts';

const TIME_MS = 60_000;

/** What came of a call. `offline`: nobody answered; `fault`: the service failed at it. */
export type ServiceAnswer<T = Record<string, unknown>> =
  | { ok: true; body: T }
  | { ok: false; kind: 'offline' | 'limit' | 'credential' | 'refused' | 'fault'; detail: string; retryAfter: number };

interface Problem {
  detail?: string;
  errors?: { detail: string; pointer?: string }[];
}

/** As the popup calls what a request calls by these names. */
const FIELDS: Record<string, string> = {
  title: translate('clipper.extension.title'),
  tags: translate('clipper.extension.tags'),
  workspace_id: translate('clipper.extension.target'),
  parent_id: translate('clipper.extension.target'),
  collection_id: translate('clipper.extension.target'),
  values: translate('clipper.extension.values'),
  html: translate('clipper.extension.text'),
};

const reasonOf = ({ detail = '', errors }: Problem, status: number): string => {
  const [first] = errors ?? [];
  if (!first) return detail || translate('clipper.extension.service_fault', { status });
  const [name = '', ...inner] = (first.pointer ?? '').slice(1).split('/');
  const field = FIELDS[name] ?? [name, ...inner].join('/');
  return `${field} ${first.detail}`.trim();
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
  } catch {
    const detail = translate('clipper.extension.no_answer', { server });
    return { ok: false, kind: 'offline', detail, retryAfter: 0 };
  }
  const said = (await response.json().catch(() => ({}))) as T & Problem;
  if (response.ok) return { ok: true, body: said };
  const { status } = response;
  const kind = status === 429 ? 'limit' : status === 401 ? 'credential' : status >= 500 ? 'fault' : 'refused';
  return { ok: false, kind, detail: reasonOf(said, status), retryAfter: Number(response.headers.get('retry-after')) };
}
