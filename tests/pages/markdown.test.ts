// Pages as Markdown: by address, by what a client asks for, and changed piece by piece.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  const text = (words: string, mark?: string) => ({
    type: 'text',
    text: words,
    ...(mark && { marks: [{ type: mark }] }),
  });
  const blocks = [
    { id: 'a', type: 'paragraph', data: {}, content: [text('The red '), text('bo', 'bold'), text('at is red.')] },
    { id: 'b', type: 'code', data: { text: 'red = 1', language: 'js' } },
    { id: 'c', type: 'table', data: { header: { row: true, column: false }, rows: [[{ content: [text('red')] }]] } },
  ];
  const make = async (): Promise<number> =>
    (await t.call('ann', 'POST', '/api/pages', { title: 'Boats *and* #1', blocks, workspace_id: t.ws1 })).body.id;
  const patch = (id: number, body: object, headers = {}) =>
    t.call('ann', 'PATCH', `/api/v2/pages/${id}/markdown`, { body, headers });
  const stored = async (id: number) => (await t.call('ann', 'GET', `/api/v2/pages/${id}/content`)).body.blocks;

  describe('reading', () => {
    it('by .md and by Accept, with the title as the first heading', async () => {
      const id = await make();
      for (const [url, headers] of [
        [`/pages/${id}.md`, {}],
        [`/pages/${id}`, { accept: 'text/markdown' }],
        [`/pages/${id}`, { accept: 'text/html;q=0.5, text/markdown, */*;q=0.1' }],
      ] as const) {
        const answer = await t.call('vic', 'GET', url, { headers });
        assert.equal(answer.status, 200, url);
        assert.match(String(answer.headers['content-type']), /^text\/markdown/);
        assert.match(answer.text, /^# Boats \\\*and\\\* \\#1\n\nThe red \*\*bo\*\*at is red\./);
      }
      for (const accept of ['text/html,*/*', 'text/html, text/markdown', 'text/html, text/markdown;q=0', '*/*']) {
        const html = await t.call('vic', 'GET', `/pages/${id}`, { headers: { accept } });
        assert.match(String(html.headers['content-type']), /^text\/html/, accept);
      }
    });

    it('with the words of synced blocks, also of those that stand in others', async () => {
      const page_id = await make();
      const words = [{ type: 'paragraph', data: {}, content: [text('Tide at nine')] }];
      const inner = (await t.call('ann', 'POST', '/api/v2/synced-blocks', { page_id, blocks: words })).body.id;
      const holding = (syncedBlockId: number) => [{ type: 'synced', data: { syncedBlockId } }];
      const outer = (await t.call('ann', 'POST', '/api/v2/synced-blocks', { page_id, blocks: holding(inner) })).body.id;
      const body = { title: 'Shows', workspace_id: t.ws1, blocks: holding(outer) };
      const id = (await t.call('ann', 'POST', '/api/pages', body)).body.id;
      const found = (await t.call('vic', 'GET', `/pages/${id}.md`)).text;
      assert.match(found, /^Tide at nine$/m);
      await t.call('ann', 'PUT', `/api/v2/pages/${id}/markdown`, { markdown: found });
      assert.equal((await stored(id)).at(-1).data.syncedBlockId, outer);
    });

    it('for nobody who may not see the page', async () => {
      const id = await make();
      const table: [Name | 'anon', number][] = [
        ['bob', 404],
        ['anon', 302],
      ];
      for (const [who, status] of table) assert.equal((await t.call(who, 'GET', `/pages/${id}.md`)).status, status);
      const headers = { accept: 'text/markdown' };
      assert.equal((await t.call('bob', 'GET', `/pages/${id}`, { headers })).status, 404);
      await t.call('ann', 'POST', `/api/pages/${id}/trash`);
      assert.equal((await t.call('ann', 'GET', `/pages/${id}.md`)).status, 404);
    });
  });

  describe('changing', () => {
    it('adds before and after, and keeps what is there', async () => {
      const id = await make();
      assert.equal((await patch(id, { prepend: 'first', append: 'last' })).status, 200);
      const now = await stored(id);
      assert.deepEqual(
        now.slice(1, 4).map((one: { id: string }) => one.id),
        ['a', 'b', 'c'],
      );
      assert.deepEqual([now[0].data.text, now[4].data.text], ['first', 'last']);
    });

    it('replaces all', async () => {
      const id = await make();
      assert.equal((await patch(id, { replace: 'other', note: 'anew' })).status, 200);
      assert.deepEqual(
        (await stored(id)).map((one: { data: { text: string } }) => one.data.text),
        ['other'],
      );
    });

    it('finds words across marks and in cells, once or everywhere', async () => {
      const once = await make();
      await patch(once, { find: 'boat', with: 'ship' });
      assert.deepEqual((await stored(once))[0].content, [text('The red '), text('ship', 'bold'), text(' is red.')]);
      const all = await make();
      await patch(all, { find: 'red', with: 'blue', all: true });
      const [a, b, c] = await stored(all);
      assert.deepEqual([a.content[0].text, a.content[2].text], ['The blue ', 'at is blue.']);
      assert.deepEqual([b.data.text, c.data.rows[0][0].content[0].text], ['blue = 1', 'blue']);
      const gone = await make();
      await patch(gone, { find: 'red ', with: '' });
      assert.equal((await stored(gone))[0].content[0].text, 'The ');
    });

    const refused: [string, object, string][] = [
      ['nothing', {}, '/append'],
      ['words that are not there', { find: 'green', with: 'x' }, '/find'],
      ['a replacement for nothing', { with: 'x' }, '/find'],
      ['words without what comes in their place', { find: 'red' }, '/with'],
      ['more lines than anybody reads', { append: 'a\n'.repeat(100_001) }, '/markdown'],
      ['more signs than anybody writes', { replace: '['.repeat(200_001) }, '/markdown'],
      ['more blocks than a page holds', { append: '- a\n'.repeat(20_001) }, '/markdown'],
      ['two ways at once', { find: 'red', replace: 'x' }, '/find'],
      ['empty words', { find: '' }, '/find'],
    ];
    for (const [what, body, pointer] of refused)
      it(`refuses ${what}`, async () => {
        const answer = await patch(await make(), body);
        assert.equal(answer.status, 422);
        assert.equal(answer.body.errors[0].pointer, pointer);
      });

    it('reads long texts as it reads short ones', async () => {
      const id = await make();
      const lines = Array.from({ length: 3_000 }, (_, index) => `- **item** ${index}`);
      assert.equal((await patch(id, { replace: lines.join('\n') })).status, 200);
      const now = await stored(id);
      assert.equal(now.length, 3_000);
      assert.deepEqual(now[2_999].content, [text('item', 'bold'), text(' 2999')]);
    });

    it('keeps to the version that the client has seen', async () => {
      const id = await make();
      assert.equal((await patch(id, { append: 'x' }, { 'if-match': '"v7"' })).status, 412);
    });
  });
});
