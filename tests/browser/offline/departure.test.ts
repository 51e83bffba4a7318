// Whoever signs out, is signed out from afar or leaves the browser to somebody else leaves nothing of theirs behind.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import { until } from '../../../testing/until.ts';
import { openBrowser, signIn } from '../../kit/browser.ts';
import { type Frame, furnishFrame } from '../frame.ts';
import { type Device, keepingDevice } from './desk.ts';

const browser = await openBrowser();

/** What a browser still has of anybody. */
const left = (page: Page) =>
  page.evaluate(async () => ({
    databases: (await indexedDB.databases())
      .map(({ name }) => name)
      .filter((name) => /^commonplace-\d/.test(name ?? '')),
    files: (await caches.keys()).filter((name) => name.startsWith('files-')),
    keeper: localStorage.getItem('commonplace-offline'),
  }));
const NOTHING = { databases: [], files: [], keeper: null };

/** Reads what the store of the person says of itself, or says it. */
const meta = (page: Page, name: string, value?: number): Promise<number | undefined> =>
  page.evaluate(
    async ([key, given]) => {
      const open = indexedDB.open(`commonplace-${localStorage.getItem('commonplace-offline')}`);
      await new Promise((done) => {
        open.onsuccess = done;
      });
      const rows = open.result.transaction('meta', 'readwrite').objectStore('meta');
      const asked = given === undefined ? rows.get(key) : rows.put(given, key);
      await new Promise((done) => {
        rows.transaction.oncomplete = done;
      });
      open.result.close();
      return asked.result as number | undefined;
    },
    [name, value] as const,
  );

describe('leaving', { skip: browser ? false : 'no browser' }, () => {
  let frame: Frame;
  before(async () => {
    frame = await furnishFrame(browser);
  });
  after(() => frame.stop());

  async function write(device: Device, title: string): Promise<void> {
    const { page } = device;
    await device.cut();
    await device.go('Alpha');
    await page.locator('.article[data-ready]').waitFor();
    await page.getByRole('treeitem', { name: title }).focus();
    await page.keyboard.press('F2');
    await page.locator('.tree input').fill('Waiting');
    await page.keyboard.press('Enter');
    await page.getByText('Offline, 1 waiting').waitFor();
  }

  it('empties a device from afar, once it has sent what waited', async () => {
    const device = await keepingDevice(frame, 'ann');
    const { page } = device;
    await write(device, 'Gamma');
    const call = (method: string, path: string) => frame.t.call('ann', method, path);
    const { body } = await call('GET', '/api/v2/sync/status');
    const [{ device_id }] = body.devices;
    assert.equal((await frame.t.call('edi', 'DELETE', `/api/v2/sync/devices/${device_id}`)).status, 404);
    assert.equal((await call('DELETE', `/api/v2/sync/devices/${device_id}`)).status, 200);
    await device.mend();
    // Once more while it goes to the page to sign in.
    const isEmpty = async () => isDeepStrictEqual(await left(page).catch(() => null), NOTHING);
    await until(isEmpty, 'an empty device');
    assert.ok((await frame.level()).includes('Waiting'));
    const after = await call('GET', '/api/v2/sync/status');
    assert.ok(!after.body.devices.some((one: { device_id: string }) => one.device_id === device_id));
    await device.close();
  });

  it('by signing out takes all along, and says that the browser is to forget all', async () => {
    const device = await keepingDevice(frame, 'vic');
    const { page } = device;
    assert.notDeepEqual(await left(page), NOTHING);
    await device.go('Alpha');
    await page.locator('.person-menu > summary').click();
    await page.getByRole('link', { name: 'Sign out' }).click();
    await page.waitForURL(/\/auth\/login/);
    assert.deepEqual(await left(page), NOTHING);
    await device.close();
    const { headers } = await frame.t.inject('GET', '/auth/logout', { headers: frame.t.session('vic') });
    assert.equal(headers['clear-site-data'], '"cache", "storage"');
  });

  it('asks first where something waits to be sent', async () => {
    const device = await keepingDevice(frame, 'ann');
    const { page } = device;
    await page.route('**/api/v2/sync/**', (route) => route.abort());
    await write(device, 'Beta');
    await device.mend();
    await device.go('Alpha');
    await page.locator('.person-menu > summary').click();
    await page.getByRole('link', { name: 'Sign out' }).click();
    await page.getByRole('dialog').getByText('1 change is only on this device').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    assert.notDeepEqual(await left(page), NOTHING);
    await page.locator('.person-menu > summary').click();
    await page.getByRole('link', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Discard them' }).click();
    await page.waitForURL(/\/auth\/login/);
    assert.deepEqual(await left(page), NOTHING);
    await device.close();
  });

  it('shows nothing any more when the session has ended, and is whole again for the same person', async () => {
    const device = await keepingDevice(frame, 'edi');
    const { page } = device;
    await device.cut();
    await device.go('Alpha');
    await page.getByText('Text of Alpha.').waitFor();
    await device.context.clearCookies();
    await device.mend();
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    assert.equal(await page.getByText('Text of Alpha.').count(), 0);
    assert.equal(await page.locator('.tree li').count(), 0);
    await signIn(device, frame.t, frame.t.session('edi'));
    await device.go('Alpha');
    await page.getByText('Text of Alpha.').waitFor();
    await device.close();
  });

  it('leaves nothing a day after the session ran out, though nobody signs in again', async () => {
    const device = await keepingDevice(frame, 'com');
    const { page, context } = device;
    await context.clearCookies();
    await device.go('Alpha');
    await page.waitForURL(/\/auth\/login/);
    await until(async () => (await meta(page, 'refused_at')) !== undefined, 'the end is noted');
    await meta(page, 'refused_at', Date.now() - 25 * 3_600_000);
    await page.reload();
    await until(async () => isDeepStrictEqual(await left(page), NOTHING), 'nothing after a day');
    await device.close();
  });

  it('goes before somebody else sees their first page', async () => {
    const device = await keepingDevice(frame, 'com');
    const { page } = device;
    await device.context.clearCookies();
    await signIn(device, frame.t, frame.t.session('edi'));
    await device.go('Alpha');
    await until(async () => isDeepStrictEqual(await left(page), NOTHING), 'nothing of the first');
    await device.close();
  });

  it('leaves nothing on the next page once the session was ended from afar', async () => {
    const device = await keepingDevice(frame, 'com');
    assert.notDeepEqual(await left(device.page), NOTHING);
    await device.page.close();
    const ended = await frame.t.call('com', 'DELETE', '/api/settings/sessions/all');
    assert.equal(ended.status, 200);
    const next = await device.context.newPage();
    await next.goto(`${frame.t.url}/pages/${frame.ids.Alpha}`);
    await next.waitForURL(/\/auth\/login/);
    assert.deepEqual(await left(next), NOTHING);
    await device.close();
  });
});

after(() => browser?.close());
