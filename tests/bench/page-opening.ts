// How soon a browser shows a page that it keeps, without a connection, and the same page with one.
import { openBrowser } from '../kit/browser.ts';
import { ROUNDS } from './compare.ts';
import { median } from './figures.ts';

export interface Opened {
  /** from the address to its text, ms */
  text: number;
  /** until it can be written */
  writing: number;
  /** the same with a connection, by a browser that was there before */
  online: number;
}

export async function openings(base: string, session: string, id: number): Promise<Opened | null> {
  const browser = await openBrowser();
  if (!browser) return null;
  const { context, page, close } = await browser.visit({ serviceWorkers: 'allow' });
  await context.addCookies([{ name: 'session', value: session, url: base }]);
  const address = `${base}/pages/${id}`;
  await page.goto(address);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto(`${base}/offline`);
  await page.getByRole('switch', { name: 'Keep pages on this device' }).click();
  await page.locator('.offline-page tbody tr').first().waitFor();
  const open = async () => {
    await page.goto(address, { waitUntil: 'commit' });
    await page.locator('.article').first().waitFor();
    const text = await page.evaluate(() => performance.now());
    await page.locator('.article[data-ready]').waitFor();
    return { text, writing: await page.evaluate(() => performance.now()) };
  };
  await open();
  const online = [];
  for (let round = 0; round < ROUNDS; round += 1) online.push(await open());
  await context.setOffline(true);
  await open();
  const offline = [];
  for (let round = 0; round < ROUNDS; round += 1) offline.push(await open());
  await close();
  await browser.close();
  return {
    text: median(offline.map((one) => one.text)),
    writing: median(offline.map((one) => one.writing)),
    online: median(online.map((one) => one.writing)),
  };
}
