// Files that never change under their address, and files of pages that somebody keeps on this device.
import { FILES, KEPT_LIST } from '../client/offline/cache-names.ts';
import type { WorkerFetchEvent } from './worker-scope.ts';

/** Addresses with the hash of what they lead to. */
const HASHED = /^\/static\/(chunk-[^?]+|[^?]+\?v=\w+)$/;

export function answerStatic(event: WorkerFetchEvent): void {
  const { pathname, search } = new URL(event.request.url);
  if (HASHED.test(pathname + search)) event.respondWith(staticFile(event.request));
}

async function staticFile(request: Request): Promise<Response> {
  const cache = await caches.open(OFFLINE.cache);
  const known = await cache.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok && answer.type === 'basic') await cache.put(request, answer.clone());
  return answer;
}

/** The service decides who sees a file, as long as it answers. */
export function answerFile(event: WorkerFetchEvent): void {
  const { request } = event;
  if (!request.headers.has('range'))
    event.respondWith(fetch(request).catch(async () => (await keptFile(request)) ?? Response.error()));
}

async function keptFile(request: Request): Promise<Response | undefined> {
  for (const name of await caches.keys()) {
    const found = name.startsWith(FILES) ? await (await caches.open(name)).match(request) : undefined;
    if (found) return found;
  }
  return undefined;
}

/** Ids of the pages that somebody keeps on this device. */
export async function keptPages(): Promise<Set<number>> {
  const list = await caches.match(KEPT_LIST);
  return new Set(list ? ((await list.json()) as number[]) : []);
}
