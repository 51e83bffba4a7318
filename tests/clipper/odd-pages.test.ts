// Pages that are no articles, too much, or nothing for an extension, in a real Chromium: the popup never hangs, says what
// it did, and no clip is lost.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { extensionProgram, type LiveExtension, popupScripts, startExtension } from './live-extension.ts';

const program = extensionProgram();
const { press, has, isSaved } = popupScripts;
const NO_TEXT = 'The page has no text that can be read here; it was kept as a bookmark.';
const TOO_LARGE = 'The page is too large for an article; it was kept as a bookmark.';

describe('the extension', { skip: !program }, () => {
  let live: LiveExtension;
  before(async () => {
    live = await startExtension(program as string);
    await live.connect();
  });
  after(() => live?.stop());

  /** What the popup says, and what came of the page. */
  async function clipped(path: string) {
    const { clips, markdownOf, openPopup } = live;
    const popup = await openPopup(path);
    await popup.evaluate(press('Clip'));
    await popup.until(isSaved);
    const said = await popup.evaluate<string>('document.body.innerText');
    await popup.close();
    const [clip] = await clips();
    return { clip, said, text: await markdownOf(clip.page_id) };
  }

  for (const [path, title, words] of [
    ['/frames', 'On lighthouses', 'Ships saw it from afar.'],
    ['/mail', 'On lighthouses', 'Ships saw it from afar.'],
    ['/changing', 'Changing', 'Ships saw it from afar.'],
    ['/forum', 'Wicks?', 'Cy'],
    ['/shop', 'A lamp', '12 euros'],
    ['/odd-facts', 'Odd facts', 'The keeper'],
    ['/no-address', 'No address', 'The keeper'],
    ['/video', 'A beam', 'beam.mp4'],
  ] as const)
    it(`clips the text of ${path}`, async () => {
      const { clip, said, text } = await clipped(path);
      assert.deepEqual([clip.clip_type, clip.title, clip.source_url], ['article', title, live.site.url + path]);
      assert.ok(text.includes(words), text);
      assert.ok(!said.includes('bookmark'), said);
    });

  for (const [path, sentence] of [
    ['/large', TOO_LARGE],
    ['/long', TOO_LARGE],
    ['/foreign-frames', NO_TEXT],
    ['/blank', NO_TEXT],
    ['/paper.pdf', NO_TEXT],
  ] as const)
    it(`keeps ${path} as a bookmark, and says why`, async () => {
      const { clip, said } = await clipped(path);
      assert.equal(clip.clip_type, 'bookmark');
      assert.ok(said.includes(sentence), said);
    });

  it('brings along as many pictures as a clip may have, and says how many are left', async () => {
    const { clip, said } = await clipped('/pictures');
    assert.ok(said.includes('Pictures left behind: 2500.'), said);
    const { blocks } = (await live.t.call('ann', 'GET', `/api/v2/pages/${clip.page_id}/content`)).body;
    const count = (type: string, has: string) =>
      blocks.filter((one: { type: string }) => one.type === type && JSON.stringify(one).includes(has)).length;
    assert.deepEqual([count('image', 'fileId'), count('paragraph', '/lamp-')], [500, 2500]);
  });

  it('leaves what is no picture as a link', async () => {
    const { said, text } = await clipped('/no-pictures');
    assert.ok(said.includes('Pictures left behind: 2.'), said);
    for (const name of ['page-as.png', 'page.html', 'gone.html'])
      assert.ok(text.includes(`${live.site.url}/${name}`), text);
    assert.ok(!text.includes('!['), text);
  });

  it('sends no name and password of an address', async () => {
    const address = live.site.url.replace('//', '//ada:secret@');
    const { clip } = await clipped(`${address}/shop`);
    assert.equal(clip.source_url, `${live.site.url}/shop`);
  });

  it('shortens an address that is longer than the service takes', async () => {
    const { clip } = await clipped(`/shop?lamp=1#${'x'.repeat(3000)}`);
    assert.equal(clip.source_url, `${live.site.url}/shop?lamp=1`);
  });

  it('says that only pages of the web can be clipped', async () => {
    for (const url of [
      'about:blank',
      'data:text/html,<p>Lamp</p>',
      'chrome://version/',
      'file:///etc/hostname',
      `chrome-extension://${live.browser.id}/page.html#settings`,
    ]) {
      const popup = await live.openPopup(url);
      await popup.until(has('This page cannot be clipped: only web pages can.'));
      await popup.close();
    }
  });
});
