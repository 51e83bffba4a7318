// How soon a long page can be written in, and how long a pressed key takes to reach the screen.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { openBrowser } from '../kit/browser.ts';
import { median } from './figures.ts';

export interface Editing {
  blocks: number;
  /** from the last byte of the page to an editor that takes keys, ms */
  ready: number;
  /** from the key to the frame that shows it, ms */
  key: { p50: number; p95: number };
}

interface Watched {
  ready?: number;
  keys: number[];
}

/** Runs in the page before everything else. */
function watch(): void {
  const seen: Watched = { keys: [] };
  Object.assign(globalThis, { watched: seen });
  const look = () => {
    if (document.querySelector('.article[data-ready="true"]')) seen.ready = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  addEventListener(
    'keydown',
    () => {
      const pressed = performance.now();
      requestAnimationFrame(() => {
        // A message comes after the frame was painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => seen.keys.push(performance.now() - pressed);
        port2.postMessage(0);
      });
    },
    true,
  );
}

const KEYS = 120;
/** Between two keys: sooner than anybody writes, and later than the frame that the one before waits for. */
const PACE_MS = 40;

async function measure(page: Page, url: string): Promise<Omit<Editing, 'blocks'>> {
  await page.addInitScript(watch);
  await page.goto(url);
  await page.waitForFunction(() => (globalThis as unknown as { watched: Watched }).watched.ready !== undefined);
  const ready = await page.evaluate(() => {
    const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return ((globalThis as unknown as { watched: Watched }).watched.ready as number) - (arrival?.responseEnd ?? 0);
  });
  await page.locator('.article[data-ready="true"] p').nth(20).click();
  for (let count = 0; count < KEYS; count += 1) {
    await page.keyboard.press(count % 6 === 5 ? 'Space' : 'x', { delay: 5 });
    await sleep(PACE_MS);
  }
  await page.waitForFunction(
    (count) => (globalThis as unknown as { watched: Watched }).watched.keys.length >= count,
    KEYS,
  );
  const keys = await page.evaluate(() => (globalThis as unknown as { watched: Watched }).watched.keys);
  keys.sort((a, b) => a - b);
  const at = (share: number): number => keys[Math.floor(keys.length * share)] ?? Number.NaN;
  return { ready, key: { p50: at(0.5), p95: at(0.95) } };
}

/** The medians of some visits to a long page; null where there is no browser. */
export async function editing(url: string, cookie: string, blocks: number, rounds = 5): Promise<Editing | null> {
  const browser = await openBrowser();
  if (!browser) return null;
  const [name, value] = cookie.split(/=(.*)/s) as [string, string];
  const found: Omit<Editing, 'blocks'>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { context, page, close } = await browser.visit({ viewport: { width: 1280, height: 900 } });
    await context.addCookies([{ name, value, url: new URL(url).origin }]);
    found.push(await measure(page, url));
    await close();
  }
  await browser.close();
  return {
    blocks,
    ready: median(found.map(({ ready }) => ready)),
    key: { p50: median(found.map(({ key }) => key.p50)), p95: median(found.map(({ key }) => key.p95)) },
  };
}
