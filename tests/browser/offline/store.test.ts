// What an older release kept on a device: the newer one goes on with all of it, and sends what waited.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../../testing/until.ts';
import { openBrowser } from '../../kit/browser.ts';
import { keepingDesk, stored } from './desk.ts';

const browser = await openBrowser();

/** In a page without scripts: the store as the first release made it, with everything that it has today. */
async function toFirstVersion(name: string): Promise<void> {
  const added = ['page_tags', 'held_files'];
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const newer = await done(indexedDB.open(name));
  const parts = [...newer.objectStoreNames].filter((part) => !added.includes(part));
  const kept = await Promise.all(
    parts.map(async (part) => {
      const store = newer.transaction(part).objectStore(part);
      const indexes = [...store.indexNames].map((index) => ({ index, path: store.index(index).keyPath as string }));
      const [keys, values] = [
        await done(store.getAllKeys()),
        await done(newer.transaction(part).objectStore(part).getAll()),
      ];
      const { keyPath, autoIncrement } = store;
      return { part, options: { keyPath, autoIncrement }, indexes, keys, values };
    }),
  );
  newer.close();
  await done(indexedDB.deleteDatabase(name));
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => {
    for (const { part, options, indexes, keys, values } of kept) {
      const store = opening.result.createObjectStore(part, options);
      for (const { index, path } of indexes) store.createIndex(index, path);
      for (const [at, value] of values.entries())
        options.keyPath === null ? store.put(value, keys[at]) : store.put(value);
    }
  };
  (await done(opening)).close();
}

const versionOf = (page: Page, store: string): Promise<number | undefined> =>
  page.evaluate(async (own) => (await indexedDB.databases()).find(({ name }) => name === own)?.version, store);

describe('the store of an older release', { skip: browser ? false : 'no browser' }, () => {
  const desk = keepingDesk(browser);

  it('keeps its pages and sends what waited', async () => {
    const { page, cut, mend, go, close } = desk.device;
    await cut();
    await go('Alpha');
    const row = (name: string) => page.getByRole('treeitem', { name, exact: true });
    await row('Beta').focus();
    await page.keyboard.press('F2');
    await page.locator('.tree input').fill('By the older one');
    await page.keyboard.press('Enter');
    await row('By the older one').waitFor();
    await page.locator('.offline-badge', { hasText: 'Offline, 1 waiting' }).waitFor();
    const name = await page.evaluate(() => `commonplace-${localStorage.getItem('commonplace-offline')}`);
    // Nothing is sent before the older store is there.
    await page.route('**/api/v2/sync/**', (route) => route.abort());
    await mend();
    await go('/readyz');
    await page.evaluate(toFirstVersion, name);
    assert.equal(await versionOf(page, name), 1);
    assert.equal((await stored(page, 'queue')).length, 1);

    await page.unroute('**/api/v2/sync/**');
    await go('Alpha');
    const titleOf = async () =>
      (await desk.frame.t.call('ann', 'GET', `/api/v2/pages/${desk.frame.ids.Beta}`)).body.title;
    await until(async () => (await titleOf()) === 'By the older one', 'the title');
    await until(async () => (await stored(page, 'queue')).length === 0, 'nothing waits');
    await cut();
    await page.reload();
    await page.getByText('Text of Alpha.').waitFor();
    assert.deepEqual(await stored(page, 'held_files'), []);
    assert.equal(await versionOf(page, name), 2);
    await close();
  });
});

after(() => browser?.close());
