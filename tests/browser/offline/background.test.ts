// The worker sends what waits while no page is open, and only as the person whose changes they are.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { CDPSession, Page } from 'playwright-core';
import { until } from '../../../testing/until.ts';
import { openBrowser } from '../../kit/browser.ts';
import { type Frame, furnishFrame } from '../frame.ts';
import { type Device, keepingDevice, stored } from './desk.ts';

const browser = await openBrowser();

describe('the worker while no page is open', { skip: browser ? false : 'no browser' }, () => {
  let frame: Frame;
  before(async () => {
    frame = await furnishFrame(browser);
  });
  after(() => frame.stop());

  const titleOf = async (name: string): Promise<string> =>
    (await frame.t.call('ann', 'GET', `/api/v2/pages/${frame.ids[name]}`)).body.title;

  /** What the browser does once there is a connection. */
  class Waker {
    readonly #session: CDPSession;
    readonly #registrations: string[] = [];

    private constructor(session: CDPSession) {
      this.#session = session;
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        this.#registrations.push(...registrations.map(({ registrationId }) => registrationId));
      });
    }

    static async of(page: Page): Promise<Waker> {
      const session = await page.context().newCDPSession(page);
      const made = new Waker(session);
      await session.send('ServiceWorker.enable');
      await until(() => made.#registrations.length > 0, 'the registration of the worker');
      return made;
    }

    async wake(): Promise<void> {
      const [registrationId = ''] = this.#registrations;
      const event = { origin: frame.t.url, registrationId, tag: 'commonplace-queue', lastChance: false };
      await this.#session.send('ServiceWorker.dispatchSyncEvent', event);
    }
  }

  async function rename({ page }: Device, from: string, to: string): Promise<void> {
    const row = (name: string) => page.getByRole('treeitem', { name, exact: true });
    await row(from).focus();
    await page.keyboard.press('F2');
    await page.locator('.tree input').fill(to);
    await page.keyboard.press('Enter');
    // The tree shows it before it is known that the request gets nowhere: only then it waits.
    await until(async () => JSON.stringify(await stored(page, 'queue')).includes(to), 'it waits');
    await row(to).waitFor();
  }

  it('sends changes and text, each once', async () => {
    const device = await keepingDevice(frame, 'ann');
    const { page, context } = device;
    const waker = await Waker.of(page);
    // The browser of tests has this switched off.
    await page.addInitScript(() => {
      const { SyncManager } = globalThis as unknown as { SyncManager: { prototype: { register: unknown } } };
      const own = globalThis as { wanted?: string[] };
      SyncManager.prototype.register = async (tag: string) => {
        own.wanted = [...(own.wanted ?? []), tag];
      };
    });
    await device.cut();
    await device.go('Alpha');
    await page.locator('.article[data-ready]').waitFor();
    await rename(device, 'Gamma', 'By the worker');
    await page.getByText('Text of Alpha.').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' And more.');
    await page.getByText('Offline, 2 waiting').waitFor();
    const tags = await page.evaluate(() => (globalThis as { wanted?: string[] }).wanted);
    assert.deepEqual([...new Set(tags)], ['commonplace-queue']);
    await page.goto('about:blank');
    await device.mend();
    await waker.wake();
    await until(async () => (await titleOf('Gamma')) === 'By the worker', 'the title');
    const text = async () => (await frame.t.call('ann', 'GET', `/api/v2/pages/${frame.ids.Alpha}`)).body.content;
    await until(async () => (await text()).includes('And more.'), 'the text');
    await device.go('/offline');
    await until(async () => (await stored(page, 'queue')).length === 0, 'nothing waits');
    const sent = await frame.t.app.database.reader('sync_queue').where({ type: 'page_update' });
    assert.equal(sent.length, 1);
    assert.equal((await text()).split('And more.').length, 2);
    await context.close();
  });

  it('leaves it to a page, where one is open', async () => {
    const device = await keepingDevice(frame, 'ann');
    const { page } = device;
    const waker = await Waker.of(page);
    await device.cut();
    await device.go('Alpha');
    await rename(device, 'Beta', 'By the page');
    const before = (await frame.t.app.database.reader('sync_queue')).length;
    await device.mend();
    await Promise.all([waker.wake(), waker.wake()]);
    await until(async () => (await titleOf('Beta')) === 'By the page', 'the title');
    await until(async () => (await stored(page, 'queue')).length === 0, 'nothing waits');
    assert.equal((await frame.t.app.database.reader('sync_queue')).length, before + 1);
    await device.close();
  });

  it('sends nothing under the name of somebody else, or of nobody', async () => {
    const device = await keepingDevice(frame, 'ann');
    const { page, context } = device;
    const waker = await Waker.of(page);
    await device.cut();
    await device.go('Alpha');
    await rename(device, 'Delta', 'Not by Edi');
    await page.goto('about:blank');
    const asked: string[] = [];
    context.on('request', (request) => {
      if (request.url().includes('/api/')) asked.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    const csrf = (await context.cookies()).filter(({ name }) => name.endsWith('csrf'));
    await context.clearCookies();
    await device.mend();
    await waker.wake();
    // Without a session it ends at once; with that of somebody else it asks who is there.
    const pairs = String(frame.t.session('edi').cookie).split('; ');
    const cookies = pairs.map((pair) => pair.split('=') as [string, string]);
    await context.addCookies([...csrf, ...cookies.map(([name, value]) => ({ name, value, url: frame.t.url }))]);
    // The second question comes when the first run is over.
    await until(async () => {
      await waker.wake();
      return asked.filter((one) => one === 'GET /api/v2/users/me').length > 1;
    }, 'the question who is there');
    assert.ok(!asked.some((one) => one.startsWith('POST')), asked.join());
    assert.equal(await titleOf('Delta'), 'Delta');
    await context.close();
  });
});

after(() => browser?.close());
