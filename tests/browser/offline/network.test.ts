// Bad networks: a line that falls silent, a server that is stopped, and devices that were apart.
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { until } from '../../../testing/until.ts';
import { openBrowser } from '../../kit/browser.ts';
import { type Frame, furnishFrame } from '../frame.ts';
import { type Device, keepingDevice, stored } from './desk.ts';

const browser = await openBrowser();

describe('a bad network', { skip: browser ? false : 'no browser' }, () => {
  let frame: Frame;
  const sockets = new Set<Socket>();
  before(async () => {
    frame = await furnishFrame(browser);
    frame.t.app.server.listener.on('connection', (socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    });
  });
  after(() => frame.stop());

  const textOf = async (title: string): Promise<string> =>
    (await frame.t.call('ann', 'GET', `/api/v2/pages/${frame.ids[title]}`)).body.content;
  const ready = (device: Device) => device.page.locator('.article[data-ready]').waitFor();

  async function type(device: Device, after: string, text: string): Promise<void> {
    await device.page.getByText(after).first().click();
    await device.page.keyboard.press('End');
    await device.page.keyboard.type(text);
    await device.page.getByText(text.trim()).first().waitFor();
  }

  it('that stops answering loses nothing that is written in an open page', async () => {
    const device = await keepingDevice(frame, 'ann');
    await device.go('Alpha');
    await ready(device);
    // The socket stays open, and nothing comes through it any more.
    await device.cut();
    await type(device, 'Text of Alpha.', ' Into the silence.');
    // Nothing is being saved, and the words say so.
    await device.page.locator('.save-status[data-state="offline"]').waitFor();
    await device.page.reload();
    await device.page.getByText('Into the silence.').waitFor();
    await device.mend();
    await until(async () => (await textOf('Alpha')).includes('Into the silence.'), 'the text');
    await device.close();
  });

  it('whose server is stopped shows kept pages, and what is written goes when it is back', async () => {
    const device = await keepingDevice(frame, 'ann');
    const { listener } = frame.t.app.server;
    const { port } = new URL(frame.t.url);
    listener.close();
    for (const socket of sockets) socket.destroy();
    await device.go('Alpha');
    await ready(device);
    await type(device, 'Text of Alpha.', ' Without a server.');
    await device.page.getByText('Offline, 1 waiting').waitFor();
    listener.listen(Number(port));
    await until(async () => (await textOf('Alpha')).includes('Without a server.'), 'the text');
    await device.close();
  });

  it('between two devices and a program ends with the same on all', async () => {
    const [one, other] = [await keepingDevice(frame, 'ann'), await keepingDevice(frame, 'ann')];
    for (const device of [one, other]) {
      await device.cut();
      await device.go('Alpha');
      await ready(device);
    }
    await type(one, 'Text of Alpha.', ' From the first.');
    await type(other, 'Text of Alpha.', ' From the second.');
    const whole = await frame.t.call('edi', 'GET', `/api/v2/pages/${frame.ids.Alpha}`);
    const { blocks } = JSON.parse(whole.body.content);
    blocks.push({ type: 'paragraph', content: [{ type: 'text', text: 'From a program' }] });
    await frame.t.call('edi', 'PUT', `/api/pages/${frame.ids.Alpha}/content`, { blocks });
    await frame.t.call('edi', 'PUT', `/api/pages/${frame.ids.Beta}/rename`, { title: 'Beta by a program' });
    for (const device of [one, other]) await device.mend();
    const words = ['From the first.', 'From the second.', 'From a program'];
    await until(async () => {
      const text = await textOf('Alpha');
      return words.every((word) => text.includes(word));
    }, 'all words');
    const titles = async (device: Device) =>
      (await stored<{ title: string }>(device.page, 'pages')).map(({ title }) => title).sort();
    for (const device of [one, other])
      await until(async () => (await titles(device)).includes('Beta by a program'), 'the title of the program');
    assert.deepEqual(await titles(one), await titles(other));
    for (const device of [one, other]) await device.close();
  });

  it('away for 31 days: what is gone goes, what waits is sent', async () => {
    const device = await keepingDevice(frame, 'ann');
    const { page } = device;
    await device.cut();
    await device.go('Alpha');
    await page.getByRole('treeitem', { name: 'Delta' }).focus();
    await page.keyboard.press('F2');
    await page.locator('.tree input').fill('After a month');
    await page.keyboard.press('Enter');
    await page.getByText('Offline, 1 waiting').waitFor();
    await page.evaluate(async () => {
      const answered = <R>(request: IDBRequest<R>) =>
        new Promise<R>((resolve) => {
          request.onsuccess = () => resolve(request.result);
        });
      const own = `commonplace-${localStorage.getItem('commonplace-offline')}`;
      const database = await answered(indexedDB.open(own));
      const cursor = JSON.parse(
        atob((await answered(database.transaction('meta').objectStore('meta').get('cursor'))) as string),
      );
      cursor.at = new Date(Date.parse(cursor.at) - 31 * 86_400_000).toISOString();
      const rows = database.transaction('meta', 'readwrite').objectStore('meta');
      await answered(rows.put(btoa(JSON.stringify(cursor)).replace(/=+$/, ''), 'cursor'));
      database.close();
    });
    assert.equal((await frame.t.call('ann', 'POST', `/api/pages/${frame.ids['Alpha one']}/trash`)).status, 200);
    await device.mend();
    const titles = async () => (await stored<{ title: string }>(page, 'pages')).map(({ title }) => title);
    await until(async () => !(await titles()).includes('Alpha one'), 'the page that is gone');
    await until(async () => (await frame.level()).includes('After a month'), 'what waited');
    await device.close();
  });

  for (const [name, shift] of [
    ['in 1970', -1_790_000_000_000],
    ['in 2099', 2_300_000_000_000],
  ] as const)
    it(`of a device whose clock is ${name} is as any other`, async () => {
      const device = await keepingDevice(frame, 'ann');
      const { page } = device;
      await page.addInitScript((by) => {
        const { now } = Date;
        Date.now = () => now() + by;
      }, shift);
      await device.cut();
      await device.go('Alpha');
      await page.getByRole('treeitem', { name: /^Gamma/ }).focus();
      await page.keyboard.press('F2');
      await page.locator('.tree input').fill(`Gamma ${name}`);
      await page.keyboard.press('Enter');
      await page.getByText('Offline, 1 waiting').waitFor();
      await device.mend();
      await until(async () => (await frame.level()).includes(`Gamma ${name}`), 'the title');
      const [entry] = await frame.t.app.database.reader('sync_queue').orderBy('id', 'desc').limit(1);
      const days = Math.abs(Number(entry.client_timestamp) - Date.now()) / 86_400_000;
      assert.ok(days < 401, String(days));
      await device.close();
    });

  it('while which somebody leaves a group takes away what they saw by it', async () => {
    const call = async (method: string, path: string, body?: object) => {
      const answer = await frame.t.call('ann', method, path, body);
      assert.equal(answer.status, 200, answer.text);
      return answer.body;
    };
    const { id: group } = await call('POST', '/api/v2/groups', { workspace_id: frame.t.ws1, name: 'Makers' });
    await call('POST', `/api/v2/groups/${group}/members`, { user_id: frame.t.user('edi').id });
    const secret = frame.ids.Delta;
    await call('PUT', `/api/v2/pages/${secret}/permissions/type`, { permission_type: 'restricted' });
    await call('POST', `/api/v2/pages/${secret}/permissions`, { group_id: group, role: 'editor' });
    const device = await keepingDevice(frame, 'edi');
    const ids = async () => (await stored<{ id: number }>(device.page, 'pages')).map(({ id }) => id);
    assert.ok((await ids()).includes(secret as number));
    await device.cut();
    await call('DELETE', `/api/v2/groups/${group}/members/${frame.t.user('edi').id}`);
    await device.mend();
    await until(async () => !(await ids()).includes(secret as number), 'the page that is hidden');
    await device.close();
  });

  it('with a full disk says so, and goes on keeping what is typed', async () => {
    const device = await keepingDevice(frame, 'ann');
    const { page } = device;
    await page.addInitScript(() => {
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = function (...given: [unknown, IDBValidKey?]) {
        if (this.name === 'documents') throw new DOMException('no room', 'QuotaExceededError');
        return put.apply(this, given);
      };
    });
    assert.equal((await frame.t.call('ann', 'POST', '/api/v2/favorites', { page_id: frame.ids.Beta })).status, 200);
    await device.go('Beta');
    await page.locator('.offline-badge', { hasText: 'No space left' }).waitFor();
    await ready(device);
    await type(device, 'Text of Beta.', ' And on.');
    await until(async () => (await textOf('Beta')).includes('And on.'), 'the text');
    await device.close();
  });
});

after(() => browser?.close());
