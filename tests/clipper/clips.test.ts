// Clips: what each kind becomes, where it goes, that it is made once, and what is refused by name.
import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import type { Block } from '../../plugins/blocks/block.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { type Answer, startApp, type TestApp } from '../kit/app.ts';
import { PIXEL } from '../kit/pictures.ts';
import { calling, pairDevice } from './device.ts';

const URL_ = 'https://example.org/articles/lighthouses';
const FACTS = { author: 'Ada Keeper', site: 'The Coast', published: '2026-03-04T10:00:00Z', reading_minutes: 3 };

onEachEngine((_engine, open) => {
  let t: TestApp;
  let device: ReturnType<typeof calling>;
  let editor: ReturnType<typeof calling>;
  before(async () => {
    t = await startApp(await open());
    device = calling(t, await pairDevice(t, 'ann'));
    editor = calling(t, await pairDevice(t, 'edi'));
  });
  after(() => t.stop());
  beforeEach(async () => {
    t.outbound.answer = () => ({ status: 404 });
    t.outbound.asked = [];
    await t.app.database.writer('throttles').delete();
  });

  const clip = (body: object, by = device): Promise<Answer> =>
    by('POST', '/clip', { source_url: URL_, title: 'On lighthouses', ...body });
  const taken = async (body: object, by = device): Promise<number> => {
    const { status, text, body: made } = await clip(body, by);
    assert.equal(status, 200, text);
    return made.page_id;
  };
  const blocksOf = async (id: number): Promise<Block[]> =>
    (await t.call('ann', 'GET', `/api/v2/pages/${id}/content`)).body.blocks;
  const markdownOf = async (id: number): Promise<string> =>
    (await t.call('ann', 'GET', `/api/v2/pages/${id}/markdown`)).text;
  const pageOf = async (id: number) => (await t.call('ann', 'GET', `/api/v2/pages/${id}`)).body;
  const newPage = async (title: string, markdown = '') =>
    (await t.call('ann', 'POST', '/api/v2/pages', { workspace_id: t.ws1, title, markdown })).body.id as number;
  const pagesIn = async () => Number((await t.app.database.reader('pages').count({ n: '*' }))[0]?.n);

  it('of an article are a page with what it said, where it is from, and its highlights in place', async () => {
    const html = `<h2 id="h">History</h2><p>The first stood at <b>Alexandria</b> and was tall. <a href="/more">More</a> <a href="#h">up</a></p>
      <ul><li>one</li></ul><table><tr><th>A</th></tr><tr><td>1</td></tr></table>
      <pre><code class="language-python">print(1)</code></pre><figure><img src="tower.png" alt="Tower"><figcaption>The tower</figcaption></figure>
      <p>Water<math alttext="E=mc^2"></math></p>`;
    const highlights = [{ exact: 'at Alexandria and', note: 'Check this' }, { exact: 'nowhere in it' }];
    const answer = await clip({ html, properties: FACTS, highlights, workspace_id: t.ws1, tags: ['sea', 'Sea'] });
    assert.equal(answer.status, 200, answer.text);
    const { page_id, url, quota } = answer.body;
    assert.match(url, new RegExp(`/pages/${page_id}$`));
    assert.deepEqual([quota.limit, quota.remaining], [50, 49]);
    assert.equal(Math.ceil(quota.reset / 100), 36);
    assert.equal(answer.headers['x-ratelimit-limit'], '50');
    assert.equal(answer.headers['x-ratelimit-remaining'], '49');
    const text = await markdownOf(page_id);
    for (const said of [
      '[The Coast](https://example.org/articles/lighthouses)',
      'Ada Keeper',
      '2026-03-04',
      '3 minutes',
      '## History',
      'https://example.org/more',
      '- one',
      '| A |',
      '```python',
      'The tower',
      'Check this',
      'nowhere in it',
    ])
      assert.ok(text.includes(said), `${said}\n${text}`);
    const blocks = await blocksOf(page_id);
    const marked = JSON.stringify(blocks.filter(({ type }) => type === 'paragraph').map(({ content }) => content));
    assert.match(marked, /"at ","marks":\[\{"type":"highlight"/);
    assert.match(marked, /"Alexandria","marks":\[\{"type":"bold"\},\{"type":"highlight"/);
    assert.deepEqual(blocks.map(({ type }) => type).slice(0, 5), [
      'paragraph',
      'heading',
      'paragraph',
      'callout',
      'bullet',
    ]);
    const tags = (await t.call('ann', 'GET', `/api/v2/pages/${page_id}/tags`)).body.map(
      (one: { name: string }) => one.name,
    );
    assert.equal(tags.length, 1);
    assert.equal((await pageOf(page_id)).title, 'On lighthouses');
  });

  it('of a selection are a quote that leads to the very sentence', async () => {
    const id = await taken({
      clip_type: 'selection',
      html: '<p>Ships - and more - saw it from afar.</p>',
      workspace_id: t.ws1,
    });
    const [source, quote] = await blocksOf(id);
    assert.equal(quote?.type, 'quote');
    const href = JSON.stringify(source?.content);
    assert.ok(href.includes(`${URL_}#:~:text=Ships%20%2D%20and%20more%20%2D%20saw%20it%20from%20afar.`), href);
  });

  it('of a bookmark are its card, for which nobody is asked', async () => {
    await t.app.jobs.drain();
    t.outbound.asked = [];
    const id = await taken({
      clip_type: 'bookmark',
      workspace_id: t.ws1,
      properties: { description: 'All about light' },
    });
    const [, card] = await blocksOf(id);
    assert.deepEqual(
      [card?.type, card?.data],
      ['bookmark', { url: URL_, title: 'On lighthouses', description: 'All about light' }],
    );
    await t.app.jobs.drain();
    assert.deepEqual(t.outbound.asked, []);
  });

  it('of a screenshot are its picture, if it is one', async () => {
    const id = await taken({ clip_type: 'screenshot', image: PIXEL.toString('base64'), workspace_id: t.ws1 });
    const [, picture] = await blocksOf(id);
    assert.equal(picture?.type, 'image');
    assert.equal(typeof picture?.data.fileId, 'number');
    const address = `data:image/png;base64,${PIXEL.toString('base64')}`;
    const same = await taken({ clip_type: 'screenshot', image: address, workspace_id: t.ws1 });
    assert.equal((await blocksOf(same))[1]?.type, 'image');
    const before = await pagesIn();
    for (const bytes of [
      '<html><script>alert(1)</script></html>',
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
      'GIF89a1234567890',
    ]) {
      const { status, body } = await clip({ clip_type: 'screenshot', image: Buffer.from(bytes).toString('base64') });
      assert.deepEqual([status, body.errors?.[0]?.pointer], [422, '/image'], bytes);
    }
    assert.equal(await pagesIn(), before);
    const big = await clip({ clip_type: 'screenshot', image: 'A'.repeat((8 * 1024 * 1024 * 4) / 3 + 64) });
    assert.deepEqual([big.status, big.body.errors[0].pointer], [422, '/image'], big.text);
  });

  it('go into a database, whose title, address and dates fill themselves', async () => {
    const properties = [
      ...[
        { name: 'Link', type: 'url' },
        { name: 'Saved', type: 'date' },
        { name: 'Published', type: 'date' },
      ],
      ...[
        { name: 'Author', type: 'text' },
        { name: 'Reading time', type: 'number' },
        { name: 'Rating', type: 'number' },
      ],
    ];
    const made = await t.call('ann', 'POST', '/api/v2/collections', {
      workspace_id: t.ws1,
      title: 'Reading',
      properties,
    });
    assert.equal(made.status, 200, made.text);
    const id = await taken({
      html: '<p>Text</p>',
      collection_id: made.body.id,
      values: { rating: 4 },
      properties: FACTS,
    });
    const row = (await t.call('ann', 'GET', `/api/v2/rows/${id}?names=true`)).body;
    assert.equal(row.title, 'On lighthouses');
    const { values } = row;
    assert.deepEqual(
      [
        values.Link,
        values.Author,
        values['Reading time'],
        values.Rating,
        JSON.stringify(values.Published).slice(0, 30).includes('2026-03-04'),
      ],
      [URL_, 'Ada Keeper', 3, 4, true],
    );
    assert.ok(JSON.stringify(values.Saved).includes(new Date().toISOString().slice(0, 7)));
    const refused = await clip({ html: '<p>x</p>', collection_id: made.body.id, values: { Rating: 'many' } });
    assert.equal(refused.status, 400, refused.text);
    const canonical = 'https://example.org/?a=[b]|c';
    const at = { html: '<p>x</p>', collection_id: made.body.id };
    const known = await taken({ ...at, properties: { canonical } });
    const { Link } = (await t.call('ann', 'GET', `/api/v2/rows/${known}?names=true`)).body.values;
    assert.deepEqual(new URL(Link).href, new URL(canonical).href);
    const odd = await clip({ ...at, properties: { canonical: 'javascript:alert(1)' } });
    assert.equal(odd.status, 422, odd.text);
    const unknown = await clip({ html: '<p>x</p>', collection_id: made.body.id, values: { Colour: 'red' } });
    assert.ok([400, 422].includes(unknown.status), unknown.text);
  });

  it('come into a page that is there, at either end, and leave it when they are undone', async () => {
    const page = await newPage('Notes', 'Middle');
    await taken({ html: '<p>Last</p>', page_id: page });
    const first = await clip({ html: '<p>First</p>', page_id: page, place: 'prepend' });
    const text = await markdownOf(page);
    assert.ok(text.indexOf('First') < text.indexOf('Middle') && text.indexOf('Middle') < text.indexOf('Last'), text);
    const renamed = await device('PATCH', `/clips/${first.body.id}`, { title: 'Mine' });
    assert.equal(renamed.status, 409, renamed.text);
    const undone = await device('PATCH', `/clips/${first.body.id}`, { undone: true });
    assert.deepEqual([undone.status, undone.body.page_id], [200, null], undone.text);
    const after = await markdownOf(page);
    assert.ok(!after.includes('First') && after.includes('Last'), after);
  });

  it('without a place go to the home of clips, and to a page of their own when that is gone', async () => {
    const page = async (id: number) => (await t.call('edi', 'GET', `/api/v2/pages/${id}`)).body;
    const first = await taken({ html: '<p>a</p>' }, editor);
    const home = (await page(first)).parent_id;
    assert.equal((await page(home)).title, 'Clips');
    assert.equal((await page(await taken({ html: '<p>b</p>' }, editor))).parent_id, home);
    const other = (await t.call('edi', 'POST', '/api/v2/pages', { workspace_id: t.ws1, title: 'Shelf' })).body.id;
    const kept = await editor('PUT', '/templates', { home_page_id: other });
    assert.deepEqual([kept.status, kept.body.home_page_id], [200, other], kept.text);
    assert.equal((await page(await taken({ html: '<p>c</p>' }, editor))).parent_id, other);
    await t.call('edi', 'POST', `/api/v2/pages/${other}/trash`, {});
    const next = (await page(await taken({ html: '<p>d</p>' }, editor))).parent_id;
    assert.ok(next && next !== other && next !== home);
  });

  it('are made once for each client_id, at the cost of one', async () => {
    const body = { client_id: 'one', html: '<p>Once</p>', workspace_id: t.ws1 };
    const before = await pagesIn();
    const answers = await Promise.all(Array.from({ length: 4 }, () => clip(body)));
    const again = await clip(body);
    assert.deepEqual(new Set([...answers, again].map(({ body: one }) => one.page_id)).size, 1);
    assert.equal(await pagesIn(), before + 1);
    assert.deepEqual([again.body.repeated, again.body.quota.remaining], [true, 49]);
    assert.equal((await clip({ ...body, source_url: 'https://example.org/other' })).status, 409);
    assert.notEqual((await clip(body, editor)).body.page_id, again.body.page_id);
  });

  it('are answered as before when they are sent again after their place has gone, or after they were undone', async () => {
    const shelf = await newPage('Shelf');
    const body = { client_id: 'late', html: '<p>Once</p>', parent_id: shelf };
    const first = await clip(body);
    await t.call('ann', 'POST', `/api/v2/pages/${shelf}/trash`, {});
    const again = await clip(body);
    assert.deepEqual([again.status, again.body.id, again.body.page_id], [200, first.body.id, null], again.text);
    const other = { client_id: 'undone', html: '<p>Twice</p>', workspace_id: t.ws1 };
    const made = await clip(other);
    await device('PATCH', `/clips/${made.body.id}`, { undone: true });
    const { body: said } = await clip(other);
    assert.deepEqual([said.page_id, said.url, said.repeated], [null, null, true]);
  });

  it('leave no home behind when they come to nothing, and end when somebody tries too often', async () => {
    const nobody = calling(t, await pairDevice(t, 'com'));
    const before = await pagesIn();
    assert.equal((await clip({ html: '<p>x</p>', values: { a: 1 } }, nobody)).status, 422);
    const damaged = { clip_type: 'screenshot', image: Buffer.from('no picture').toString('base64') };
    assert.equal((await clip(damaged)).status, 422);
    assert.equal(await pagesIn(), before);
    await t.app.database
      .writer('throttles')
      .where({ key: `clip-try:${t.user('ann').id}` })
      .update({ hits: 200 });
    const { status, body } = await clip(damaged);
    assert.deepEqual([status, body.code], [429, 'rate_limited']);
    assert.equal((await device('GET', '/status')).body.quota.remaining, 50);
  });

  it('link several paragraphs from the first words to the last, for browsers look for words in one', async () => {
    const html = '<p>Ships saw it from afar.</p><p>The keeper trimmed the wick at dusk every day of the year.</p>';
    const text = await markdownOf(await taken({ clip_type: 'selection', html, workspace_id: t.ws1 }));
    const end = 'wick%20at%20dusk%20every%20day%20of%20the%20year.';
    assert.ok(text.includes(`#:~:text=Ships%20saw%20it%20from%20afar.,${end}`), text);
  });

  it('are 50 an hour, and one that comes to nothing is none', async () => {
    const key = `clip:${t.user('ann').id}`;
    for (let n = 0; n < 3; n++) assert.equal((await clip({ html: '<p>x</p>', parent_id: 2_000_000_000 })).status, 404);
    assert.equal((await clip({ html: '<p>x</p>', workspace_id: t.ws1 })).body.quota.remaining, 49);
    await t.app.database.writer('throttles').where({ key }).update({ hits: 49 });
    assert.equal((await clip({ html: '<p>x</p>', workspace_id: t.ws1 })).body.quota.remaining, 0);
    const { status, headers, body } = await clip({ html: '<p>x</p>', workspace_id: t.ws1 });
    assert.deepEqual([status, body.code, headers['x-ratelimit-limit']], [429, 'rate_limited', '50']);
    assert.ok(Number(headers['retry-after']) > 3500);
    assert.equal((await device('GET', '/status')).body.quota.remaining, 0);
  });

  it('go nowhere else than where their clipper may write', async () => {
    const hidden = (await t.call('bob', 'POST', '/api/v2/pages', { workspace_id: t.ws2, title: 'SECRET-7f3a' })).body
      .id;
    const table = (await t.call('bob', 'POST', '/api/v2/collections', { workspace_id: t.ws2, title: 'SECRET-7f3a' }))
      .body.id;
    for (const place of [
      { parent_id: hidden },
      { page_id: hidden },
      { collection_id: table },
      { workspace_id: t.ws2 },
    ]) {
      const { status, text } = await clip({ html: '<p>x</p>', ...place });
      assert.equal(status, 404, JSON.stringify(place));
      assert.ok(!text.includes('SECRET'));
    }
    const viewer = calling(t, await pairDevice(t, 'vic'));
    assert.equal((await clip({ html: '<p>x</p>', workspace_id: t.ws1 }, viewer)).status, 403);
    const locked = await newPage('Locked');
    await t.call('ann', 'PUT', `/api/v2/pages/${locked}/lock`, {});
    assert.equal((await clip({ html: '<p>x</p>', page_id: locked }, editor)).status, 423);
    const read = calling(t, await pairDevice(t, 'ann', 'device-read'));
    await t.app.database.writer('extension_devices').where({ device_id: 'device-read' }).update({ scopes: 'read' });
    assert.equal((await clip({ html: '<p>x</p>', workspace_id: t.ws1 }, read)).body.code, 'insufficient_scope');
  });

  for (const [source_url, why] of [
    ['javascript:alert(1)', /http or https/],
    ['data:text/html,<script>alert(1)</script>', /http or https/],
    ['file:///etc/passwd', /http or https/],
    ['https://ann:secret@example.org/', /without a name and password/],
    ['lighthouses', /web address/],
    [`https://example.org/${'a'.repeat(3000)}`, /at most 2048/],
  ] as const)
    it(`refuse ${source_url.slice(0, 40)} by name`, async () => {
      const { status, body, text } = await clip({ source_url, html: '<p>x</p>', workspace_id: t.ws1 });
      assert.deepEqual([status, body.errors[0].pointer], [422, '/source_url'], text);
      assert.match(body.errors[0].detail, why);
      assert.ok(!text.includes('secret') || !text.includes('detail":"secret'));
    });

  it('lose what only follows people about, and are known again without it', async () => {
    const source_url = 'https://www.example.org/a/?id=7&utm_source=x&fbclid=y#:~:text=words';
    const id = await taken({ source_url, html: '<p>x</p>', workspace_id: t.ws1, tags: ['kept'] });
    const known = async (url: string, by = device) =>
      (await by('GET', `/known?url=${encodeURIComponent(url)}`)).body.clips.map(
        (one: { page_id: number; tags: string[]; source_url: string }) => [one.page_id, one.tags, one.source_url],
      );
    const [first] = await known('http://example.org/a?id=7#part');
    assert.deepEqual(first, [id, ['kept'], 'https://www.example.org/a/?id=7']);
    assert.deepEqual(await known('https://example.org/a?id=8'), []);
    assert.deepEqual(await known('https://example.org/a?id=7', editor), []);
    await t.call('ann', 'POST', `/api/v2/pages/${id}/trash`, {});
    assert.deepEqual(await known('https://example.org/a?id=7'), []);
  });

  it('refuse bodies that fit no kind, and fields that nobody knows', async () => {
    const before = await pagesIn();
    for (const [body, pointer] of [
      [{ clip_type: 'selection' }, '/html'],
      [{ clip_type: 'screenshot' }, '/image'],
      [{ clip_type: 'bookmark', html: '<p>x</p>' }, '/html'],
      [{ html: '<p>x</p>', markdown: 'x' }, '/markdown'],
      [{ clip_type: 'page' }, '/clip_type'],
      [{ html: '<p>x</p>', values: { a: 1 } }, '/values'],
      [{ html: '<p>x</p>', place: 'append' }, '/place'],
      [{ html: '<p>x</p>', colour: 'red' }, '/colour'],
      [{ html: '<p>x</p>', tags: [''] }, '/tags/0'],
      [{ html: '<p>x</p>', pictures: [{ url: 'a', data: '§' }] }, '/pictures/0/data'],
    ] as const) {
      const { status, body: said, text } = await clip(body);
      assert.deepEqual([status, said.errors?.[0]?.pointer], [422, pointer], text);
    }
    const page = await newPage('Both');
    const both = await clip({ html: '<p>x</p>', page_id: page, workspace_id: t.ws1 });
    assert.deepEqual([both.status, both.body.errors[0].pointer], [422, '/workspace_id']);
    assert.equal(await pagesIn(), before + 1);
  });

  it('are listed with their pages, renamed, tagged, moved and undone by their owner alone', async () => {
    const { body } = await clip({ html: '<p>x</p>', workspace_id: t.ws1 });
    const shelf = await newPage('Shelf');
    const changed = await device('PATCH', `/clips/${body.id}`, { title: 'Light', tags: ['x'], parent_id: shelf });
    assert.deepEqual([changed.status, changed.body.title, changed.body.path], [200, 'Light', ['Shelf']], changed.text);
    const { headers, body: list } = await device('GET', '/clips?limit=1');
    assert.ok(Number(headers['x-total-count']) > 5);
    assert.deepEqual([list[0].id, list[0].title, list[0].state], [body.id, 'Light', 'done']);
    assert.equal((await editor('PATCH', `/clips/${body.id}`, { title: 'Mine' })).status, 404);
    assert.equal((await device('PATCH', `/clips/${body.id}`, { undone: true })).status, 200);
    assert.equal((await t.call('ann', 'GET', `/api/v2/pages/${body.page_id}`)).status, 404);
    const trash = await t.call('ann', 'GET', `/api/v2/pages?workspace_id=${t.ws1}&trashed=true`);
    assert.ok(
      trash.body.some(({ id }: { id: number }) => id === body.page_id),
      'it is in the trash',
    );
    const again = await device('PATCH', `/clips/${body.id}`, { title: 'x' });
    assert.equal(again.status, 404);
  });

  it('stay as they are while somebody else has locked their page', async () => {
    const { body } = await clip({ html: '<p>x</p>', title: 'Kept', workspace_id: t.ws1 }, editor);
    await t.call('ann', 'PUT', `/api/v2/pages/${body.page_id}/lock`, {});
    for (const change of [{ title: 'y' }, { tags: ['y'] }, { parent_id: null }, { undone: true }])
      assert.equal((await editor('PATCH', `/clips/${body.id}`, change)).status, 423, JSON.stringify(change));
    const { title, deleted_at } = await pageOf(body.page_id);
    assert.deepEqual([title, deleted_at ?? null], ['Kept', null]);
  });
});
