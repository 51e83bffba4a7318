// Comments over HTTP: rights first, then threads, changes, reactions, mentions and their events, on both engines.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

const THUMB = '\u{1f44d}';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  const page = async (extra: object = {}, who: Name = 'ann'): Promise<number> => {
    const made = await t.call(who, 'POST', '/api/pages', { title: 'Talked about', workspace_id: t.ws1, ...extra });
    assert.equal(made.status, 200, made.text);
    return made.body.id;
  };
  const say = async (who: Name, pageId: number, body: string, extra: object = {}) => {
    const made = await t.call(who, 'POST', `/api/v2/pages/${pageId}/comments`, { body: { body, ...extra } });
    assert.equal(made.status, 200, made.text);
    return made.body;
  };
  const list = async (pageId: number, query = '') =>
    (await t.call('ann', 'GET', `/api/v2/pages/${pageId}/comments${query}`)).body;
  const lastEvent = async (): Promise<number> =>
    (await t.app.database.reader('domain_events').max({ id: 'id' }))[0]?.id ?? 0;
  const events = async (since: number): Promise<string[]> =>
    (await t.app.database.reader('domain_events').where('id', '>', since).orderBy('id')).map((one) =>
      `${one.type} ${JSON.parse(one.data).id} ${JSON.parse(one.changed).join()}`.trim(),
    );

  describe('rights', () => {
    type Row = [method: string, path: string, body: object | undefined, allowed: Name[], refused: Name[]];
    const rows: Row[] = [
      ['GET', '/api/v2/pages/PAGE/comments', undefined, ['vic', 'com', 'edi', 'adm'], []],
      ['GET', '/api/pages/PAGE/comments', undefined, ['vic', 'com'], []],
      ['GET', '/api/pages/PAGE/comments/people', undefined, ['com'], ['vic']],
      ['POST', '/api/v2/pages/PAGE/comments', { body: 'x' }, ['com', 'edi', 'ann'], ['vic']],
      ['PATCH', '/api/v2/comments/COMMENT', { body: 'y' }, ['com'], ['vic', 'edi', 'ann', 'adm']],
      ['POST', '/api/v2/comments/COMMENT/resolve', {}, ['com', 'edi'], ['vic']],
      ['POST', '/api/v2/comments/COMMENT/reactions', { emoji: THUMB }, ['com', 'edi'], ['vic']],
      ['DELETE', '/api/v2/comments/COMMENT', undefined, ['ann'], ['vic', 'edi']],
    ];
    for (const [method, path, body, allowed, refused] of rows) {
      it(`${method} ${path}`, async () => {
        const id = await page();
        const comment = await say('com', id, 'Mine');
        const url = path.replace('PAGE', String(id)).replace('COMMENT', String(comment.id));
        const status = async (who: Name | 'anon') => (await t.call(who, method, url, { body })).status;
        assert.equal(await status('anon'), 401);
        assert.equal(await status('bob'), 404);
        for (const who of refused) assert.equal(await status(who), 403, who);
        for (const who of allowed) assert.equal(await status(who), 200, who);
      });
    }

    it('a comment of a private page does not exist for others', async () => {
      const id = await page({}, 'edi');
      const { id: comment } = await say('com', id, 'Before');
      await t.app.database.writer('pages').where({ id }).update({ permission_type: 'private', access_root_id: id });
      await t.app.database.writer('permission_epochs').where({ workspace_id: t.ws1 }).increment('epoch', 1);
      assert.equal(
        (await t.call('com', 'PATCH', `/api/v2/comments/${comment}`, { body: { body: 'after' } })).status,
        404,
      );
      assert.equal((await t.call('com', 'GET', `/api/v2/pages/${id}/comments`)).status, 404);
      assert.equal((await t.call('edi', 'DELETE', `/api/v2/comments/${comment}`)).status, 200);
    });

    it('a lock keeps nobody from commenting', async () => {
      const id = await page();
      await t.call('ann', 'POST', `/api/pages/${id}/lock`, { locked: true });
      const { id: comment } = await say('com', id, 'Still');
      const answer = await t.call('com', 'POST', `/api/v2/comments/${comment}/reactions`, { emoji: THUMB });
      assert.equal(answer.status, 200);
    });

    it('a page in the trash has none, and one removed for good takes them along', async () => {
      const id = await page();
      const { id: comment } = await say('com', id, 'Gone with it');
      await t.call('ann', 'POST', `/api/pages/${id}/trash`);
      assert.equal((await t.call('com', 'GET', `/api/v2/pages/${id}/comments`)).status, 404);
      assert.equal((await t.call('com', 'DELETE', `/api/v2/comments/${comment}`)).status, 404);
      assert.equal((await t.call('ann', 'DELETE', `/api/v2/pages/${id}?permanent=true`)).status, 200);
      assert.deepEqual(await t.app.database.reader('comments').where({ page_id: id }), []);
    });
  });

  describe('threads', () => {
    it('have the shape of the contract, and answers to answers stay in the thread', async () => {
      const id = await page({ blocks: [{ id: 'abc', type: 'paragraph', data: {}, content: [] }] });
      const since = await lastEvent();
      const first = await say('com', id, 'First <b>', { block_id: 'abc', quote: 'some words' });
      assert.deepEqual(Object.keys(first), [
        ...['id', 'page_id', 'parent_id', 'block_id', 'quote', 'body', 'author_id', 'resolved_at', 'resolved_by'],
        ...['reactions', 'created_at', 'updated_at'],
      ]);
      const answer = await say('edi', id, 'Second', { parent_id: first.id });
      const third = await say('com', id, 'Third', { parent_id: answer.id });
      assert.deepEqual([answer.parent_id, third.parent_id, third.block_id], [first.id, first.id, 'abc']);
      assert.deepEqual(
        (await list(id)).map((one: { body: string }) => one.body),
        ['First <b>', 'Second', 'Third'],
      );
      assert.deepEqual(
        await events(since),
        [first, answer, third].map((one) => `comment.created ${one.id}`),
      );
    });

    it('are resolved, listed so, and opened again by an answer', async () => {
      const id = await page();
      const one = await say('com', id, 'One');
      await say('com', id, 'Two');
      const since = await lastEvent();
      const resolved = await t.call('edi', 'POST', `/api/v2/comments/${one.id}/resolve`);
      assert.equal(resolved.body.resolved_by, t.user('edi').id);
      await t.call('edi', 'POST', `/api/v2/comments/${one.id}/resolve`, { resolved: true });
      const bodies = async (query: string) => (await list(id, query)).map((each: { body: string }) => each.body);
      assert.deepEqual(await bodies('?resolved=true'), ['One']);
      assert.deepEqual(await bodies('?resolved=false'), ['Two']);
      const answer = await say('com', id, 'No', { parent_id: one.id });
      assert.deepEqual(await bodies('?resolved=false'), ['One', 'Two', 'No']);
      const refused = await t.call('edi', 'POST', `/api/v2/comments/${answer.id}/resolve`);
      assert.equal(refused.status, 409);
      assert.deepEqual(await events(since), [`comment.resolved ${one.id} resolved_at`, `comment.created ${answer.id}`]);
    });

    it('keep the words of others when the first comment is deleted', async () => {
      const id = await page();
      const first = await say('com', id, 'To be deleted', { quote: 'words' });
      const answer = await say('edi', id, 'Kept', { parent_id: first.id });
      await t.call('com', 'DELETE', `/api/v2/comments/${first.id}`);
      const [gone, kept] = await list(id);
      assert.deepEqual([gone.body, gone.author_id, gone.quote, kept.body], ['', null, '', 'Kept']);
      assert.equal((await t.call('com', 'PATCH', `/api/v2/comments/${first.id}`, { body: { body: 'x' } })).status, 404);
      await t.call('edi', 'DELETE', `/api/v2/comments/${answer.id}`);
      assert.deepEqual(await list(id), []);
    });

    it('change by their author, with an event and no other', async () => {
      const id = await page();
      const { id: comment } = await say('com', id, 'Old');
      const since = await lastEvent();
      const changed = await t.call('com', 'PATCH', `/api/v2/comments/${comment}`, { body: { body: 'New' } });
      assert.equal(changed.body.body, 'New');
      await t.call('com', 'PATCH', `/api/v2/comments/${comment}`, { body: { body: 'New' } });
      assert.deepEqual(await events(since), [`comment.updated ${comment} body`]);
    });

    it('are paged with their total', async () => {
      const id = await page();
      for (const body of ['a', 'b', 'c']) await say('com', id, body);
      const answer = await t.call('ann', 'GET', `/api/v2/pages/${id}/comments?limit=2&page=2`);
      assert.deepEqual([answer.body.length, answer.headers['x-total-count']], [1, '3']);
    });
  });

  it('reactions are switched, once a person and emoji', async () => {
    const id = await page();
    const { id: comment } = await say('com', id, 'Nice');
    const react = async (who: Name, body: object) =>
      (await t.call(who, 'POST', `/api/v2/comments/${comment}/reactions`, body)).body.reactions;
    await react('com', { emoji: THUMB });
    const both = await react('edi', { emoji: THUMB, on: true });
    assert.deepEqual(both, [{ emoji: THUMB, user_ids: [t.user('com').id, t.user('edi').id] }]);
    assert.deepEqual(await react('edi', { emoji: THUMB, on: true }), both);
    assert.deepEqual(await react('com', { emoji: THUMB }), [{ emoji: THUMB, user_ids: [t.user('edi').id] }]);
    for (const emoji of ['x', '', `${THUMB}${THUMB}`, '<b>'])
      assert.equal(
        (await t.call('com', 'POST', `/api/v2/comments/${comment}/reactions`, { emoji })).status,
        422,
        emoji,
      );
  });

  describe('bad input', () => {
    const bad: [string, object, string][] = [
      ['no body', {}, 'body'],
      ['a blank body', { body: ' \n ' }, 'body'],
      ['a body of 10,001 characters', { body: 'x'.repeat(10_001) }, 'body'],
      ['a body that is no text', { body: 7 }, 'body'],
      ['a block id out of form', { body: 'x', block_id: 'a b' }, 'block_id'],
      ['an unknown field', { body: 'x', colour: 'red' }, 'colour'],
    ];
    for (const [name, body, field] of bad) {
      it(`${name} is refused by name`, async () => {
        const answer = await t.call('com', 'POST', `/api/v2/pages/${await page()}/comments`, { body });
        assert.deepEqual([answer.status, answer.body.errors?.[0]?.pointer], [422, `/${field}`]);
      });
    }

    it('an answer needs a thread of the same page, which is visible', async () => {
      const id = await page();
      const elsewhere = await say('com', await page(), 'Elsewhere');
      const own = (await t.call('bob', 'POST', '/api/pages', { title: 'Bob', workspace_id: t.ws2 })).body.id;
      const hidden = await say('bob', own, 'Hidden');
      const url = `/api/v2/pages/${id}/comments`;
      const other = await t.call('com', 'POST', url, { body: { body: 'x', parent_id: elsewhere.id } });
      assert.deepEqual([other.status, other.body.errors[0].pointer], [422, '/parent_id']);
      assert.equal((await t.call('com', 'POST', url, { body: { body: 'x', parent_id: hidden.id } })).status, 404);
      const placed = await say('com', id, 'Here');
      const again = await t.call('com', 'POST', url, { body: { body: 'x', parent_id: placed.id, block_id: 'abc' } });
      assert.deepEqual([again.status, again.body.errors[0].pointer], [422, '/block_id']);
    });
  });

  describe('mentions', () => {
    const mentions = async (who: Name) => (await t.call(who, 'GET', '/api/v2/mentions')).body;
    const inBody = (...names: Name[]) => [
      {
        id: 'block1',
        type: 'paragraph',
        data: {},
        content: names.map((name) => ({ type: 'mention', userId: t.user(name).id })),
      },
    ];

    it('in a comment count for those who may see the page only', async () => {
      const id = await page();
      const before = (await mentions('vic')).length;
      const comment = await say(
        'com',
        id,
        `Look <@${t.user('vic').id}> and <@${t.user('bob').id}> and <@2147483647> <@${t.user('adm').id}>`,
      );
      const [newest, ...rest] = await mentions('vic');
      assert.equal(rest.length, before);
      assert.deepEqual([newest.comment_id, newest.url], [comment.id, `/pages/${id}#comment-${comment.id}`]);
      assert.deepEqual(await mentions('bob'), []);
      const { people } = (await t.call('ann', 'GET', `/api/pages/${id}/comments`)).body;
      assert.ok(people[t.user('vic').id] && !people[t.user('bob').id]);
      // Administrators see every page, but members of a workspace need not know of them.
      assert.ok(!people[t.user('adm').id]);
      assert.deepEqual(await mentions('adm'), []);
      await t.call('com', 'PATCH', `/api/v2/comments/${comment.id}`, { body: { body: 'Nobody' } });
      assert.equal((await mentions('vic')).length, before);
    });

    it('in a body follow each save, and hide with the page', async () => {
      const id = await page({ blocks: inBody('vic') });
      const of = async () => (await mentions('vic')).filter((one: { page_id: number }) => one.page_id === id);
      const [one] = await of();
      assert.deepEqual([one.block_id, one.actor_id, one.url], ['block1', t.user('ann').id, `/pages/${id}#block1`]);
      await t.call('ann', 'PUT', `/api/pages/${id}/content`, { blocks: inBody('vic', 'com') });
      assert.deepEqual(await of(), [one]);
      await t.call('ann', 'POST', `/api/pages/${id}/trash`);
      assert.deepEqual(await of(), []);
      await t.call('ann', 'POST', `/api/v2/pages/${id}/restore`);
      assert.deepEqual(await of(), [one]);
      await t.call('ann', 'PUT', `/api/pages/${id}/content`, { blocks: inBody('com') });
      assert.deepEqual(await of(), []);
    });

    it('offers those who may see the page, to those who know them', async () => {
      const id = await page();
      const names = async (who: Name, q: string) =>
        (await t.call(who, 'GET', `/api/pages/${id}/comments/people?q=${q}`)).body.people.map(
          (one: { name: string }) => one.name,
        );
      assert.deepEqual(await names('com', 'vi'), ['Vic Example']);
      assert.deepEqual(await names('com', 'bob'), []);
    });
  });

  describe('without scripts', () => {
    it('are listed below the page with forms', async () => {
      const line = (of: string) => ({ id: of, type: 'paragraph', data: {}, content: [] });
      const id = await page({ blocks: [line('here'), line('gone')] });
      await say('com', id, 'Plain <script>', { block_id: 'here', quote: 'the quote' });
      await say('com', id, `See https://example.org/a <@${t.user('vic').id}>`, { block_id: 'gone' });
      await t.call('ann', 'PUT', `/api/pages/${id}/content`, { blocks: [line('here')] });
      const { text } = await t.call('com', 'GET', `/pages/${id}`);
      for (const part of ['Plain &lt;script&gt;', 'the quote', '@Vic Example', 'On removed text', 'name="body"'])
        assert.ok(text.includes(part), part);
      assert.match(text, /<a href="https:\/\/example.org\/a" rel="nofollow noopener noreferrer">/);
      const seen = (await t.call('vic', 'GET', `/pages/${id}`)).text;
      assert.ok(seen.includes('the quote') && !seen.includes('name="body"'));
    });

    it('forms add, answer, resolve and delete', async () => {
      const id = await page();
      const post = (url: string, fields: Record<string, string>, who: Name = 'com') =>
        t.call(who, 'POST', url, {
          body: new URLSearchParams(fields).toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        });
      const made = await post(`/pages/${id}/comments`, { body: 'One\r\ntwo' });
      assert.equal(made.status, 303);
      const [comment] = await list(id);
      assert.deepEqual([comment.body, made.headers.location], ['One\ntwo', `/pages/${id}#comment-${comment.id}`]);
      assert.equal((await post(`/pages/${id}/comments`, { body: 'x', parent_id: String(comment.id) })).status, 303);
      assert.equal((await post(`/comments/${comment.id}/resolve`, { resolved: 'yes' })).status, 303);
      assert.ok((await list(id))[0].resolved_at);
      assert.equal((await post(`/pages/${id}/comments`, { body: 'x' }, 'vic')).status, 403);
      assert.equal((await post(`/comments/${comment.id}/delete`, {}, 'edi')).status, 403);
      assert.equal((await post(`/comments/${comment.id}/delete`, {})).status, 303);
      assert.equal((await list(id))[0].body, '');
    });
  });
});
