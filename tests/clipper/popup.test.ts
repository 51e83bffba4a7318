// Popup, settings and background of the extension against a double of the browser's own functions: what is shown in
// each state, in two languages, by keyboard alone, and what becomes of a clip whatever the service says.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import {
  BROWSERS,
  EXTENSION_VERSION,
  extensionArchive,
  extensionParts,
} from '../../plugins/clipper/extension-files.ts';
import { extensionManifest, PERMISSIONS } from '../../plugins/clipper/extension-manifest.ts';
import { migratedDatabase, type TestDatabase } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { axeFaults } from '../kit/axe.ts';
import { openBrowser, type TestBrowser, type Visit } from '../kit/browser.ts';
import { type Doubled, openDouble } from './chrome-double.ts';
import { BASE, pairDevice } from './device.ts';

const browser = await openBrowser();
/** What people download, and what it is when each part is packed by itself. */
const SIZE_MAX = 25 * 1024;
const TAB = { url: 'https://example.org/light', title: 'On lighthouses', html: '<p>Ships saw it from afar.</p>' };

let database: TestDatabase;
let t: TestApp;
before(async () => {
  database = await migratedDatabase('sqlite');
  t = await startApp(database);
  t.outbound.answer = () => ({ status: 404 });
});
after(async () => {
  await browser?.close();
  await t.stop();
  await database.cleanup();
});

describe('the extension', () => {
  it('asks both families of browsers for the same, and for no site', () => {
    const [chromium, firefox] = [
      extensionManifest('chromium', EXTENSION_VERSION, t.app.baseUrl),
      extensionManifest('firefox', EXTENSION_VERSION, t.app.baseUrl),
    ];
    for (const manifest of [chromium, firefox]) {
      assert.deepEqual(manifest.permissions, PERMISSIONS);
      assert.ok(!/host_permissions|content_scripts|externally_connectable|unsafe/.test(JSON.stringify(manifest)));
    }
    assert.deepEqual(chromium.background, { service_worker: 'main.js' });
    assert.deepEqual(firefox.background, { scripts: ['main.js'] });
  });

  it('is small, has no eval, and makes no markup of what a page says', async () => {
    for (const browser of BROWSERS) {
      const all = [...(await extensionParts(t.app, browser)).values()];
      const size = all.reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0);
      assert.ok(size <= SIZE_MAX, `${size} bytes of parts for ${browser}`);
      const { length } = await extensionArchive(t.app, browser);
      assert.ok(length <= SIZE_MAX, `${length} bytes to download for ${browser}`);
    }
    const parts = [...(await extensionParts(t.app, 'firefox'))];
    const code = parts.filter(([name]) => /\.(js|css|html)$/.test(name));
    for (const [name, content] of code.filter(([one]) => one !== 'reader.js'))
      assert.ok(
        !/\beval\(|new Function|innerHTML|outerHTML|insertAdjacentHTML|document\.write/.test(String(content)),
        name,
      );
    assert.ok(
      !/\beval\(|new Function|document\.write|chrome\.storage|authorization/i.test(
        String(parts.find(([name]) => name === 'reader.js')?.[1]),
      ),
    );
    for (const [name, content] of code.filter(([one]) => one.endsWith('.html')))
      assert.ok(!/ on\w+=|style=|https?:/.test(String(content)), name);
  });

  it('is downloaded whole, with sums that are right', async () => {
    const { body } = await t.call('ann', 'GET', `${BASE}/extensions`);
    assert.deepEqual(
      body.extensions.map((one: { browser: string }) => one.browser),
      ['chromium', 'firefox'],
    );
    for (const { url, sha256, size } of body.extensions) {
      const answer = await t.app.server.inject({ url: new URL(url).pathname, headers: t.session('ann') });
      assert.equal(answer.headers['content-type'], 'application/zip');
      const { createHash } = await import('node:crypto');
      assert.deepEqual(
        [answer.rawPayload.length, createHash('sha256').update(answer.rawPayload).digest('hex')],
        [size, sha256],
      );
    }
    assert.equal((await t.call('ann', 'GET', '/extensions/other.zip')).status, 404);
    assert.equal((await t.call('anon', 'GET', '/extensions/commonplace-clipper-firefox.zip')).status, 302);
  });
});

describe('the popup', { skip: !browser }, () => {
  let visit: Visit;
  let extension: Doubled;
  beforeEach(async () => {
    await t.app.database.writer('throttles').delete();
    visit = await (browser as TestBrowser).visit({ viewport: { width: 360, height: 600 } });
    extension = await openDouble(t, visit.page);
  });
  afterEach(async () => {
    extension.close();
    await visit.close();
  });
  const { name, token, server } = { name: 'Ann Example', token: '', server: 'http://localhost:3000' };
  const connected = async (by = token) => {
    const account = { name, server, token: by || (await pairDevice(t, 'ann', 'device-double')) };
    await visit.page.evaluate((held) => sessionStorage.setItem('account', held), JSON.stringify(account));
  };
  const clips = async () => (await t.call('ann', 'GET', `${BASE}/clips`)).body;
  const said = (text: string | RegExp) => visit.page.getByText(text).first().waitFor();

  it('connects by a code, and shows why it did not', async () => {
    const { page } = visit;
    await extension.open(TAB);
    await page.getByLabel('Address of your Commonplace').fill('javascript:alert(1)');
    await page.getByRole('button', { name: 'Connect' }).click();
    await said('Not connected: this is not a web address.');
    await page.getByLabel('Address of your Commonplace').fill('localhost:3000');
    await page.getByLabel('Address of your Commonplace').fill('http://localhost:3000/');
    await page.keyboard.press('Enter');
    await said('if it shows this code');
    const code = (await page.locator('.code').textContent()) as string;
    assert.deepEqual(await extension.tabs(), [`http://localhost:3000/extensions/connect?code=${code}`]);
    await t.form('ann', '/extensions/connect', { code, decision: 'deny' });
    await said('The connection was refused.');
    await page.getByRole('button', { name: 'Connect' }).click();
    await until(async () => (await extension.tabs()).length === 2);
    const again = (await extension.tabs()).at(-1)?.split('code=')[1] as string;
    await t.form('ann', '/extensions/connect', { code: again, decision: 'allow' });
    await page.getByLabel('Title').waitFor();
    assert.equal(await page.getByLabel('Title').inputValue(), 'On lighthouses');
  });

  it('clips by keyboard alone, with values of a database', async () => {
    const { page } = visit;
    const properties = [
      { name: 'Rating', type: 'number' },
      { name: 'Mood', type: 'select', config: { options: [{ name: 'calm' }] } },
    ];
    await t.call('ann', 'POST', '/api/v2/collections', { workspace_id: t.ws1, title: 'Reading list', properties });
    await connected();
    await extension.open(TAB);
    await until(() => page.evaluate(() => document.activeElement?.tagName === 'INPUT'));
    await page.getByLabel('Where').fill('Reading');
    await page.locator('datalist option').filter({ hasText: '' }).first().waitFor({ state: 'attached' });
    const option = (await page.locator('option[value*="Reading list"]').first().getAttribute('value')) as string;
    await page.getByLabel('Where').fill(option);
    await page.getByLabel('Rating').fill('4');
    await page.getByLabel('Mood').selectOption('calm');
    await page.getByLabel('Tags').fill('sea, light, sea');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Saved' }).waitFor();
    const [clip] = await clips();
    const row = (await t.call('ann', 'GET', `/api/v2/rows/${clip.page_id}?names=true`)).body;
    assert.deepEqual([row.values.Rating, row.values.Mood], [4, 'calm']);
    assert.ok(await page.evaluate(() => document.activeElement?.textContent === 'Open the page'));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await said('Undone.');
    assert.equal((await clips())[0].page_id, null);
  });

  it('offers what a page allows, and never hangs on one that lets nobody in', async () => {
    const { page } = visit;
    await connected();
    await extension.open({ ...TAB, isClosed: true });
    await said('This page cannot be read; a bookmark or a screenshot is possible.');
    assert.ok(await page.getByLabel('Article').isDisabled());
    assert.ok(await page.getByLabel('Selection').isDisabled());
    await page.getByRole('button', { name: 'Clip' }).click();
    await page.getByRole('heading', { name: 'Saved' }).waitFor();
    assert.equal((await clips())[0].clip_type, 'bookmark');
    for (const url of ['about:config', 'file:///etc/passwd', 'javascript:alert(1)', 'data:text/html,x']) {
      await extension.open({ url, title: 'x' });
      await said('This page cannot be clipped');
    }
  });

  it('says so when the browser gives no picture, and when nothing answers at an address', async () => {
    const { page } = visit;
    await extension.open(TAB);
    extension.cut(true);
    await page.getByLabel('Address of your Commonplace').fill('nothing.example.org');
    await page.getByRole('button', { name: 'Connect' }).click();
    await said('Not connected: nothing answers at https://nothing.example.org.');
    extension.cut(false);
    await connected();
    await extension.open(TAB);
    await page.getByLabel('Screenshot').check();
    await page.getByRole('button', { name: 'Clip' }).click();
    await said(/^Refused: the browser could not read this page/);
    assert.equal(await extension.badge(), '', 'nothing waits');
    await extension.fire('contextMenus.onClicked', { menuItemId: 'image', srcUrl: 'https://example.org/a.png' }, {});
    await until(async () => (await extension.badge()) === '×');
  });

  it('sends the next clip where the service fails at one', async () => {
    const { page } = visit;
    await connected();
    await extension.open({ ...TAB, url: 'https://example.org/bad' });
    extension.failAt('/bad');
    await page.getByRole('button', { name: 'Clip' }).click();
    await said('The service reported an error. The clip is kept here and sent later.');
    extension.cut(true);
    await extension.open(TAB);
    await page.getByRole('button', { name: 'Clip' }).click();
    await said('The clip is kept here and sent later.');
    extension.cut(false);
    const before = (await clips()).length;
    for (let n = 0; n < 4; n++) await extension.fire('alarms.onAlarm', { name: 'send' });
    await until(async () => (await clips()).length === before + 1);
    await until(async () => {
      await extension.fire('alarms.onAlarm', { name: 'send' });
      return (await extension.badge()) === '!1';
    });
  });

  it('waits for no highlights that a slow line still owes', async () => {
    const { page } = visit;
    await connected();
    await page.route('**/web-clipper/highlights**', () => {});
    await extension.open(TAB);
    await page.getByRole('button', { name: 'Clip' }).click();
    await page.getByRole('heading', { name: 'Saved' }).waitFor();
  });

  it('says what became of a clip, whatever comes late of the rest', async () => {
    const { page } = visit;
    await connected();
    const held: (() => Promise<void>)[] = [];
    const isAsked = page.waitForRequest('**/web-clipper/status');
    await page.route('**/web-clipper/status', (route) => void held.push(() => route.abort()));
    await extension.open(TAB);
    await isAsked;
    extension.cut(true);
    await page.getByRole('button', { name: 'Clip' }).click();
    await said('The clip is kept here and sent later.');
    const isAnswered = page.waitForEvent('requestfailed', (one) => one.url().endsWith('/status'));
    for (const answer of held) await answer();
    await isAnswered;
    await page.evaluate(() => new Promise((done) => setTimeout(done)));
    assert.match((await page.locator('#said').textContent()) as string, /kept here and sent later/);
  });

  it('shows a hostile title as what it is', async () => {
    const title = '"><img src=x onerror=alert(1)><script>document.title=1</script>';
    await connected();
    await extension.open({ ...TAB, title });
    assert.equal(await visit.page.getByLabel('Title').inputValue(), title);
    extension.cut(true);
    await visit.page.getByRole('button', { name: 'Clip' }).click();
    await said('The clip is kept here and sent later.');
    await extension.options();
    await said(title);
    assert.equal(await visit.page.locator('img').count(), 0);
  });

  it('loses nothing when the background ends while it sends, and sends it once', async () => {
    await connected();
    await extension.open(TAB);
    const before = (await clips()).length;
    extension.cut(true);
    await visit.page.getByRole('button', { name: 'Clip' }).click();
    await said('The clip is kept here and sent later.');
    assert.equal(await extension.badge(), '1');
    extension.cut(false);
    await extension.open(TAB);
    await Promise.all([
      extension.fire('alarms.onAlarm', { name: 'send' }),
      extension.fire('alarms.onAlarm', { name: 'send' }),
    ]);
    await until(async () => (await clips()).length === before + 1);
    await until(async () => (await extension.badge()) === '');
    assert.equal((await clips()).length, before + 1);
  });

  it('clips by the templates of the service', async () => {
    const { page } = visit;
    await connected();
    const template = { name: 'Lamps', sites: ['example.org/l'], title: '{{title}} by {{author}}', tags: ['lamps'] };
    await t.call('ann', 'PUT', `${BASE}/templates`, { templates: [template] });
    await extension.open(TAB);
    await until(() => page.evaluate(() => sessionStorage.getItem('templates')?.includes('Lamps')));
    await page.getByRole('button', { name: 'Clip' }).click();
    await page.getByRole('heading', { name: 'Saved' }).waitFor();
    assert.equal((await clips())[0].title, 'On lighthouses by Ada Keeper');
    const place = (await t.call('ann', 'POST', '/api/v2/pages', { workspace_id: t.ws1, title: 'Lamp shelf' })).body.id;
    const other = (await t.call('ann', 'POST', '/api/v2/pages', { workspace_id: t.ws1, title: 'Oil shelf' })).body.id;
    const placed = { ...template, clip_type: 'bookmark', parent_id: place };
    await t.call('ann', 'PUT', `${BASE}/templates`, { templates: [placed] });
    await visit.page.evaluate((held) => sessionStorage.setItem('templates', held), JSON.stringify([placed]));
    await extension.open(TAB);
    assert.deepEqual(
      [await page.getByLabel('Title').inputValue(), await page.getByLabel('Tags').inputValue()],
      ['On lighthouses by Ada Keeper', 'lamps'],
    );
    assert.ok(await page.getByLabel('Bookmark').isChecked());
    assert.equal(await page.getByLabel('Where').getAttribute('placeholder'), 'Set by the template “Lamps”');
    await page.getByLabel('Where').fill('Oil');
    const option = page.locator('option[value*="Oil shelf"]').first();
    await option.waitFor({ state: 'attached' });
    await page.getByLabel('Where').fill((await option.getAttribute('value')) as string);
    await page.getByRole('button', { name: 'Clip' }).click();
    await page.getByRole('heading', { name: 'Saved' }).waitFor();
    const [clip] = await clips();
    const { parent_id } = (await t.call('ann', 'GET', `/api/v2/pages/${clip.page_id}`)).body;
    assert.deepEqual([clip.clip_type, parent_id], ['bookmark', other], 'the place that was chosen, not the template’s');
    await t.call('ann', 'PUT', `${BASE}/templates`, { templates: [] });
  });

  it('leads to where templates and the home of clips are set', async () => {
    await connected();
    await extension.options();
    const link = visit.page.getByRole('link', { name: 'Templates and default place, for all your browsers' });
    assert.equal(await link.getAttribute('href'), `${server}/extensions/templates`);
  });

  it('can be used by everybody, light and dark, in English and German', async () => {
    for (const [colorScheme, language, label] of [
      ['light', 'en', 'Title'],
      ['dark', 'de', 'Titel'],
    ] as const) {
      const other = await (browser as TestBrowser).visit({ viewport: { width: 390, height: 700 }, colorScheme });
      const own = await openDouble(t, other.page, language);
      const account = JSON.stringify({ name, server, token: await pairDevice(t, 'ann', `device-${language}`) });
      await own.open(TAB);
      assert.deepEqual(await axeFaults(other.page), []);
      await other.page.evaluate((held) => sessionStorage.setItem('account', held), account);
      await own.open(TAB);
      await other.page.getByLabel(label).waitFor();
      assert.deepEqual(await axeFaults(other.page), []);
      await own.options();
      await other.page.getByRole('heading', { level: 1 }).waitFor();
      assert.deepEqual(await axeFaults(other.page), []);
      assert.deepEqual(
        other.complaints.filter((one) => !/favicon|404/.test(one)),
        [],
      );
      own.close();
      await other.close();
    }
  });
});
