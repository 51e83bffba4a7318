// The page that stands for all others without a connection, with nothing of anybody in it.
const { cache: build, page, files } = OFFLINE;

export const shellOf = async (): Promise<void> => (await caches.open(build)).addAll([page, ...files]);

/** In the language of the pages that somebody sees; what the cache has is in the one of the time it was filled. */
export async function keepFrame(locale: string): Promise<void> {
  const cache = await caches.open(build);
  const before = await cache.match(page);
  if (before?.headers.get('content-language') !== locale) await cache.add(new Request(page, { cache: 'no-store' }));
}

export const offlineFrame = async (): Promise<Response | undefined> => (await caches.open(build)).match(page);
