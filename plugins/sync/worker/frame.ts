// The page that stands for all others without a connection: a frame with nothing of anybody in it.
const FRAME = '/offline/frame';

export const shellOf = async (): Promise<void> => (await caches.open(OFFLINE.cache)).addAll([FRAME, ...OFFLINE.files]);

/** In the language of the pages that somebody sees; what the cache has is in the one of the time it was filled. */
export async function keepFrame(locale: string): Promise<void> {
  const cache = await caches.open(OFFLINE.cache);
  const words = OFFLINE.messages[locale] ?? [];
  const known = await Promise.all(words.map((address) => cache.match(address)));
  await cache.addAll(words.filter((_address, at) => !known[at]));
  const before = await cache.match(FRAME);
  if (before?.headers.get('content-language') !== locale) await cache.add(new Request(FRAME, { cache: 'no-store' }));
}

export const offlineFrame = async (): Promise<Response | undefined> => (await caches.open(OFFLINE.cache)).match(FRAME);
