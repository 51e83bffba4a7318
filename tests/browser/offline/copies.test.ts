// Text whose page does not take it any more when there is a connection again: it becomes a page beside that one.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '../../../testing/until.ts';
import { openBrowser } from '../../kit/browser.ts';
import { type Frame, furnishFrame } from '../frame.ts';
import { type Device, keepingDevice } from './desk.ts';

const browser = await openBrowser();

describe('text that its page does not take', { skip: browser ? false : 'no browser' }, () => {
  let frame: Frame;
  before(async () => {
    frame = await furnishFrame(browser);
  });
  after(() => frame.stop());

  async function type(device: Device, title: string, text: string): Promise<void> {
    await device.page.locator('.article[data-ready]').waitFor();
    await device.page.getByText(`Text of ${title}.`).click();
    await device.page.keyboard.press('End');
    await device.page.keyboard.type(text);
    await device.page.getByText('Offline, 1 waiting').waitFor();
  }

  /** The texts of all pages of this title. */
  async function copyOf(title: string): Promise<string> {
    const { body } = await frame.t.call('ann', 'GET', `/api/search?q=${encodeURIComponent(title)}`);
    const found = body.results.filter((one: { title: string }) => one.title === title);
    const read = (id: number) => frame.t.call('ann', 'GET', `/api/v2/pages/${id}`);
    const pages = await Promise.all(found.map((one: { id: number }) => read(one.id)));
    return pages.map((one) => one.body.content).join();
  }
  const textOf = async (title: string): Promise<string> =>
    (await frame.t.call('ann', 'GET', `/api/v2/pages/${frame.ids[title]}`)).body.content;

  it('since somebody has locked it, stands whole in an offline copy', async () => {
    const device = await keepingDevice(frame, 'ann');
    await device.cut();
    await device.go('Alpha');
    await type(device, 'Alpha', ' Before the lock.');
    const locked = await frame.t.call('edi', 'POST', `/api/pages/${frame.ids.Alpha}/lock`, { locked: true });
    assert.equal(locked.status, 200, locked.text);
    await device.mend();
    await until(
      async () => (await copyOf('Alpha (offline copy)')).includes('Text of Alpha. Before the lock.'),
      'a copy',
    );
    assert.ok(!(await textOf('Alpha')).includes('Before the lock.'));
    await frame.t.call('edi', 'POST', `/api/pages/${frame.ids.Alpha}/lock`, { locked: false });
    await device.close();
  });

  it('since its text was replaced, does so too, also where the page is opened first', async () => {
    const device = await keepingDevice(frame, 'ann');
    const { page } = device;
    await device.cut();
    // As if the document had been another one when this device was there last.
    await page.evaluate(async (id) => {
      const answered = <R>(request: IDBRequest<R>) =>
        new Promise<R>((resolve) => {
          request.onsuccess = () => resolve(request.result);
        });
      const own = `commonplace-${localStorage.getItem('commonplace-offline')}`;
      const database = await answered(indexedDB.open(own));
      const kept = (await answered(database.transaction('documents').objectStore('documents').get(id))) as object;
      const documents = database.transaction('documents', 'readwrite').objectStore('documents');
      await answered(documents.put({ ...kept, epoch: 'before' }));
      database.close();
    }, frame.ids.Alpha as number);
    await device.go('Alpha');
    await type(device, 'Alpha', ' Of another time.');
    const before = await textOf('Alpha');
    await device.mend();
    await device.go('Alpha');
    await until(async () => (await copyOf('Alpha (offline copy)')).includes('Of another time.'), 'a copy');
    assert.equal(await textOf('Alpha'), before);
    await device.close();
  });
});

after(() => browser?.close());
