// The guarded way to the site of a connector: GET, below its address, with its secret, and redirected nowhere else.
import { invalid, Problem } from '../../core/http/problem.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import type { OutboundAnswer } from '../../core/outbound/outbound.ts';
import { readConnectorText } from './connector-text.ts';
import type { ConnectorCall } from './contract.ts';
import { secretOf, urlOrigin } from './secret.ts';
import type { ConnectorRow } from './store.ts';

const TIMEOUT_MS = 15_000;
const BYTES_MAX = 1024 * 1024;
const REDIRECTS_MAX = 3;

/** The path of an address without a slash at its end. */
const baseOf = (url: string): string => new URL(url).pathname.replace(/\/+$/, '');

/** @throws Problem validation_failed for what does not lie below the address of the connector */
export function addressBelow(url: string, path: string, query = ''): string {
  const wrong = (why: string) => invalid(['body', 'path'], why, 'value_error', path);
  if (!path.startsWith('/')) throw wrong('must begin with a slash');
  if (/[?#\\\s]|[^\x21-\x7e]/.test(path)) throw wrong('must be a path, encoded where it has other signs');
  if (path.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment) || /%2f|%5c/i.test(segment)))
    throw wrong('must not lead out of the address of the connector');
  const address = new URL(`${urlOrigin(url)}${baseOf(url)}${path}`);
  address.search = query.replace(/^\?/, '');
  return address.href;
}

/** Of an address that a site names itself, where signs that are encoded may hide a way out. */
const isBelow = (next: URL, url: string): boolean =>
  next.origin === urlOrigin(url) &&
  `${next.pathname}/`.startsWith(`${baseOf(url)}/`) &&
  !/%2f|%5c|%2e/i.test(next.pathname.slice(baseOf(url).length));

function headersOf(ctx: Ctx, row: ConnectorRow): Record<string, string> {
  const standard = { accept: 'application/json, text/*;q=0.9', 'user-agent': `Commonplace/${ctx.app.version}` };
  let secret: string | null;
  try {
    secret = secretOf(ctx.app, row);
  } catch (cause) {
    throw new Problem('connector_failed', 'The secret cannot be read any more: type it again.', { cause });
  }
  if (secret === null) return standard;
  return { ...standard, [row.auth_header ?? 'authorization']: row.auth_header ? secret : `Bearer ${secret}` };
}

/** A failure of the network in words that name no inner address. */
export function failedBy(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const isLate =
    (error as { name?: string }).name === 'TimeoutError' || /TIMEOUT/.test((error as { code?: string }).code ?? '');
  const words = isLate ? 'The site did not answer in time.' : 'The connection to the site failed.';
  return new Problem('connector_failed', words, { cause: error });
}

async function ask(ctx: Ctx, row: ConnectorRow, first: string): Promise<OutboundAnswer> {
  const options = { headers: headersOf(ctx, row), timeoutMs: TIMEOUT_MS, maxBytes: BYTES_MAX, cut: true };
  let address = first;
  for (let left = REDIRECTS_MAX; ; left -= 1) {
    const answer = await ctx.app.outbound.request(address, options).catch((error) => {
      throw failedBy(error);
    });
    const location = answer.status >= 300 && answer.status < 400 ? answer.headers.location : undefined;
    if (!location) return answer;
    const next = URL.canParse(location, address) ? new URL(location, address) : undefined;
    if (!next || !isBelow(next, row.url))
      throw new Problem('connector_failed', 'The site redirects elsewhere, which is not followed.');
    if (left === 0) throw new Problem('connector_failed', 'The site redirects again and again.');
    address = next.href;
  }
}

export const callOf = (ctx: Ctx, row: ConnectorRow): ConnectorCall => ({
  url: row.url,
  async get(path, query) {
    return readConnectorText(ctx, await ask(ctx, row, addressBelow(row.url, path, query)));
  },
});

/** The address itself, for a probe: what it answers is not read as text. */
export const knock = async (ctx: Ctx, row: ConnectorRow): Promise<number> => (await ask(ctx, row, row.url)).status;
