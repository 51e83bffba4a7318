// Emoji of a workspace's own: who makes them, what is taken for a picture, and where they are shown.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { imageSize } from 'image-size';
import sharp from 'sharp';
import { purgeFiles } from '../../plugins/files/service.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { multipart } from '../../testing/multipart.ts';
import { type Answer, type Name, startApp, type TestApp } from '../kit/app.ts';
import { PIXEL } from '../kit/pictures.ts';

const API = '/api/v2/emoji';
const picture = (width: number, height: number, background = '#0e7490') =>
  sharp({ create: { width, height, channels: 4, background } });
const paragraph = (content: object[]) => ({ type: 'paragraph', data: {}, content });

onEachEngine((_engine, open) => {
  let t: TestApp;
  let now = Date.parse('2026-11-20T09:00:00.000Z');
  before(async () => {
    t = await startApp(await open(), { now: () => new Date(now).toISOString() });
  });
  after(() => t.stop());

  const create = (who: Name, name: string, content: Buffer = PIXEL, more: object = {}): Promise<Answer> =>
    t.call(who, 'POST', API, multipart({ name, workspace_id: t.ws1, ...more }, { field: 'file', name: 'x', content }));
  const made = async (name: string): Promise<{ id: number; url: string }> => {
    const answer = await create('edi', name);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const page = async (body: object): Promise<number> =>
    (await t.call('ann', 'POST', '/api/v2/pages', { title: 'p', workspace_id: t.ws1, ...body })).body.id;
  const stored = async (id: number) => (await t.call('ann', 'GET', `/api/pages/${id}/content`)).body.blocks;

  describe('making', () => {
    it('is for editors of the workspace', async () => {
      for (const [who, status] of [
        ['vic', 403],
        ['com', 403],
        ['bob', 404],
      ] as const)
        assert.equal((await create(who, 'mine')).status, status, who);
      const { body, status } = await create('edi', 'Party_Parrot');
      assert.equal(status, 200);
      const { id, created_at: _at, ...rest } = body;
      assert.deepEqual(rest, { workspace_id: t.ws1, name: 'party_parrot', url: `/api/emoji/${id}` });
    });

    const refused: [string, string, Buffer, number, RegExp][] = [
      ['a name with a space', 'a b', PIXEL, 422, /a-z 0-9/],
      ['an SVG', 'svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 422, /PNG, GIF or WebP/],
      ['a JPEG', 'jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 422, /PNG, GIF or WebP/],
      ['a damaged picture', 'torn', PIXEL.subarray(0, 40), 422, /damaged/],
      ['more than 256 KiB', 'large', Buffer.concat([PIXEL, Buffer.alloc(262_144)]), 413, /256/],
    ];
    for (const [what, name, content, status, words] of refused) {
      it(`refuses ${what} and keeps nothing`, async () => {
        const before = await t.app.context({ type: 'system', reason: 'tests' }).db('files').count({ n: '*' });
        const answer = await create('edi', name, content);
        assert.equal(answer.status, status, answer.text);
        assert.match(answer.text, words);
        assert.deepEqual(
          await t.app.context({ type: 'system', reason: 'tests' }).db('files').count({ n: '*' }),
          before,
        );
      });
    }

    it('gives a name once, also when two ask for it at once', async () => {
      const answers = await Promise.all([create('ann', 'once'), create('edi', 'once')]);
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
      assert.equal((await create('bob', 'once', PIXEL, { workspace_id: t.ws2 })).status, 200, 'another workspace');
    });

    it('makes large pictures small and drops what lies behind them', async () => {
      const wide = Buffer.concat([await picture(512, 256).png().toBuffer(), Buffer.from('<script>')]);
      const { body } = await create('edi', 'wide', wide);
      const answer = await t.app.server.inject({ url: body.url, headers: t.session('vic') });
      assert.equal(answer.headers['content-type'], 'image/webp');
      assert.equal(answer.headers['x-content-type-options'], 'nosniff');
      assert.equal(answer.rawPayload.includes('<script>'), false);
      const { width, height } = imageSize(answer.rawPayload);
      assert.deepEqual([width, height], [128, 64]);
    });

    it('keeps animations', async () => {
      const frames = await Promise.all(['#f00', '#0f0'].map((colour) => picture(8, 8, colour).png().toBuffer()));
      const gif = await sharp(frames, { join: { animated: true } })
        .gif({ delay: [80, 80] })
        .toBuffer();
      const { body } = await create('edi', 'moving', gif);
      const { rawPayload } = await t.app.server.inject({ url: body.url, headers: t.session('vic') });
      assert.equal((await sharp(rawPayload).metadata()).pages, 2);
    });
  });

  describe('reading', () => {
    it('is for members of the workspace', async () => {
      const { id, url } = await made('seen');
      const statuses = await Promise.all(
        (['vic', 'bob', 'anon'] as const).map(async (who) => (await t.call(who, 'GET', url)).status),
      );
      assert.deepEqual(statuses, [200, 404, 401]);
      const all = await t.call('vic', 'GET', `/api/emoji?workspace_id=${t.ws1}`);
      assert.ok(all.body.emoji.some((one: { id: number }) => one.id === id));
      assert.equal((await t.call('bob', 'GET', `/api/emoji?workspace_id=${t.ws1}`)).status, 404);
      const list = await t.call('vic', 'GET', `${API}?workspace_id=${t.ws1}&limit=2`);
      assert.equal(list.body.length, 2);
      assert.equal(Number(list.headers['x-total-count']), all.body.emoji.length);
      const bobs = await t.call('bob', 'GET', API);
      assert.ok(bobs.body.every((one: { workspace_id: number }) => one.workspace_id === t.ws2));
    });

    it('survives the clean-up of files until it is removed', async () => {
      const { id, url } = await made('kept');
      now += 3 * 86_400_000;
      const system = t.app.context({ type: 'system', reason: 'tests' });
      await purgeFiles(system);
      assert.equal((await t.call('vic', 'GET', url)).status, 200);
      const [file] = await system.db('custom_emoji').where({ id }).pluck('file_id');
      await system.tx((tx) => tx.db('custom_emoji').where({ file_id: file }).delete());
      await purgeFiles(system);
      assert.deepEqual(await system.db('files').where({ id: file }), []);
    });
  });

  describe('in pages', () => {
    it('Markdown names them, pages show them, and Markdown gets the name back', async () => {
      const { url } = await made('wave');
      const id = await page({ markdown: 'Hello :wave: and :nobody: at 10:30:00' });
      assert.deepEqual((await stored(id))[0].content, [
        { type: 'text', text: 'Hello ' },
        { type: 'emoji', name: 'wave' },
        { type: 'text', text: ' and :nobody: at 10:30:00' },
      ]);
      const shown = await t.call('vic', 'GET', `/pages/${id}`);
      assert.ok(shown.text.includes(`<img class="emoji" src="${url}" alt=":wave:">`), 'the picture');
      const markdown = await t.call('vic', 'GET', `/api/v2/pages/${id}/markdown`);
      assert.match(markdown.text, /Hello :wave: and :nobody:/);
      await t.call('ann', 'PATCH', `/api/v2/pages/${id}/markdown`, { append: ':wave:' });
      assert.deepEqual((await stored(id))[1].content, [{ type: 'emoji', name: 'wave' }]);
    });

    it('show the signs of standard names, where the workspace has none of its own of that name', async () => {
      await made('heart');
      const named = ['smile', 'information_source', 'heart', 'nobody'].map((name) => ({ type: 'emoji', name }));
      const id = await page({ blocks: [paragraph(named)] });
      const shown = (await t.call('vic', 'GET', `/pages/${id}`)).text;
      assert.ok(shown.includes('<span class="emoji" role="img" aria-label=":smile:">😄</span>'));
      assert.ok(shown.includes('aria-label=":information_source:">\u2139\ufe0f</span>'));
      assert.match(shown, /<img class="emoji" src="[^"]+" alt=":heart:">/);
      assert.ok(shown.includes('<span class="emoji">:nobody:</span>'));
      const markdown = (await t.call('vic', 'GET', `/api/v2/pages/${id}/markdown`)).text;
      assert.match(markdown, /:smile::information_source::heart::nobody:/);
    });

    it('show the name of one that was removed', async () => {
      const { id: emoji, url } = await made('gone');
      const id = await page({ blocks: [paragraph([{ type: 'emoji', name: 'gone' }])], page_icon: `custom:${emoji}` });
      assert.ok((await t.call('vic', 'GET', `/pages/${id}`)).text.includes(`<img class="emoji" src="${url}"`));
      assert.equal((await t.call('vic', 'DELETE', `${API}/${emoji}`)).status, 403);
      assert.equal((await t.call('bob', 'DELETE', `${API}/${emoji}`)).status, 404);
      assert.equal((await t.call('edi', 'DELETE', `${API}/${emoji}`)).status, 200);
      assert.equal((await t.call('edi', 'DELETE', `${API}?id=${emoji}`)).status, 404);
      assert.equal((await t.call('vic', 'GET', url)).status, 404);
      const after = (await t.call('vic', 'GET', `/pages/${id}`)).text;
      assert.match(after, /<span class="emoji">:gone:<\/span>/);
    });

    it('take one as their sign, and nothing that only looks like one', async () => {
      const { id } = await made('sign');
      const sign = (page_icon: string) =>
        t.call('ann', 'POST', '/api/v2/pages', { title: 's', workspace_id: t.ws1, page_icon });
      assert.equal((await sign('custom:"onload=')).status, 422);
      const elsewhere = await create('bob', 'theirs', PIXEL, { workspace_id: t.ws2 });
      assert.equal(elsewhere.status, 200, elsewhere.text);
      for (const foreign of [elsewhere.body.id, 999_999]) {
        assert.equal((await sign(`custom:${foreign}`)).status, 422);
        const body = { title: 'p', workspace_id: t.ws1, page_icon: `custom:${foreign}` };
        assert.equal((await t.call('ann', 'POST', '/api/v2/pages', body)).status, 422);
      }
      const own = await sign(`custom:${id}`);
      assert.equal(own.body.page_icon, `custom:${id}`);
      for (const address of [`/pages/${own.body.id}`, '/local-workspace']) {
        const { text } = await t.call('ann', 'GET', address, {
          headers: { cookie: `${t.session('ann').cookie}; workspace=${t.ws1}` },
        });
        assert.match(text, new RegExp(`<img class="emoji" src="/api/emoji/${id}" alt=""`), address);
      }
    });
  });

  describe('the page of a workspace', () => {
    const url = () => `/workspaces/${t.ws1}/emoji`;
    const post = (who: Name, address: string, fields: Record<string, string>, content: Buffer) => {
      const { cookie = '', 'x-csrf-token': csrf = '' } = t.session(who);
      const sent = multipart({ ...fields, csrf }, { field: 'file', name: 'a.png', content });
      return t.inject('POST', address, { ...sent, headers: { ...sent.headers, cookie, accept: 'text/html' } });
    };

    it('adds and removes without scripts', async () => {
      const added = await post('edi', url(), { name: 'by_form' }, PIXEL);
      assert.equal(added.status, 303, added.text);
      const shown = await t.call('edi', 'GET', url());
      assert.match(shown.text, /:by_form:/);
      const [, id = ''] = /name="emoji_id" value="(\d+)">\s*<button[^>]*Remove :by_form:/.exec(shown.text) ?? [];
      assert.equal((await t.form('edi', `${url()}/remove`, { emoji_id: id })).status, 303);
      assert.doesNotMatch((await t.call('edi', 'GET', url())).text, /:by_form:/);
    });

    it('says beside the field what is wrong, and shows readers no form', async () => {
      const answer = await post('edi', url(), { name: 'no' }, Buffer.from('text'));
      assert.equal(answer.status, 422);
      assert.match(answer.text, /id="field-file-note">Picture [^<]*PNG, GIF or WebP/);
      const shown = await t.call('vic', 'GET', url());
      assert.deepEqual([shown.status, /<form[^>]*multipart/.test(shown.text)], [200, false]);
      assert.equal((await post('vic', url(), { name: 'no' }, PIXEL)).status, 403);
    });
  });
});
