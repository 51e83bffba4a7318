// How long a person waits for a page: a browser with an empty cache, what it asks for, and when the text is there.
import { openBrowser, type TestBrowser } from '../kit/browser.ts';
import { median } from './figures.ts';

export interface FirstView {
  /** from the click to the first text on the screen, ms */
  visible: number;
  requests: number;
  /** on the wire, kB */
  size: number;
}

/** One visit by somebody who was never here; the figures are taken when nothing more is asked for. */
async function visit(browser: TestBrowser, url: string, headers: Record<string, string>): Promise<FirstView> {
  const { context, page, close } = await browser.visit();
  const { cookie, ...others } = headers;
  if (cookie) {
    const [name, value] = cookie.split(/=(.*)/s) as [string, string];
    await context.addCookies([{ name, value, url: new URL(url).origin }]);
  }
  await context.setExtraHTTPHeaders(others);
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  const seen = { requests: 0, bytes: 0 };
  network.on('Network.requestWillBeSent', ({ request }) => {
    // A picture in a style is on no wire.
    if (!request.url.startsWith('data:')) seen.requests += 1;
  });
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    seen.bytes += encodedDataLength;
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const visible = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  );
  await close();
  return { visible, requests: seen.requests, size: seen.bytes / 1000 };
}

/** Medians of some visits to each address, in turn; null where there is no browser. */
export async function firstViews(
  rounds: number,
  addresses: { url: string; headers: Record<string, string> }[],
): Promise<FirstView[] | null> {
  const browser = await openBrowser();
  if (!browser) return null;
  const views: FirstView[][] = addresses.map(() => []);
  // The first visit of all warms the browser itself.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, { url, headers }] of addresses.entries()) {
      const view = await visit(browser, url, headers);
      if (round) views[index]?.push(view);
    }
  }
  await browser.close();
  return views.map((all) => ({
    visible: median(all.map(({ visible }) => visible)),
    requests: median(all.map(({ requests }) => requests)),
    size: median(all.map(({ size }) => size)),
  }));
}
