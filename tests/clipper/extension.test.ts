// The extension in a real Chromium: its button, its shortcuts and menus pressed on real pages, without a connection and
// with one again, with a device that was disconnected, and with nothing left of the hour.
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { extensionParts } from '../../plugins/clipper/extension-files.ts';
import { migratedDatabase, type TestDatabase } from '../../testing/databases.ts';
import { scratchFolder } from '../../testing/folders.ts';
import { until } from '../../testing/until.ts';
import type { TestApp } from '../kit/app.ts';
import { listen } from '../kit/browser.ts';
import {
  type ExtensionBrowser,
  extensionBrowserProgram,
  openExtensionBrowser,
  type Popup,
} from '../kit/extension-browser.ts';
import { BASE } from './device.ts';
import { type Line, openLine, openSite, type Site } from './sites.ts';

const program = process.env.BROWSER === 'none' ? undefined : extensionBrowserProgram();
if (!program)
  console.error(
    'NOT run: the extension in a real Chromium, since no Chromium that loads extensions is here (CHROME_BIN, /usr/bin/chromium).',
  );

const press = (label: string) =>
  `[...document.querySelectorAll('button')].find((one) => one.textContent === ${JSON.stringify(label)}).click()`;
const has = (text: string) => `document.body.innerText.includes(${JSON.stringify(text)})`;
const typeIn = (label: string, text: string) => `{
  const input = document.getElementById([...document.querySelectorAll('label')].find((one) => one.textContent === ${JSON.stringify(label)}).htmlFor);
  input.value = ${JSON.stringify(text)};
  input.dispatchEvent(new Event('input', { bubbles: true }));
}`;
const isSaved = "document.querySelector('h1').textContent === 'Saved'";
const choose = (kind: string) => `document.querySelector('input[value=${kind}]').click()`;

describe('the extension', { skip: !program }, () => {
  let database: TestDatabase;
  let t: TestApp & { url: string };
  let site: Site;
  let line: Line;
  let browser: ExtensionBrowser;
  let page: Page;
  const folder = scratchFolder('extension');

  before(async () => {
    database = await migratedDatabase('sqlite');
    t = await listen(database);
    t.outbound.answer = () => ({ status: 404 });
    [site, line] = [await openSite(), await openLine(Number(new URL(t.url).port))];
    for (const [path, content] of await extensionParts(t.app, 'chromium')) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    browser = await openExtensionBrowser(program as string, folder);
    page = await browser.context.newPage();
  });
  after(async () => {
    await browser?.close();
    line?.close();
    site?.close();
    await t?.stop();
    await database?.cleanup();
    rmSync(folder, { recursive: true, force: true });
  });

  const clips = async () => (await t.call('ann', 'GET', `${BASE}/clips`)).body;
  const markdownOf = async (id: number): Promise<string> =>
    (await t.call('ann', 'GET', `/api/v2/pages/${id}/markdown`)).text;
  const badge = () => browser.inWorker<string>('chrome.action.getBadgeText({})');
  const openPopup = async (path: string): Promise<Popup> => {
    await page.goto(site.url + path);
    const popup = await browser.press(page);
    await popup.until("document.querySelector('h1')");
    return popup;
  };

  /** As a person does it: the address of the service, the code, and the page on which it is allowed. */
  async function connect(): Promise<void> {
    const popup = await openPopup('/light');
    await popup.evaluate(typeIn('Address of your Commonplace', line.url));
    const opened = browser.context.waitForEvent('page');
    await popup.evaluate(press('Connect'));
    const tab = await opened;
    // The popup closes when the tab opens; nobody is signed in there, so it leads to the login first.
    const code = await browser.inWorker<string>(
      "chrome.storage.local.get(['pairing']).then((kept) => kept.pairing.user_code)",
    );
    assert.ok(decodeURIComponent(tab.url()).includes(`/extensions/connect?code=${code}`), tab.url());
    assert.match(code, /^[B-Z]{4}-[B-Z]{4}$/);
    const { body } = await t
      .call('ann', 'GET', `/extensions/connect?code=${code}`)
      .then(({ text }) => ({ body: text }));
    assert.ok(body.includes(code) && body.includes('Chrome ('), body.slice(0, 200));
    assert.equal((await t.form('ann', '/extensions/connect', { code, decision: 'allow' })).status, 303);
    await until(() => browser.inWorker("chrome.storage.local.get(['account']).then((kept) => Boolean(kept.account))"));
    await tab.close();
  }

  it('is paired by the code that it shows', async () => {
    await connect();
    const [device] = (await t.call('ann', 'GET', `${BASE}/devices`)).body.devices;
    assert.match(device.device_name, /^Chrome \(/);
  });

  it('clips an article with the title and the tags that somebody typed', async () => {
    const popup = await openPopup('/light?utm_source=mail');
    await popup.evaluate(typeIn('Title', 'Lamps of the coast'));
    await popup.evaluate(typeIn('Tags', 'sea, light'));
    await popup.evaluate(press('Clip'));
    await popup.until(isSaved);
    const [clip] = await clips();
    assert.deepEqual([clip.title, clip.source_url, clip.path], ['Lamps of the coast', `${site.url}/light`, ['Clips']]);
    const text = await markdownOf(clip.page_id);
    for (const said of ['Ada Keeper', 'The keeper trimmed', 'print(1)', 'Ships saw it'])
      assert.ok(text.includes(said), said);
    assert.ok(!text.includes('Menu of the site'));
    await popup.evaluate(press('Undo'));
    await popup.until(has('Undone.'));
    assert.equal((await clips())[0].page_id, null);
    await popup.close();
  });

  it('clips what only who is signed in there sees, with its pictures', async () => {
    await browser.context.addCookies([{ name: 'member', value: '1', url: site.url }]);
    const popup = await openPopup('/private');
    await popup.evaluate(press('Clip'));
    await popup.until(isSaved);
    const [clip] = await clips();
    assert.match(await markdownOf(clip.page_id), /!\[Lamp\]/);
    assert.deepEqual(t.outbound.asked, []);
    await popup.close();
    const again = await openPopup('/private');
    await again.until(has('Saved '));
    assert.ok(await again.evaluate(has('in Clips')));
    await again.close();
  });

  it('clips a screenshot, a bookmark, and a page that is no article', async () => {
    for (const [kind, path, type] of [
      ['screenshot', '/light', 'image'],
      ['bookmark', '/light', 'bookmark'],
      ['article', '/shop', 'paragraph'],
    ] as const) {
      const popup = await openPopup(path);
      await popup.evaluate(choose(kind));
      await popup.evaluate(press('Clip'));
      await popup.until(isSaved);
      const [clip] = await clips();
      const { blocks } = (await t.call('ann', 'GET', `/api/v2/pages/${clip.page_id}/content`)).body;
      assert.ok(
        blocks.some((one: { type: string }) => one.type === type),
        `${kind} ${JSON.stringify(blocks)}`,
      );
      await popup.close();
    }
  });

  it('keeps pages that are too much, and frames, as bookmarks, and says so', async () => {
    for (const [path, said] of [
      ['/large', 'too large'],
      ['/frames', 'Saved'],
    ] as const) {
      const popup = await openPopup(path);
      await popup.evaluate(press('Clip'));
      await popup.until(isSaved);
      assert.ok(await popup.evaluate(has(said)), path);
      assert.equal((await clips())[0].clip_type, 'bookmark', path);
      await popup.close();
    }
  });

  it('clips by shortcut and by menus, without a popup', async () => {
    const popup = await openPopup('/light');
    await popup.close();
    await page.evaluate(() => getSelection()?.selectAllChildren(document.querySelector('#p') as Element));
    const dispatch = (event: string, first: object | string) =>
      browser.inWorker(`chrome.tabs.query({ url: undefined }).then((tabs) => {
        const tab = tabs.find((one) => one.url?.startsWith(${JSON.stringify(site.url)}));
        chrome.${event}.dispatch(${JSON.stringify(first)}, tab);
      })`);
    const count = (await clips()).length;
    const next = async (n: number) => until(async () => (await clips()).length === count + n);
    await dispatch('commands.onCommand', 'clip-selection');
    await next(1);
    const [selection] = await clips();
    assert.equal(selection.clip_type, 'selection');
    assert.match(
      await markdownOf(selection.page_id),
      /#:~:text=Ships%20saw%20it%20from%20afar\.\)[\s\S]*> Ships saw it from afar\./,
    );
    await dispatch('commands.onCommand', 'clip-page');
    await next(2);
    await dispatch('contextMenus.onClicked', { menuItemId: 'link', linkUrl: 'https://example.org/other' });
    await next(3);
    assert.deepEqual(
      [(await clips())[0].clip_type, (await clips())[0].source_url],
      ['bookmark', 'https://example.org/other'],
    );
    await dispatch('contextMenus.onClicked', { menuItemId: 'image', srcUrl: `${site.url}/lamp.png` });
    await next(4);
    await dispatch('contextMenus.onClicked', { menuItemId: 'highlight' });
    await until(
      async () =>
        (await t.call('ann', 'GET', `${BASE}/highlights?url=${encodeURIComponent(`${site.url}/light`)}`)).body
          .highlights.length === 1,
    );
    await until(() => page.evaluate(() => CSS.highlights.has('commonplace')));
    const marked = await openPopup('/light');
    await marked.evaluate(press('Clip'));
    await marked.until(isSaved);
    assert.match(
      JSON.stringify((await t.call('ann', 'GET', `/api/v2/pages/${(await clips())[0].page_id}/content`)).body),
      /"type":"highlight"/,
    );
    await marked.close();
  });

  it('keeps clips without a connection, and sends them when there is one again', async () => {
    const before = (await clips()).length;
    const popup = await openPopup('/light');
    line.cut();
    await popup.evaluate(press('Clip'));
    await popup.until(has('The clip is kept here and sent later.'));
    assert.equal(await badge(), '1');
    await popup.close();
    line.mend();
    await browser.inWorker("chrome.alarms.onAlarm.dispatch({ name: 'send' })");
    await until(async () => (await clips()).length === before + 1);
    await until(async () => (await badge()) === '');
  });

  it('says when the hour is spent, and keeps the clip', async () => {
    const key = `clip:${t.user('ann').id}`;
    await t.app.database.writer('throttles').where({ key }).update({ hits: 50 });
    const popup = await openPopup('/light');
    await popup.evaluate(press('Clip'));
    await popup.until(has('No clips left this hour. This one is sent at'));
    assert.equal(await badge(), '1');
    await popup.close();
    await t.app.database.writer('throttles').delete();
    await browser.inWorker("chrome.alarms.onAlarm.dispatch({ name: 'send' })");
    await until(async () => (await badge()) === '');
  });

  it('keeps a clip that is refused until somebody sends it elsewhere', async () => {
    const gone = (await t.call('ann', 'POST', '/api/v2/pages', { workspace_id: t.ws1, title: 'Shelf of lamps' })).body
      .id;
    const popup = await openPopup('/light');
    await popup.evaluate(typeIn('Where', 'Shelf of'));
    await popup.until('document.querySelector(\'datalist option[value*="Shelf of lamps"]\')');
    await popup.evaluate('window.place = document.querySelector(\'datalist option[value*="Shelf of lamps"]\').value');
    await popup.evaluate(typeIn('Where', await popup.evaluate<string>('window.place')));
    await t.call('ann', 'POST', `/api/v2/pages/${gone}/trash`, {});
    await popup.evaluate(press('Clip'));
    await popup.until(has('Refused:'));
    assert.equal(await badge(), '!1');
    await popup.close();
    const options = await browser.context.newPage();
    await options.goto(`chrome-extension://${browser.id}/page.html#settings`);
    await options.getByRole('button', { name: 'Send to Clips instead' }).click();
    await options.getByText('Nothing is waiting.').waitFor();
    assert.deepEqual((await clips())[0].path, ['Clips']);
    await options.close();
  });

  it('asks to be connected again when it was disconnected, and loses nothing', async () => {
    const before = (await clips()).length;
    const popup = await openPopup('/light');
    assert.equal((await t.call('ann', 'DELETE', `${BASE}/devices`)).status, 200);
    await popup.evaluate(press('Clip'));
    await popup.until(has('has been disconnected'));
    await popup.close();
    await connect();
    await until(async () => (await clips()).length === before + 1);
  });

  it('gives no page its credential, and asks for no site', async () => {
    await page.goto(`${site.url}/light`);
    const seen = await page.evaluate(() =>
      Object.keys(globalThis).filter((name) => /commonplace|chrome\.storage/.test(name)),
    );
    assert.deepEqual(seen, []);
    const rights = await browser.inWorker<{ origins: string[]; permissions: string[] }>('chrome.permissions.getAll()');
    assert.deepEqual(
      [rights.origins, rights.permissions.sort()],
      [[], ['activeTab', 'alarms', 'contextMenus', 'scripting', 'storage']],
    );
  });
});
