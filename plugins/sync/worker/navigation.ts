// Pages: from the service, as long as it answers; else the frame, which draws what is kept on this device.
import { offlineFrame } from './frame.ts';
import { keptPages } from './static-files.ts';
import type { WorkerFetchEvent } from './worker-scope.ts';

/** For how long somebody waits for a page that is here as well. */
const PATIENCE_MS = 2_500;
const LOCAL = /^\/pages\/local-/;
const PAGE = /^\/pages\/(\d+)$/;

export function navigate(event: WorkerFetchEvent): void {
  event.respondWith(page(event));
}

async function page({ request, preloadResponse }: WorkerFetchEvent): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (LOCAL.test(pathname)) return (await offlineFrame()) ?? Response.error();
  const answer = preloadResponse.then((early) => early ?? fetch(request));
  try {
    const given = (await soon(answer, pathname)) ?? (await answer);
    return isGateway(given) ? ((await offlineFrame()) ?? given) : given;
  } catch {
    return (await offlineFrame()) ?? Response.error();
  }
}

/** Said by what stands in front of the service, in place of it. */
const isGateway = ({ status, headers }: Response): boolean =>
  [502, 503, 504].includes(status) && !headers.has('x-request-id');

/** The answer, or the frame where the page is kept and the answer takes too long. */
async function soon(answer: Promise<Response>, pathname: string): Promise<Response | undefined> {
  const id = Number(PAGE.exec(pathname)?.[1]);
  const patience = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PATIENCE_MS));
  const first = await Promise.race([answer, patience]);
  if (first || !(await keptPages()).has(id)) return first;
  answer.catch(() => undefined);
  return offlineFrame();
}
