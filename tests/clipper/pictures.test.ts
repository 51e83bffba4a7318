// Pictures of clips: those that come along, those that are fetched later, and what only pretends to be one.
import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { type Block, walk } from '../../plugins/blocks/block.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { claiming, PIXEL } from '../kit/pictures.ts';
import { calling, pairDevice } from './device.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let device: ReturnType<typeof calling>;
  before(async () => {
    t = await startApp(await open());
    device = calling(t, await pairDevice(t, 'ann'));
  });
  after(() => t.stop());
  beforeEach(async () => {
    t.outbound.answer = (url) => (url.includes('good') ? { body: PIXEL } : { status: 404 });
    t.outbound.asked = [];
    await t.app.database.writer('throttles').delete();
  });

  const clip = async (html: string, more: object = {}) => {
    const source_url = 'https://example.org/album/';
    const { status, text, body } = await device('POST', '/clip', { source_url, html, workspace_id: t.ws1, ...more });
    assert.equal(status, 200, text);
    return body.page_id as number;
  };
  const imagesOf = async (id: number): Promise<Block[]> => {
    const { body } = await t.call('ann', 'GET', `/api/v2/pages/${id}/content`);
    return [...walk(body.blocks as Block[])].filter(({ type }) => type === 'image');
  };

  it('that are missing are fetched once the page stands, with their words', async () => {
    const id = await clip(
      '<figure><img src="good.png" alt="A lamp"><figcaption>Lamp</figcaption></figure><p>and <img src="/gone.png" alt="Gone"></p>',
    );
    assert.deepEqual(await imagesOf(id), []);
    assert.deepEqual(t.outbound.asked, []);
    await t.app.jobs.drain();
    const [image, ...others] = await imagesOf(id);
    assert.deepEqual(others, []);
    const { fileId, ...data } = (image as Block).data;
    assert.equal(typeof fileId, 'number');
    assert.deepEqual(data, { name: 'good.png', alt: 'A lamp', caption: 'Lamp' });
    assert.deepEqual(t.outbound.asked.sort(), ['https://example.org/album/good.png', 'https://example.org/gone.png']);
    const markdown = (await t.call('ann', 'GET', `/api/v2/pages/${id}/markdown`)).text;
    assert.match(markdown, /\[Gone\]\(https:\/\/example\.org\/gone\.png\)/);
    assert.equal(
      (await t.app.database.reader('extension_clips').where({ target_page_id: id }).first()).missing_json,
      null,
    );
  });

  it('come along where only who looks may see them, in the page or beside it', async () => {
    const data = PIXEL.toString('base64');
    const id = await clip(`<p>a</p><img src="private.png"><img src="data:image/png;base64,${data}">`, {
      pictures: [{ url: 'https://example.org/album/private.png', data }],
    });
    assert.equal((await imagesOf(id)).length, 2);
    await t.app.jobs.drain();
    assert.deepEqual(t.outbound.asked, []);
  });

  it('are none that only say so', async () => {
    const html = Buffer.from('<html><script>alert(1)</script>').toString('base64');
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>').toString('base64');
    const huge = claiming(60_000, 60_000).toString('base64');
    t.outbound.answer = () => ({ body: Buffer.from('<html>'), headers: { 'content-type': 'image/png' } });
    const before = Number((await t.app.database.reader('files').count({ n: '*' }))[0]?.n);
    const id = await clip(
      `<p>a</p><img src="a.png"><img src="b.png"><img src="c.png"><img src="data:image/png;base64,${html}"><img src="data:image/svg+xml;base64,${svg}">`,
      {
        pictures: [
          ['a', html],
          ['b', svg],
          ['c', huge],
        ].map(([name, data]) => ({ url: `https://example.org/album/${name}.png`, data })),
      },
    );
    await t.app.jobs.drain();
    assert.deepEqual(await imagesOf(id), []);
    assert.equal(Number((await t.app.database.reader('files').count({ n: '*' }))[0]?.n), before);
  });

  it('in private networks are never requested', async () => {
    t.outbound.answer = undefined;
    const addresses = [
      'http://127.0.0.1:9/a.png',
      'http://169.254.169.254/a.png',
      'http://[::1]/a.png',
      'file:///etc/passwd',
    ];
    const id = await clip(`<p>a</p>${addresses.map((address) => `<img src="${address}" alt="x">`).join('')}`);
    await t.app.jobs.drain();
    assert.deepEqual(await imagesOf(id), []);
  });

  it('are fetched up to a number, however many a page has', async () => {
    const many = Array.from({ length: 3000 }, (_, at) => `<p>${at}</p><img src="good-${at}.png">`).join('');
    const id = await clip(many);
    await t.app.jobs.drain();
    assert.equal(t.outbound.asked.length, 500);
    assert.equal((await imagesOf(id)).length, 500);
  });

  it('leave a page alone that somebody has changed, locked or thrown away', async () => {
    const id = await clip('<p>a</p><img src="good.png" alt="A lamp">');
    await t.call('ann', 'PUT', `/api/v2/pages/${id}/markdown`, { markdown: 'Mine' });
    await t.app.jobs.drain();
    assert.equal((await t.call('ann', 'GET', `/api/v2/pages/${id}/markdown`)).text.trim(), 'Mine');
    const gone = await clip('<p>a</p><img src="good.png">');
    await t.call('ann', 'POST', `/api/v2/pages/${gone}/trash`, {});
    await t.app.jobs.drain();
    assert.equal(t.outbound.asked.length, 1);
  });
});
