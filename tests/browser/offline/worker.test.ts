// The worker beside pages: without a connection a reload shows our own page, and a new version waits to be wanted.
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { axeFaultsInBoth } from '../../kit/axe.ts';
import { openBrowser, type Visit } from '../../kit/browser.ts';
import { excess, type Frame, furnishFrame } from '../frame.ts';

const browser = await openBrowser();

/** The worker serves this page, and has all that it keeps. */
export async function ready(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

describe('the worker', { skip: browser ? false : 'no browser' }, () => {
  let frame: Frame;
  const visits: Visit[] = [];
  before(async () => {
    frame = await furnishFrame(browser);
  });
  after(async () => {
    for (const visit of visits) await visit.close();
    await frame.stop();
  });

  async function visit(title: string, options = {}): Promise<Visit> {
    const made = await frame.visit('ann', title, { serviceWorkers: 'allow', ...options });
    visits.push(made);
    await ready(made.page);
    return made;
  }

  it('makes a first look at the product at most 3 % heavier', async () => {
    // The first test: pages that are open already look for a new worker now and then.
    const { server } = frame.t.app;
    let sockets: Socket[] = [];
    let paths: string[] = [];
    server.listener.on('connection', (socket: Socket) => sockets.push(socket));
    server.events.on('response', ({ path }) => void paths.push(path));
    const look = async (serviceWorkers: 'allow' | 'block') => {
      [sockets, paths] = [[], []];
      const { page, close } = await frame.visit('ann', 'Alpha', { serviceWorkers });
      if (serviceWorkers === 'allow') await ready(page);
      await page.waitForLoadState('networkidle');
      const bytes = sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0);
      await close();
      return { paths, bytes };
    };
    const [without, beside] = [await look('block'), await look('allow')];
    const more = beside.paths.filter((path) => !without.paths.includes(path));
    assert.deepEqual(more.sort(), ['/offline/notice', '/static/icon.svg', '/sw.js']);
    assert.ok(beside.bytes <= 1.03 * without.bytes, `${beside.bytes} beside ${without.bytes} bytes`);
  });

  it('shows a frame of ours when a page is reloaded without a connection, on a phone and in both colours', async () => {
    const { page, context } = await visit('Alpha');
    await context.setOffline(true);
    await page.reload();
    await page.getByRole('heading', { name: 'You are offline' }).waitFor();
    assert.deepEqual(await axeFaultsInBoth(page), []);
    await page.setViewportSize({ width: 390, height: 780 });
    assert.equal(await excess(page), 0);
    await context.setOffline(false);
    await page.getByRole('link', { name: 'Try again' }).click();
    await page.getByText('Text of Alpha.').waitFor();
  });

  it('holds nothing of anybody in its caches before they have chosen so', async () => {
    const { page } = await visit('Alpha');
    await page.goto(`${frame.t.url}/pages/${frame.ids.Beta}`);
    const texts = await page.evaluate(async () => {
      const found: string[] = [];
      for (const name of await caches.keys())
        for (const request of await (await caches.open(name)).keys()) {
          const answer = await (await caches.open(name)).match(request);
          found.push(`${new URL(request.url).pathname} ${await answer?.text()}`);
        }
      return found;
    });
    assert.ok(texts.some((text) => text.startsWith('/offline/notice ')));
    const paths = texts.map((text) => text.split(' ')[0] as string);
    assert.deepEqual(
      paths.filter((path) => !/^\/(static\/|offline\/notice$)/.test(path)),
      [],
    );
    assert.ok(!texts.some((text) => /Text of (Alpha|Beta)|ann@example/.test(text)));
  });

  it('speaks the language of the pages', async () => {
    const { page, context } = await visit('Alpha', { locale: 'de-DE' });
    await context.setOffline(true);
    await page.reload();
    await page.getByRole('heading', { name: 'Du bist offline' }).waitFor();
    await context.setOffline(false);
  });

  it('of a new build waits until somebody wants it', async () => {
    const { page } = await visit('Alpha');
    const cacheNames = () => page.evaluate(() => caches.keys());
    const [before] = await cacheNames();
    // Another build is another script under the same address.
    frame.t.app.server.ext('onPreResponse', ({ path, response }, h) => {
      if (path === '/sw.js' && 'source' in response)
        Object.assign(response, { source: String(response.source).replace('"static-', '"static-next-') });
      return h.continue;
    });
    await page.reload();
    const offer = (of: Page) => of.locator('.toast', { hasText: 'A new version is available.' });
    await offer(page).getByRole('button', { name: 'Dismiss' }).click();
    // Not on each page of a tab again: that of another one comes later than this one's would.
    await page.reload();
    await ready(page);
    const other = await page.context().newPage();
    await other.goto(page.url());
    const button = offer(other).getByRole('button', { name: 'Reload' });
    await button.waitFor();
    assert.equal(await offer(page).count(), 0);
    assert.ok((await cacheNames()).includes(before as string), 'the old one serves until then');
    await Promise.all([other.waitForEvent('load'), button.click()]);
    await page.waitForFunction(async (name) => !(await caches.keys()).includes(name), before as string);
  });
});

describe('the app', () => {
  it('can be installed: its manifest names pictures that there are, and where to share to', async () => {
    const frame = await furnishFrame(null);
    const { text, headers } = await frame.t.inject('GET', '/manifest.webmanifest', {
      headers: { 'accept-language': 'de' },
    });
    assert.match(String(headers['content-type']), /^application\/manifest\+json/);
    const manifest = JSON.parse(text);
    assert.deepEqual([manifest.id, manifest.display, manifest.lang], ['/', 'standalone', 'de']);
    for (const { src, sizes } of manifest.icons) {
      const { rawPayload } = await frame.t.app.server.inject(src);
      const edge = Number(sizes.split('x')[0]);
      // The width and height stand in the head of a PNG.
      assert.deepEqual([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)], [edge, edge], src);
    }
    assert.deepEqual(manifest.share_target, {
      ...{ action: '/share', method: 'GET' },
      params: { title: 'title', text: 'text', url: 'url' },
    });
    await frame.stop();
  });
});

after(() => browser?.close());
