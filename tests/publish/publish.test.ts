// Published pages: what anybody reads of them, what nobody does, and that taking one back bites with the next request.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { pages } from '../../plugins/pages/contract.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { multipart } from '../../testing/multipart.ts';
import { type Any, makeDatabase } from '../databases/database.ts';
import { type Answer, type Name, startApp, type TestApp } from '../kit/app.ts';
import { PIXEL } from '../kit/pictures.ts';

const SECRET = 'SECRET-7f3a';
const html = { headers: { accept: 'text/html' } };

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  const ok = async (who: Name, method: string, url: string, body?: unknown) => {
    const answer = await t.call(who, method, url, body);
    assert.equal(answer.status, 200, `${who} ${method} ${url}: ${answer.text}`);
    return answer.body;
  };
  const page = async (title: string, more: object = {}): Promise<number> =>
    (await ok('ann', 'POST', '/api/pages', { title, workspace_id: t.ws1, markdown: `Text of ${title}`, ...more })).id;
  const publish = (id: number, settings: object = {}, who: Name = 'ann') =>
    t.call(who, 'PUT', `/api/v2/pages/${id}/publish`, settings);
  const published = async (id: number, settings: object = {}): Promise<Any> => {
    const answer = await publish(id, settings);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const read = (url: string, headers: Record<string, string> = {}): Promise<Answer> =>
    t.inject('GET', url, { headers: { accept: 'text/html', ...headers } });
  const upload = async (content: Buffer, name: string): Promise<number> =>
    (await t.call('ann', 'POST', '/api/v2/files', multipart({ workspace_id: t.ws1 }, { field: 'file', name, content })))
      .body.id;

  describe('a single page', () => {
    it('is read by anybody, and nothing around it: private text, titles, pages below', async () => {
      const source = await page(`${SECRET} source`);
      const block = { id: 'in', type: 'paragraph', data: {}, content: [{ type: 'text', text: SECRET }] };
      const synced = await ok('ann', 'POST', '/api/v2/synced-blocks', { page_id: source, blocks: [block], title: 'x' });
      const secret = await page(`${SECRET} linked`);
      const a = await page('Article A');
      await page(`${SECRET} child`, { parent_id: a });
      const blocks = [
        { id: 'one', type: 'paragraph', data: {}, content: [{ type: 'text', text: 'Open words' }] },
        { id: 'two', type: 'synced', data: { syncedBlockId: synced.id } },
        { id: 'three', type: 'pageLink', data: { pageId: secret } },
        { id: 'four', type: 'paragraph', data: {}, content: [{ type: 'mention', userId: t.user('edi').id }] },
      ];
      await ok('ann', 'PUT', `/api/pages/${a}/content`, { blocks });
      const { slug, url } = await published(a);
      assert.equal(slug, 'article-a');
      assert.ok(url.endsWith('/p/article-a'));
      const answer = await read(`/p/${slug}`);
      assert.equal(answer.status, 200, answer.text);
      for (const words of ['Article A', 'Open words', 'Synced block not available', 'No access or deleted page'])
        assert.ok(answer.text.includes(words), words);
      for (const words of [SECRET, 'Edi Example', '<script', 'Ann Example'])
        assert.ok(!answer.text.includes(words), words);
      // A visitor has no time zone in which a time would mean something.
      assert.match(answer.text, /Changed <time [^>]*>\d+ \w+ \d{4}<\/time>/);
      assert.equal((await read(`/p/${slug}/pages/${secret}`)).status, 404);
      assert.match(answer.headers['content-security-policy'] ?? '', /script-src 'none'.*frame-ancestors 'none'/);
      assert.deepEqual([answer.headers['cache-control'], answer.headers['x-robots-tag']], ['no-cache', 'noindex']);
      const again = await read(`/p/${slug}`, { 'if-none-match': answer.headers.etag as string });
      assert.equal(again.status, 304);
      const stored = await ok('ann', 'GET', `/api/v2/pages/${a}`);
      assert.deepEqual([stored.slug, stored.is_published], ['article-a', 1]);
      assert.equal((await t.call('ann', 'DELETE', `/api/v2/pages/${a}/publish`)).status, 200);
      assert.equal((await read(`/p/${slug}`, { 'if-none-match': answer.headers.etag as string })).status, 404);
      await published(a);
      await ok('ann', 'POST', `/api/v2/pages/${a}/trash`);
      assert.equal((await read(`/p/${slug}`)).status, 404);
      await ok('ann', 'POST', `/api/v2/pages/${a}/restore`);
      assert.equal((await read(`/p/${slug}`)).status, 200);
    });

    it('shows a synced block whose own page is open, and files only while it shows them', async () => {
      const a = await page('With files');
      const picture = await upload(PIXEL, 'seen.png');
      const gone = await upload(Buffer.from(`not any more ${SECRET}`), 'gone.txt');
      const inner = { id: 'in', type: 'paragraph', data: {}, content: [{ type: 'text', text: 'Words of its own' }] };
      const synced = await ok('ann', 'POST', '/api/v2/synced-blocks', { page_id: a, blocks: [inner], title: 'x' });
      const blocks = (file: number) => [
        { id: 'one', type: 'image', data: { fileId: file, name: 'seen.png', caption: '', alt: 'Seen' } },
        { id: 'two', type: 'synced', data: { syncedBlockId: synced.id } },
      ];
      await ok('ann', 'PUT', `/api/pages/${a}/content`, { blocks: blocks(gone) });
      await ok('ann', 'PUT', `/api/pages/${a}/content`, { blocks: blocks(picture) });
      const { slug } = await published(a);
      const file = (id: number, query = '') => read(`/p/${slug}/files/${id}${query}`);
      const { text } = await read(`/p/${slug}`);
      assert.ok(text.includes(`src="/p/${slug}/files/${picture}"`) && text.includes('Words of its own'), text);
      assert.deepEqual([(await file(picture)).status, (await file(gone)).status], [200, 404]);
      assert.equal((await file(picture, '?edge=320')).headers['content-type'], 'image/webp');
      const [{ url }] = (await ok('ann', 'GET', `/api/v2/files?limit=100`)).filter((one: Any) => one.id === picture);
      await ok('ann', 'PATCH', `/api/v2/pages/${a}`, { cover_url: url, cover_position: 20 });
      const covered = (await read(`/p/${slug}`)).text;
      assert.match(
        covered,
        new RegExp(`class="page-cover" src="/p/${slug}/files/${picture}\\?edge=1600" alt="" data-at="20"`),
      );
      assert.match(covered, new RegExp(`og:image" content="http[^"]+/p/${slug}/files/${picture}\\?edge=1600"`));
      await ok('ann', 'DELETE', `/api/v2/pages/${a}/publish`);
      assert.equal((await file(picture)).status, 404);
    });

    it('has a feed that readers can parse, whatever its title holds', async () => {
      const { slug } = await published(await page('Bell \u0007 and \uffff <b>'), { with_children: true });
      const { text } = await read(`/p/${slug}/feed.xml`);
      assert.match(text, /<title>Bell +and +&lt;b&gt;<\/title>/);
      assert.doesNotMatch(text, /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
    });

    it('shares its address with none that is published at the same moment', async () => {
      const twins = await Promise.all([1, 2, 3].map(() => page('Twin')));
      const made = await Promise.all(twins.map((id) => published(id)));
      assert.deepEqual(made.map(({ slug }) => slug).sort(), ['twin', 'twin-2', 'twin-3']);
      const answers = await Promise.all(twins.map((id) => publish(id, { slug: 'one-of-us' })));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
    });

    it('may ask for a password, tried a few times only, and end by itself', async () => {
      const a = await page('Behind a password');
      const { slug, has_password } = await published(a, { password: 'open sesame' });
      assert.equal(has_password, true);
      const locked = await read(`/p/${slug}`);
      assert.ok(
        locked.status === 401 && !locked.text.includes('Text of') && !locked.text.includes('Behind'),
        locked.text,
      );
      const say = (password: string) => t.form('anon', `/p/${slug}/unlock`, { password });
      assert.equal((await say('wrong')).status, 401);
      const said = await say('open sesame');
      assert.equal(said.status, 303);
      const [cookie = ''] = [said.headers['set-cookie']].flat().map((one) => String(one).split(';')[0]);
      assert.match((await read(`/p/${slug}`, { cookie })).text, /Text of Behind/);
      assert.equal((await read(`/p/${slug}/feed.xml`, { cookie })).status, 404);
      const below = `/p/${slug}/pages/${await page('Below a password', { parent_id: a })}`;
      const page_id = /name="page_id" value="(\d+)"/.exec((await read(below)).text)?.[1] ?? '';
      const onward = await t.form('anon', `/p/${slug}/unlock`, { password: 'open sesame', page_id });
      assert.equal(onward.headers.location, below, onward.text);
      await published(a, { password: 'another one' });
      assert.equal((await read(`/p/${slug}`, { cookie })).status, 401);
      let last = 0;
      for (let count = 0; count < 11; count++) last = (await say(`guess ${count}`)).status;
      assert.equal(last, 429);
      await published(a, { password: null, expires_at: new Date(Date.now() + 60_000).toISOString() });
      assert.equal((await read(`/p/${slug}`)).status, 200);
      const real = t.app.now;
      t.app.now = () => new Date(Date.now() + 120_000).toISOString();
      assert.equal((await read(`/p/${slug}`)).status, 404);
      t.app.now = real;
    });

    it('says what it is to other sites, and to search engines only if it may be found', async () => {
      const a = await page('Known <b>"page"</b>');
      const { slug } = await published(a, { is_indexed: true, description: 'What it is <i>about</i>' });
      const { text, headers } = await read(`/p/${slug}`);
      assert.ok(text.includes('<title>Known &lt;b&gt;&#34;page&#34;&lt;/b&gt;</title>'), text.slice(0, 900));
      assert.ok(text.includes('property="og:description" content="What it is &lt;i&gt;about&lt;/i&gt;"'));
      assert.equal(headers['x-robots-tag'], undefined);
      assert.match((await read(`/p/${slug}/sitemap.xml`)).text, new RegExp(`<loc>[^<]+/p/${slug}</loc>`));
      assert.ok((await read('/sitemap.xml')).text.includes(`/p/${slug}/sitemap.xml`));
      const robots = await read('/robots.txt');
      assert.equal(robots.status, 200);
      assert.match(robots.text, /^Sitemap: http\S+\/sitemap\.xml$/m);
      await published(a, { is_indexed: false, description: '' });
      const blocks = ['', `Begins with <words> & ${'more '.repeat(60)}`].map((text, at) => ({
        id: `first-words-${at}`,
        ...{ type: 'paragraph', content: text ? [{ type: 'text', text, marks: [{ type: 'bold' }] }] : [] },
      }));
      const saved = await t.call('ann', 'PUT', `/api/v2/pages/${a}/content`, { blocks });
      assert.equal(saved.status, 200, saved.text);
      const excerpt = /name="description" content="([^"]*)"/.exec((await read(`/p/${slug}`)).text)?.[1] ?? '';
      assert.match(excerpt, /^Begins with &lt;words&gt; &amp; more .* more…$/);
      assert.equal((await read(`/p/${slug}/sitemap.xml`)).status, 404);
      assert.ok(!(await read('/sitemap.xml')).text.includes(`/p/${slug}/`));
    });
  });

  describe('a tree', () => {
    it('of hundreds of pages names a part of the level where one reads, and leads to the others', async () => {
      const top = await page('Big book');
      const chapter = await page('Chapter', { parent_id: top });
      const ctx = t.ctx('ann');
      const leaves = await ctx.tx(async (tx) => {
        const made: number[] = [];
        for (let number = 0; number < 320; number += 1)
          made.push(
            (await tx.use(pages).create(tx, { workspaceId: t.ws1, parentId: chapter, title: `Leaf ${number}` })).id,
          );
        return made;
      });
      await ok('ann', 'PUT', `/api/v2/pages/${leaves[2]}/permissions/type`, { permission_type: 'restricted' });
      const { slug } = await published(top, { with_children: true });
      const way = async (path: string) => {
        const { text, status } = await read(`/p/${slug}${path}`);
        assert.equal(status, 200, text);
        const nav = /<nav class="way"[\s\S]*?<\/nav>/.exec(text)?.[0] ?? '';
        const trail = /<nav class="trail"[\s\S]*?<\/nav>/.exec(text)?.[0] ?? '';
        const linked = (of: string) => [...of.matchAll(/<a href="([^"]+)"[^>]*>([^<]+)/g)];
        const names = linked(nav).map(([, , name]) => name);
        const to = (name: string) =>
          linked(nav)
            .find(([, , one]) => one === name)?.[1]
            ?.replace(`/p/${slug}`, '') ?? '';
        return { text, names, trail: linked(trail).map(([, , name]) => name), to };
      };
      assert.deepEqual((await way('')).names, ['Big book', 'Chapter']);
      const begin = await way(`/pages/${chapter}`);
      assert.deepEqual(begin.names.slice(0, 5), ['Big book', 'Chapter', 'Leaf 0', 'Leaf 1', 'Leaf 3']);
      assert.deepEqual([begin.names.length, begin.names.at(-2), begin.names.at(-1)], [153, 'Leaf 150', 'Show more']);
      const next = await way(begin.to('Show more'));
      assert.deepEqual(next.names.slice(1, 4), ['Chapter', 'Show earlier pages', 'Leaf 151']);
      const end = await way(next.to('Show more'));
      assert.deepEqual([end.names.at(-1), end.names.length], ['Leaf 319', 22]);
      const leaf = await way(`/pages/${leaves[200]}`);
      assert.deepEqual([leaf.names.slice(2), leaf.trail], [next.names.slice(2), ['Big book', 'Chapter']]);
      assert.match(leaf.text, /aria-current="page">Leaf 200</);
      for (const odd of ['?pages=x', '?pages=-1', '?pages=99999999'])
        assert.equal((await read(`/p/${slug}/pages/${chapter}${odd}`)).status, 200, odd);
      const { status, text } = await t.call('ann', 'GET', `/pages/${chapter}/as?person=`);
      assert.equal(status, 200, text);
      assert.equal([...text.matchAll(/<li>Leaf /g)].length, 200);
      const more = /href="([^"]+)" rel="next"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
      const rest = (await t.call('ann', 'GET', more)).text;
      assert.deepEqual([[...rest.matchAll(/<li>Leaf /g)].length, / rel="next"/.test(rest)], [119, false]);
    });

    it('is read with all below it but what is restricted, by its own way through it', async () => {
      const top = await page('Handbook');
      const one = await page('Chapter one', { parent_id: top });
      const deep = await page('Section', { parent_id: one });
      const closed = await page(`${SECRET} chapter`, { parent_id: top });
      const under = await page(`${SECRET} below`, { parent_id: closed });
      await ok('ann', 'PUT', `/api/v2/pages/${closed}/permissions/type`, { permission_type: 'restricted' });
      const { slug } = await published(top, { with_children: true });
      const { text } = await read(`/p/${slug}/pages/${deep}`);
      assert.match(text, /aria-current="page">Section/);
      for (const [id, title] of [[one, 'Chapter one']] as const)
        assert.ok(text.includes(`href="/p/${slug}/pages/${id}">${title}`), text);
      for (const id of [closed, under]) assert.equal((await read(`/p/${slug}/pages/${id}`)).status, 404);
      const feed = await read(`/p/${slug}/feed.xml`);
      assert.match(String(feed.headers['content-type']), /rss/);
      assert.equal(feed.headers['x-robots-tag'], 'noindex');
      for (const answer of [text, (await read(`/p/${slug}`)).text, feed.text]) assert.ok(!answer.includes(SECRET));
      assert.ok(feed.text.includes('Chapter one'));
      await ok('ann', 'PUT', `/api/v2/pages/${one}/permissions/type`, { permission_type: 'private' });
      assert.deepEqual(
        [(await read(`/p/${slug}/pages/${one}`)).status, (await read(`/p/${slug}/pages/${deep}`)).status],
        [404, 404],
      );
      await published(top, { with_children: false });
      assert.ok(!(await read(`/p/${slug}`)).text.includes('Chapter'));
    });
  });

  describe('a page that is moved below a tree', () => {
    it('is published by who may do that and says so', async () => {
      const top = await page('A public tree');
      const { slug } = await published(top, { with_children: true });
      const inside = await page('Inside it', { parent_id: top });
      const secret = await page('Not for all');
      const url = (id: number) => `/api/pages/${id}/move`;
      const anybody = async (id: number) => (await read(`/p/${slug}/pages/${id}`)).status;
      const move = (who: Name, id: number, body: object) => t.call(who, 'PUT', url(id), { parent_id: top, ...body });
      const moveByApi = (who: Name, id: number, body: object) =>
        t.call(who, 'POST', `/api/v2/pages/${id}/move`, { parent_id: top, ...body });
      assert.equal((await move('edi', secret, { publish: true })).status, 403);
      assert.equal((await moveByApi('edi', secret, { publish: true })).status, 403);
      const asked = await move('ann', secret, {});
      assert.deepEqual([asked.status, asked.body.detail[0].loc], [422, ['body', 'publish']]);
      for (const body of [{}, { publish: false }]) {
        const { status, body: problem } = await moveByApi('ann', secret, body);
        assert.deepEqual([status, problem.errors?.[0].pointer], [422, '/publish'], JSON.stringify(problem));
      }
      assert.equal(await anybody(secret), 404);
      assert.equal((await move('ann', secret, { publish: true })).status, 200);
      assert.equal(await anybody(secret), 200);
      // What is public already stays so, wherever in the tree it goes.
      assert.equal((await t.call('edi', 'PUT', url(secret), { parent_id: inside })).status, 200);
      const own = await ok('edi', 'POST', '/api/v2/pages', { workspace_id: t.ws1, title: 'By edi' });
      assert.equal((await moveByApi('edi', own.id, {})).status, 422);
      assert.equal((await moveByApi('edi', own.id, { publish: true })).status, 200);
      assert.equal(await anybody(own.id), 200);
      const closed = await page('Closed');
      await ok('ann', 'PUT', `/api/v2/pages/${closed}/permissions/type`, { permission_type: 'restricted' });
      assert.equal((await move('ann', closed, {})).status, 200);
      assert.equal(await anybody(closed), 404);
      assert.equal((await t.form('ann', `/pages/${await page('By form')}/move`, { parent_id: top })).status, 422);
    });
  });

  describe('a database', () => {
    it('is a table to read, without properties that are there for few, and with forms to answer', async () => {
      const db = await makeDatabase(t, [
        { name: 'Price', type: 'number' },
        { name: 'Inside', type: 'text' },
        { name: 'Who', type: 'person' },
        { name: 'Gift', type: 'checkbox' },
      ]);
      const row = await db.row({ Price: 12, Inside: SECRET, Who: [t.user('edi').id] }, 'A lamp');
      const hidden = await db.row({}, `${SECRET} row`);
      await ok('ann', 'PUT', `/api/v2/pages/${hidden.id}/permissions/type`, { permission_type: 'restricted' });
      const inside = `/api/v2/collections/${db.id}/properties/${db.by.Inside.id}/permissions`;
      await ok('ann', 'POST', inside, { user_id: t.user('edi').id, role: 'viewer' });
      const form = await ok('ann', 'POST', `/api/v2/collections/${db.id}/views`, {
        ...{ name: 'Ask', kind: 'form' },
        config: {
          form: {
            ...{ title: 'Order a lamp', confirmation: 'It comes.' },
            questions: [
              { property_id: db.by.Name.id, required: true },
              { property_id: db.by.Price.id, label: 'How much', when: { property_id: db.by.Gift.id, value: 'false' } },
              { property_id: db.by.Gift.id },
              { property_id: db.by.Inside.id },
              { property_id: db.by.Who.id },
            ],
          },
        },
      });
      const { slug } = await published(db.pageId, { form_ids: [form.id] });
      const { text } = await read(`/p/${slug}`);
      for (const words of ['A lamp', 'Price', '>12<', 'Order a lamp']) assert.ok(text.includes(words), words);
      for (const words of [SECRET, 'Inside', 'Edi Example']) assert.ok(!text.includes(words), words);
      const inner = await read(`/p/${slug}/pages/${row.id}`);
      assert.ok(inner.text.includes('<dt>Price</dt>') && !inner.text.includes(SECRET), inner.text);
      assert.equal((await read(`/p/${slug}/pages/${hidden.id}`)).status, 404);

      const path = `/p/${slug}/forms/${form.id}`;
      const asked = await read(path);
      assert.ok(asked.text.includes('How much') && !asked.text.includes('Inside') && !asked.text.includes('Who'));
      assert.match(asked.text, /<p class="hint">[^<]*Gift/, 'what is asked under a condition says so');
      assert.match(asked.text, /class="needed">needs an answer/);
      const name = `p${db.by.Name.id}`;
      const price = `p${db.by.Price.id}`;
      const refused = await t.form('anon', path, { [name]: '', [price]: 'x' });
      assert.equal(refused.status, 400, refused.text);
      assert.match(refused.text, /role="alert">Your answer has not been sent yet[\s\S]*<form [^>]* novalidate>/);
      const long = await t.form('anon', path, { [name]: 'x'.repeat(26_000) });
      assert.ok(long.status === 422 && long.text.includes('class="fault"'), long.text);
      const sent = await t.form('anon', path, { [name]: 'By nobody', [price]: '7', [`p${db.by.Inside.id}`]: 'forged' });
      assert.equal(sent.headers.location, `${path}?sent=1`, sent.text);
      assert.match((await read(`${path}?sent=1`)).text, /It comes\./);
      const rows = (await ok('ann', 'GET', `/api/v2/collections/${db.id}/rows`)) as Any[];
      const made = rows.find(({ title }) => title === 'By nobody');
      assert.deepEqual([made.values[db.by.Price.id], made.values[db.by.Inside.id], made.created_by], [7, null, null]);
      const begun = await read(`${path}?${name}=Half+%22written%22&${price}=x&p999=1&foo=2`);
      assert.ok(begun.text.includes(`name="${name}" value="Half &#34;written&#34;"`), begun.text);
      // What few may see is asked of nobody, nor is everything else instead of it.
      const single = { form: { questions: [{ property_id: db.by.Inside.id }] } };
      const narrow = await ok('ann', 'POST', `/api/v2/collections/${db.id}/views`, {
        ...{ name: 'Narrow', kind: 'form', config: single },
      });
      await published(db.pageId, { form_ids: [form.id, narrow.id] });
      const { text: nothing } = await read(`/p/${slug}/forms/${narrow.id}`);
      assert.ok(nothing.includes('Narrow') && !/name="p\d+"/.test(nothing), nothing);
      await published(db.pageId, { shows_rows: false });
      assert.ok(!(await read(`/p/${slug}`)).text.includes('A lamp'));
      assert.equal((await read(`/p/${slug}/pages/${row.id}`)).status, 404);
      assert.equal((await t.form('anon', path, { [name]: 'Still asked' })).status, 303);
      const config = { form: { closes_at: '2020-01-01T00:00:00Z' } };
      await ok('ann', 'PATCH', `/api/v2/views/${form.id}`, { config });
      assert.equal((await t.form('anon', path, { [name]: 'Too late' })).status, 409);
      await published(db.pageId, { password: 'open sesame' });
      const locked = await read(path);
      assert.ok(locked.status === 401 && !locked.text.includes('Order a lamp'), locked.text);
      assert.equal((await t.form('anon', path, { [name]: 'Without the password' })).status, 404);
      const view_id = /name="view_id" value="(\d+)"/.exec(locked.text)?.[1] ?? '';
      const said = await t.form('anon', `/p/${slug}/unlock`, { password: 'open sesame', view_id });
      assert.equal(said.headers.location, path);
      await published(db.pageId, { form_ids: [], password: null });
      assert.equal((await t.form('anon', path, { [name]: 'Not open' })).status, 404);
    });
  });

  it('is gone with its workspace, and takes no body to be there', async () => {
    const home = (await ok('ann', 'POST', '/api/v2/workspaces', { name: 'Going' })).id;
    const a = await page('In gone', { workspace_id: home });
    const { slug } = (await ok('ann', 'PUT', `/api/v2/pages/${a}/publish`)) as Any;
    await published(a, { is_indexed: true, with_children: true });
    assert.equal((await read(`/p/${slug}/feed.xml`)).status, 200);
    await ok('ann', 'DELETE', `/api/v2/workspaces/${home}`);
    for (const url of ['', '/feed.xml', '/sitemap.xml'])
      assert.equal((await read(`/p/${slug}${url}`)).status, 404, url);
    assert.ok(!(await read('/sitemap.xml')).text.includes(`/p/${slug}/`));
  });

  it('is said where the page is shared, and shown to owners as the public sees it', async () => {
    const top = await page('Told of');
    const below = await page('Told of below', { parent_id: top });
    const seen = async (id: number) => (await t.call('ann', 'GET', `/pages/${id}/as`, html)).text;
    assert.match(await seen(below), /Nobody without an account can see this page/);
    await published(top, { with_children: true, slug: 'told-of' });
    for (const id of [top, below]) {
      const { text } = await t.call('ann', 'GET', `/pages/${id}/sharing`, html);
      assert.match(text, /Anyone with the link [^<]*\/p\/told-of/);
    }
    assert.match(await seen(below), /Text of Told of below/);
    assert.equal((await t.call('ann', 'GET', `/pages/${top}/as?person=${t.user('bob').id}`, html)).status, 404);
    const db = await makeDatabase(t, [{ name: 'Price', type: 'number' }], { title: 'Looked at' });
    await db.row({ Price: 12 }, 'A lamp');
    await ok('ann', 'POST', `/api/v2/collections/${db.id}/properties/${db.by.Price.id}/permissions`, {
      ...{ user_id: t.user('edi').id, role: 'viewer' },
    });
    const as = async (who: Name) =>
      (await t.call('ann', 'GET', `/pages/${db.pageId}/as?person=${t.user(who).id}`, html)).text;
    const [edi, vic] = [await as('edi'), await as('vic')];
    assert.ok(edi.includes('A lamp') && edi.includes('Price') && vic.includes('A lamp') && !vic.includes('Price'));
  });

  describe('an end', () => {
    it('stays what it was when something else is saved, and is a day of the person who sets it', async () => {
      const a = await page('Ends');
      const end = async () => (await ok('ann', 'GET', `/api/v2/pages/${a}/publish`)).expires_at;
      const save = async (fields: Record<string, string>) => {
        const answer = await t.form('ann', `/pages/${a}/publishing`, { slug: 'ends', ...fields });
        assert.equal(answer.status, 303, answer.text);
      };
      await published(a, { slug: 'ends', expires_at: '2031-11-22T10:00:00.000Z' });
      await save({ description: 'New', expires_on: '2031-11-22' });
      assert.equal(await end(), '2031-11-22T10:00:00.000Z');
      await ok('ann', 'PUT', '/api/user/profile', { timezone: 'America/Los_Angeles' });
      await save({ expires_on: '2031-12-24' });
      assert.equal(await end(), '2031-12-25T07:59:59.999Z');
      assert.match((await t.call('ann', 'GET', `/pages/${a}/publishing`)).text, /value="2031-12-24"/);
      await save({ expires_on: '' });
      assert.equal(await end(), null);
      await ok('ann', 'PUT', '/api/user/profile', { timezone: 'UTC' });
    });

    it('that has come is said, and not taken back by saving something else', async () => {
      const a = await page('Ended');
      await published(a, { slug: 'ended', expires_at: new Date(Date.now() + 60_000).toISOString() });
      const past = new Date(Date.now() - 1000).toISOString();
      await t.ctx('adm').tx(async (tx) => {
        await tx.db('publications').where({ page_id: a }).update({ expires_at: past });
      });
      const dialog = (await t.call('ann', 'GET', `/pages/${a}/publishing`)).text;
      assert.match(dialog, /the page can no longer be read at its address/);
      assert.ok(!dialog.includes('Everybody who has this address'));
      const fields = { slug: 'ended', description: 'New', expires_on: past.slice(0, 10) };
      assert.equal((await t.form('ann', `/pages/${a}/publishing`, fields)).status, 303);
      assert.equal((await read('/p/ended')).status, 404);
    });
  });

  describe('bad input', () => {
    it('is refused, and nothing changes', async () => {
      const a = await page('For refusals');
      const other = await page('Taken');
      await published(other, { slug: 'taken' });
      const table: [Name, object, number][] = [
        ['ann', { slug: '42' }, 422],
        ['ann', { slug: '20-26' }, 422],
        ['ann', { slug: 'api' }, 422],
        ['ann', { slug: 'Upper' }, 422],
        ['ann', { slug: 'a--b' }, 422],
        ['ann', { slug: '../x' }, 422],
        ['ann', { slug: 'x'.repeat(81) }, 422],
        ['ann', { slug: 'taken' }, 409],
        ['ann', { expires_at: '2020-01-01T00:00:00Z' }, 422],
        ['ann', { password: 'x' }, 422],
        ['ann', { form_ids: [2_147_483_647] }, 404],
        ['ann', { is_published: 1 }, 422],
        ['edi', {}, 403],
        ['vic', {}, 403],
        ['bob', {}, 404],
      ];
      for (const [who, settings, status] of table) {
        const answer = await publish(a, settings, who);
        assert.equal(answer.status, status, `${who} ${JSON.stringify(settings)}: ${answer.text}`);
      }
      assert.equal((await ok('ann', 'GET', `/api/v2/pages/${a}/publish`)).published, false);
      await ok('edi', 'PUT', `/api/v2/pages/${a}/lock`);
      assert.equal((await publish(a)).status, 423);
      assert.equal((await read('/p/no-such-page')).status, 404);
      assert.equal((await t.call('anon', 'GET', `/pages/${other}`, html)).status, 302);
    });
  });

  it('weighs little: a page with its look is at most 60 kB in at most 6 requests', async () => {
    const lines = Array.from({ length: 60 }, (_, at) => `## Heading ${at}\n\nSome words about number ${at}.`);
    const a = await page('Weighed', { markdown: lines.join('\n\n') });
    const { slug } = await published(a, { with_children: true });
    const { text } = await read(`/p/${slug}`);
    const wanted = [...text.matchAll(/(?:href|src)="(\/static\/[^"]+)"/g)].map(([, url]) => url as string);
    const parts = await Promise.all([...new Set(wanted)].map((url) => t.inject('GET', url)));
    const bytes = [text, ...parts.map((one) => one.text)].reduce((sum, part) => sum + gzipSync(part).length, 0);
    assert.ok(parts.length + 1 <= 6, `${parts.length + 1} requests`);
    assert.ok(bytes <= 60_000, `${bytes} bytes`);
  });
});
