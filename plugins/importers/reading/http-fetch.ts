// What importers may ask of the web: public addresses only, with caps on size, time and redirects.
import type { App } from '../../../core/kernel/app.ts';
import type { FetchedResource } from '../contract.ts';

const BYTES_MAX = 20 * 1_048_576;
const REDIRECTS = 5;
const TIME_MS = 20_000;

/** @throws Problem private_url, or Error whose message says why there is nothing */
export async function fetched(app: App, address: string): Promise<FetchedResource> {
  const { status, headers, body, url } = await app.outbound.request(address, {
    headers: { accept: 'text/html,application/xhtml+xml,image/*;q=0.8,*/*;q=0.5', 'user-agent': 'Commonplace import' },
    maxBytes: BYTES_MAX,
    redirects: REDIRECTS,
    timeoutMs: TIME_MS,
  });
  if (status !== 200) throw new Error(`the address answers ${status}`);
  const [mime = ''] = (headers['content-type'] ?? '').toLowerCase().split(';');
  return { url, mime: mime.trim(), bytes: body };
}
