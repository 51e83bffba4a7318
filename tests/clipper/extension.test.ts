// The extension in a real Chromium: its button, its shortcuts and menus pressed on real pages, without a connection and
// with one again, with a device that was disconnected, and with nothing left of the hour.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '../../testing/until.ts';
import { BASE } from './device.ts';
import { extensionProgram, type LiveExtension, popupScripts, startExtension } from './live-extension.ts';

const program = extensionProgram();
const { press, has, typeIn, isSaved, choose } = popupScripts;

describe('the extension', { skip: !program }, () => {
  let live: LiveExtension;
  before(async () => {
    live = await startExtension(program as string);
  });
  after(() => live?.stop());

  it('is paired by the code that it shows', async () => {
    const { t, connect } = live;
    await connect();
    const [device] = (await t.call('ann', 'GET', `${BASE}/devices`)).body.devices;
    assert.match(device.device_name, /^Chrome \(/);
  });

  it('clips an article with the title and the tags that somebody typed', async () => {
    const { site, clips, markdownOf, openPopup } = live;
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
    const { t, site, browser, clips, markdownOf, openPopup } = live;
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
    const { t, clips, openPopup } = live;
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

  it('clips by shortcut and by menus, without a popup', async () => {
    const { t, site, browser, page, clips, markdownOf, openPopup } = live;
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
    const colour = () =>
      getComputedStyle(document.querySelector('#p') as Element, '::highlight(commonplace)').backgroundColor;
    assert.equal(await page.evaluate(colour), 'rgb(253, 230, 138)');
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
    const { line, browser, clips, badge, openPopup } = live;
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
    const { t, browser, badge, openPopup } = live;
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
    const { t, browser, clips, badge, openPopup } = live;
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
    const { t, clips, openPopup, connect } = live;
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
    const { site, browser, page } = live;
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
