// The background of the extension against a double of the browser: what a page or a service that never answers does to a
// clip, and what is left of it when the browser ends the background.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { migratedDatabase, type TestDatabase } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { openBrowser, type TestBrowser, type Visit } from '../kit/browser.ts';
import { type Doubled, openDouble } from './chrome-double.ts';
import { BASE, pairDevice } from './device.ts';

const browser = await openBrowser();
const TAB = { url: 'https://example.org/light', title: 'On lighthouses', html: '<p>Ships saw it from afar.</p>' };

describe('the background of the extension', { skip: !browser }, () => {
  let database: TestDatabase;
  let t: TestApp;
  let visit: Visit;
  let extension: Doubled;
  before(async () => {
    database = await migratedDatabase('sqlite');
    t = await startApp(database);
  });
  after(async () => {
    await browser?.close();
    await t.stop();
    await database.cleanup();
  });
  beforeEach(async () => {
    visit = await (browser as TestBrowser).visit({ viewport: { width: 360, height: 600 } });
    extension = await openDouble(t, visit.page);
    await connectAs('ann');
  });
  afterEach(async () => {
    extension.close();
    await visit.close();
  });
  const connectAs = async (name: 'ann' | 'edi') => {
    const token = await pairDevice(t, name, `device-of-${name}`);
    const account = { name, server: 'http://localhost:3000', token, owner: name };
    await visit.page.evaluate((held) => sessionStorage.setItem('account', held), JSON.stringify(account));
  };
  const clips = async () => (await t.call('ann', 'GET', `${BASE}/clips`)).body;

  it('keeps a bookmark of a page that never answers, and says so', async () => {
    const { page } = visit;
    await extension.open({ ...TAB, isBusy: true });
    assert.ok(await page.getByLabel('Article').isChecked(), 'it may only be slow');
    await page.getByRole('button', { name: 'Clip' }).click();
    await page.getByText('it was kept as a bookmark').waitFor({ timeout: 60_000 });
    const [{ clip_type, title }] = await clips();
    assert.deepEqual([clip_type, title], ['bookmark', 'On lighthouses']);
  });

  it('is woken for a clip that it was ended over', async () => {
    const { page } = visit;
    await extension.open(TAB);
    const isSent = page.waitForRequest('**/web-clipper/clip');
    await page.route('**/web-clipper/clip', () => {});
    await page.getByRole('button', { name: 'Clip' }).click();
    await isSent;
    assert.equal(await extension.alarm(), 'send');
    const before = (await clips()).length;
    await page.unroute('**/web-clipper/clip');
    await extension.open(TAB);
    await extension.fire('alarms.onAlarm', { name: 'send' });
    await page.waitForResponse('**/web-clipper/clip');
    assert.equal((await clips()).length, before + 1);
  });

  it('sends what one person clipped for nobody else', async () => {
    const { page } = visit;
    const press = () => page.getByRole('button', { name: 'Clip' }).click();
    await extension.open({ ...TAB, title: 'Of Ann' });
    extension.cut(true);
    await press();
    await page.getByText('The clip is kept here and sent later.').waitFor();
    await connectAs('edi');
    await extension.open({ ...TAB, title: 'Of Edi' });
    await press();
    await page.getByText('The clip is kept here and sent later.').waitFor();
    extension.cut(false);
    const mine = async () =>
      (await t.call('edi', 'GET', `${BASE}/clips`)).body.map(({ title }: { title: string }) => title);
    await extension.fire('alarms.onAlarm', { name: 'send' });
    await until(async () => (await extension.badge()) === '1');
    assert.deepEqual(await mine(), ['Of Edi']);
    await connectAs('ann');
    await extension.fire('alarms.onAlarm', { name: 'send' });
    await until(async () => (await clips())[0].title === 'Of Ann');
  });
});
