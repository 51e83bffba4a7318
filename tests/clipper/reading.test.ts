// Clips of an address alone: the page stands at once and gets its text when the service has read it, or says why not.
import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { PIXEL } from '../kit/pictures.ts';
import { BASE } from './device.ts';

const URL_ = 'https://example.org/articles/lighthouses';
const words =
  'The keeper trimmed the wick at dusk, and the beam swept across the water until the morning came. '.repeat(8);
const PAGE = `<!doctype html><html lang="en"><head><title>On lighthouses</title><meta name="author" content="Ada Keeper"></head>
<body><nav>Menu</nav><article><h1>On lighthouses</h1><p>${words}</p><p>${words}</p><img src="/lamp.png" alt="Lamp"></article></body></html>`;

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());
  beforeEach(async () => {
    t.outbound.answer = (url) => (url.endsWith('.png') ? { body: PIXEL } : { body: Buffer.from(PAGE) });
    t.outbound.asked = [];
    await t.app.database.writer('throttles').delete();
  });
  const ask = (body: object) =>
    t.call('ann', 'POST', `${BASE}/clip`, { source_url: URL_, workspace_id: t.ws1, ...body });
  const markdownOf = async (id: number) => (await t.call('ann', 'GET', `/api/v2/pages/${id}/markdown`)).text;
  const clips = async () => (await t.call('ann', 'GET', `${BASE}/clips`)).body;

  it('become the article with its pictures', async () => {
    const { body } = await ask({});
    assert.match(await markdownOf(body.page_id), /example\.org\/articles\/lighthouses/);
    assert.equal((await clips())[0].state, 'reading');
    await t.app.jobs.drain();
    const text = await markdownOf(body.page_id);
    assert.match(text, /Ada Keeper/);
    assert.match(text, /The keeper trimmed the wick/);
    assert.match(text, /!\[Lamp\]/);
    assert.ok(!text.includes('Menu'));
    const [clip] = await clips();
    assert.deepEqual([clip.state, clip.title, clip.error], ['done', 'On lighthouses', '']);
    assert.equal((await t.call('ann', 'PATCH', `${BASE}/clips/${clip.id}`, { title: 'Light' })).body.title, 'Light');
  });

  it('stay bookmarks that say why, where there is nothing to read', async () => {
    for (const [answer, reason] of [
      [{ status: 404 }, /the address answers 404/],
      [
        { headers: { 'content-type': 'application/pdf' } },
        /this address has application\/pdf, which is not a web page/,
      ],
    ] as const) {
      t.outbound.answer = () => answer;
      const { body } = await ask({ title: 'Kept' });
      await t.app.jobs.drain();
      assert.match(await markdownOf(body.page_id), reason);
      const [clip] = await clips();
      assert.deepEqual([clip.state, clip.title], ['failed', 'Kept']);
      assert.match(clip.error, reason);
      const { body: told } = await t.call('ann', 'GET', '/api/v2/notifications');
      assert.deepEqual([told[0].type, told[0].url], ['clip_failed', `/pages/${body.page_id}`]);
    }
  });

  for (const source_url of [
    'http://localhost/',
    'http://127.1/',
    'http://2130706433/',
    'http://[::ffff:127.0.0.1]/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/',
  ])
    it(`never go to ${source_url}`, async () => {
      const { status, body } = await ask({ source_url });
      assert.deepEqual([status, body.code], [400, 'private_url']);
      assert.deepEqual(t.outbound.asked, []);
    });

  it('keep what was written while the service read', async () => {
    const { body } = await ask({ title: 'Mine' });
    await t.call('ann', 'PATCH', `/api/v2/pages/${body.page_id}/markdown`, { append: 'A note of my own' });
    await t.call('ann', 'PATCH', `/api/v2/pages/${body.page_id}`, { title: 'Renamed' });
    await t.app.jobs.drain();
    const text = await markdownOf(body.page_id);
    assert.ok(text.includes('A note of my own') && text.includes('The keeper'), text);
    assert.equal((await t.call('ann', 'GET', `/api/v2/pages/${body.page_id}`)).body.title, 'Renamed');
  });

  it('come by a form of the page without scripts, and by what a phone shares', async () => {
    const sent = await t.form('ann', '/extensions/clip', { source_url: `${URL_}?utm_source=x` });
    assert.deepEqual([sent.status, sent.headers.location], [303, '/extensions?done=clipped#clips'], sent.text);
    const refused = await t.form('ann', '/extensions/clip', { source_url: 'javascript:alert(1)' });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /Address of the page must be a web address: http or https/);
    const page = await t.call('ann', 'GET', '/extensions?done=clipped');
    for (const said of [
      'Recent clips',
      'example.org',
      '49 of 50 clips left',
      'commonplace-clipper-firefox.zip',
      'No browser is connected',
    ])
      assert.ok(page.text.includes(said), said);
    const shared = async (fields: Record<string, string>) => {
      const { headers } = await t.call('ann', 'GET', `/share?${new URLSearchParams(fields)}`);
      const place = new URL(String(headers.location), 'http://x');
      assert.deepEqual([place.pathname, place.hash], ['/extensions', '#address']);
      return ['source_url', 'title', 'text'].map((name) => place.searchParams.get(name));
    };
    assert.deepEqual(await shared({ title: 'A', text: `Look: ${URL_}).` }), [URL_, 'A', '']);
    assert.deepEqual(await shared({ text: `On lamps\n「${URL_}」` }), [URL_, 'On lamps\n「」', '']);
    const quoted = `"Ships saw it."\n ${URL_}#:~:text=Ships`;
    assert.deepEqual(await shared({ title: 'A', text: quoted }), [`${URL_}#:~:text=Ships`, 'A', 'Ships saw it.']);
    assert.deepEqual(await shared({ text: '“Oil”, she said, “and wicks”' }), ['', '', '“Oil”, she said, “and wicks”']);
    const note = await t.form('ann', '/extensions/clip', { source_url: '', text: 'Buy oil\nand wicks' });
    const kept = Number(String(note.headers.location).split('/').at(-1));
    const { title } = (await t.call('ann', 'GET', `/api/v2/pages/${kept}`)).body;
    const { text: words } = await t.call('ann', 'GET', `/api/v2/pages/${kept}/markdown`);
    assert.deepEqual([title, words.includes('and wicks'), words.match(/Buy oil/g)?.length ?? 0], ['Buy oil', true, 0]);
    assert.deepEqual(await shared({ title: '', text: 'Buy oil\nand wicks' }), ['', '', 'Buy oil\nand wicks']);
    const filled = await t.call('ann', 'GET', '/extensions?address=%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E');
    assert.ok(!filled.text.includes('<script>alert'));
  });
});
