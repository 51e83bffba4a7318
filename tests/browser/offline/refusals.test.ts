// What cannot be done without a connection is refused in words, and nothing shows as if it were done.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { openBrowser } from '../../kit/browser.ts';
import { keepingDesk, stored } from './desk.ts';

const browser = await openBrowser();

describe('refusals without a connection', { skip: browser ? false : 'no browser' }, () => {
  const desk = keepingDesk(browser);

  const row = (name: string) => desk.device.page.getByRole('treeitem', { name, exact: true });

  it('a change that finds no room is not shown, and says why', async () => {
    const { page } = desk.device;
    await page.addInitScript(() => {
      const { add } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.add = function (...given: [unknown, IDBValidKey?]) {
        if (this.name === 'queue') throw new DOMException('no room', 'QuotaExceededError');
        return add.apply(this, given);
      };
    });
    await desk.device.cut();
    await desk.device.go('Alpha');
    await row('Gamma').focus();
    await page.keyboard.press('F2');
    await page.locator('.tree input').fill('Never kept');
    await page.keyboard.press('Enter');
    await page.getByText('There is no room left on this device: nothing was changed.').waitFor();
    await row('Delta').focus();
    await page.keyboard.press('Delete');
    await page.reload();
    await row('Gamma').waitFor();
    await row('Delta').waitFor();
    assert.deepEqual(await stored(page, 'queue'), []);
    await desk.device.close();
  });

  it('two pages that two devices have moved into each other can both be opened', async () => {
    const { page } = desk.device;
    await desk.device.go('Alpha');
    await desk.device.cut();
    await page.reload();
    await row('Beta').waitFor();
    // As a change that waits and one of another device leave them.
    await page.evaluate(
      async ([alpha, beta]) => {
        const own = `commonplace-${localStorage.getItem('commonplace-offline')}`;
        const answered = <R>(request: IDBRequest<R>) =>
          new Promise<R>((resolve, reject) => {
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error);
          });
        const database = await answered(indexedDB.open(own));
        const pages = database.transaction('pages', 'readwrite').objectStore('pages');
        for (const [id, parent_id] of [
          [alpha, beta],
          [beta, alpha],
        ])
          await answered(pages.put({ ...(await answered(pages.get(id as number))), parent_id }));
        database.close();
      },
      [desk.frame.ids.Alpha, desk.frame.ids.Beta],
    );
    await desk.device.go('Alpha');
    await page.getByText('Text of Alpha.').waitFor();
    await page.locator('.breadcrumb').getByText('Beta').waitFor();
    await desk.device.close();
  });
});

after(() => browser?.close());
