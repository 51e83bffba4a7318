// What a service worker has that pages have not; the types of pages are the only ones that the browser's code is checked by.

interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface WorkerFetchEvent extends Lasting {
  readonly request: Request;
  /** asked for before the worker had started */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response> | Response): void;
}

interface WorkerScope {
  readonly registration: ServiceWorkerRegistration & { navigationPreload?: { enable(): Promise<void> } };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', run: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', run: (event: WorkerFetchEvent) => void): void;
  addEventListener(type: 'sync', run: (event: Lasting & { tag: string }) => void): void;
  addEventListener(type: 'message', run: (event: Lasting & { data: unknown }) => void): void;
}

/** What pages tell the worker: take over, keep the page that stands for others in a language. */
export type WorkerCommand = { type: 'reload' } | { type: 'frame'; locale: string };

declare global {
  /** put before the script by the service */
  const OFFLINE: {
    /** of what belongs to this build */
    cache: string;
    /** addresses: of the page that stands for all others, and of what it needs */
    page: string;
    files: string[];
  };
}

export const scope = self as unknown as WorkerScope;
