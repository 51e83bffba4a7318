// Rooms over real sockets: who gets in, who may write, what is stored when, and how the page keeps step.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { WebSocket } from 'ws';
import { encodeStateAsUpdate } from 'yjs';
import type { Block } from '../../plugins/blocks/block.ts';
import { updateTo } from '../../plugins/rooms/document/ydoc.ts';
import {
  appendUpdates,
  ensureDocument,
  readDocument,
  type StoredDocument,
} from '../../plugins/rooms/document-service.ts';
import { bringAll, removeOrphans } from '../../plugins/rooms/recovery-jobs.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import type { Name, TestApp } from '../kit/app.ts';
import { knock, paragraph, sayTheSame, synced, withRooms } from './people.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let address: string;
  const { enter, make } = withRooms(open, (...started) => {
    [t, address] = started;
  });
  const content = async (id: number) => (await t.call('ann', 'GET', `/api/pages/${id}/content`)).body;
  const texts = (blocks: { content?: { text?: string }[] }[]) => blocks.map((block) => block.content?.[0]?.text ?? '');
  const versions = async (id: number) => (await t.call('ann', 'GET', `/api/v2/pages/${id}/versions`)).body.length;
  const rows = (id: number) => t.app.database.reader('page_doc_update').where({ doc_id: id });

  describe('the door', () => {
    it('is open to those who may read, from our own pages only', async () => {
      const id = await make();
      const path = `/ws/pages/${id}`;
      const own = { origin: address.replace('127.0.0.1', 'localhost') };
      const table: [string, Record<string, string>, number][] = [
        [path, {}, 401],
        [path, { cookie: 'session=made.up.here' }, 401],
        [path, { ...t.session('ann'), origin: 'https://evil.test' }, 403],
        [path, t.session('bob'), 404],
        ['/ws/pages/2147483647', t.session('ann'), 404],
        ['/ws/pages/x', t.session('ann'), 404],
        ['/ws/elsewhere', t.session('ann'), 404],
        ['/ws/events', {}, 401],
        ['/ws/events', { ...t.session('ann'), origin: 'https://evil.test' }, 403],
        [path, { ...t.session('ann'), ...own }, 101],
        [path, t.session('vic'), 101],
        [path, await t.token('edi'), 101],
        ['/ws/events', t.session('vic'), 101],
      ];
      for (const [where, headers, status] of table)
        assert.equal(await knock(address, where, headers), status, `${where} ${JSON.stringify(headers)}`);
      assert.equal((await t.call('ann', 'GET', `/_rt/pages/${id}`)).status, 404, 'the inner route is no address');
    });

    it('closes on what is too much, too large or no message, and goes on', async () => {
      const id = await make();
      const ann = enter('ann', id);
      await synced(ann);
      const codeAfter = async (send: (socket: WebSocket) => void): Promise<number> => {
        const socket = new WebSocket(`${address.replace('http', 'ws')}/ws/pages/${id}`, { headers: t.session('edi') });
        await once(socket, 'open');
        send(socket);
        const [code] = await once(socket, 'close');
        return code;
      };
      const flood = (socket: WebSocket) => {
        for (let i = 0; i < 3000; i++) socket.send(new Uint8Array([9]));
      };
      const table: [number, (socket: WebSocket) => void][] = [
        [1009, (socket) => socket.send(new Uint8Array(2 * 1024 * 1024))],
        [1003, (socket) => socket.send('{"type":"update"}')],
        [1007, (socket) => socket.send(new Uint8Array([0, 2, 200, 1, 2]))],
        [1007, (socket) => socket.send(new Uint8Array([0, 0, 4, 255, 255, 255, 255]))],
        [1007, (socket) => socket.send(new Uint8Array([1, 5, 1, 2, 3, 4, 5]))],
        [1008, flood],
      ];
      for (const [code, send] of table) assert.equal(await codeAfter(send), code);
      ann.type(' still here');
      await until(async () => texts((await content(id)).blocks)[0] === 'one still here');
    });

    it('sends older editors away to be loaded anew', async () => {
      const person = enter('ann', await make(), { params: { schema: '0' } });
      await until(() => person.closed.length);
      assert.equal(person.closed[0], 4409);
    });
  });

  describe('writing together', () => {
    it('brings everybody to the same text, stores it and brings it into the page as one version', async () => {
      const id = await make();
      const before = await content(id);
      const [ann, edi] = [enter('ann', id), enter('edi', id)];
      await synced(ann, edi);
      assert.deepEqual(texts(ann.blocks() as never), ['one', 'two']);
      ann.type(' from Ann');
      edi.rewrite([...edi.blocks(), paragraph('c', 'three from Edi')]);
      await until(() => edi.text() === 'one from Ann' && ann.blocks().length === 3);
      sayTheSame(ann, edi);
      const now = await content(id);
      assert.deepEqual(texts(now.blocks), ['one from Ann', 'two', 'three from Edi']);
      assert.ok(now.sync_version > before.sync_version);
      assert.equal((await content(id)).sync_version, now.sync_version, 'nothing new, no new version of the record');
      assert.equal(await versions(id), 1, 'writing is no version yet');
      ann.leave();
      edi.leave();
      await until(async () => (await versions(id)) === 2);
      await until(async () => (await rows(id)).length === 0);
      assert.deepEqual(texts((await content(id)).blocks), ['one from Ann', 'two', 'three from Edi']);
      const found = await t.call('ann', 'GET', '/api/search?q=Edi');
      assert.ok(
        found.body.results.some((one: { id: number }) => one.id === id),
        'the search knows it',
      );
    });

    it('makes no version of a page that people only look at', async () => {
      const id = await make();
      await t.call('ann', 'PUT', `/api/pages/${id}/rename`, { title: 'Renamed' });
      const vic = enter('vic', id);
      await synced(vic);
      vic.leave();
      const edi = enter('edi', id);
      await synced(edi);
      edi.type('!');
      await until(async () => texts((await content(id)).blocks)[0] === 'one!');
      edi.leave();
      await until(async () => (await versions(id)) > 1);
      assert.equal(await versions(id), 2, 'only that of who wrote');
    });

    it('has stored what others are shown', async () => {
      const id = await make();
      const [ann, edi] = [enter('ann', id), enter('edi', id)];
      await synced(ann, edi);
      const seen: Promise<number>[] = [];
      edi.doc.on('update', () => seen.push(rows(id).then((found) => found.length)));
      ann.type('!');
      await until(() => seen.length);
      assert.ok((await Promise.all(seen)).every((count) => count > 0));
    });

    it('stores each thing that is written once, also after rights and the lock have changed', async () => {
      const id = await make();
      const ann = enter('ann', id);
      await synced(ann);
      const write = async (letter: string) => {
        const before = (await rows(id)).length;
        ann.type(letter);
        await until(async () => (await rows(id)).length > before);
        assert.equal((await rows(id)).length, before + 1, letter);
      };
      await write('1');
      await write('2');
      await t.call('ann', 'PUT', `/api/v2/pages/${id}/permissions/type`, { permission_type: 'restricted' });
      await write('3');
      await write('4');
      await t.call('ann', 'POST', `/api/pages/${id}/lock`, { locked: true });
      await write('5');
      await write('6');
    });

    it('keeps the name of the title and of the page the same', async () => {
      const id = await make();
      const ann = enter('ann', id);
      await synced(ann);
      ann.doc.getText('title').insert(4, ' of many');
      await until(async () => (await content(id)).title === 'Room of many');
      await t.call('ann', 'PUT', `/api/pages/${id}/rename`, { title: 'Hall' });
      await until(() => ann.doc.getText('title').toString() === 'Hall');
    });

    it('merges what was written while the line was cut', async () => {
      const id = await make();
      const [ann, edi] = [enter('ann', id), enter('edi', id)];
      await synced(ann, edi);
      ann.provider.disconnect();
      ann.type(' offline');
      edi.rewrite([paragraph('n', 'new first'), ...edi.blocks()]);
      await until(async () => (await content(id)).blocks.length === 3);
      ann.provider.connect();
      await until(() => ann.blocks().length === 3 && texts(edi.blocks() as never)[1] === 'one offline');
      sayTheSame(ann, edi);
    });

    it('shows people under their own names, whatever they say', async () => {
      const id = await make();
      const [ann, vic] = [enter('ann', id), enter('vic', id)];
      await synced(ann, vic);
      vic.provider.awareness.setLocalState({ user: { name: 'Somebody else', id: 1 }, cursor: null });
      const nameOf = () =>
        [...ann.provider.awareness.getStates().values()].map(
          (state) => (state as { user?: { name: string } }).user?.name,
        );
      await until(() => nameOf().includes('Vic Example'));
      assert.ok(!nameOf().includes('Somebody else'));
      vic.leave();
      await until(() => !nameOf().includes('Vic Example'));
    });

    it('takes an update that is too large for a socket', async () => {
      const id = await make();
      const ann = enter('ann', id);
      await synced(ann);
      const blocks = [...ann.blocks(), paragraph('big', 'x'.repeat(2_000_000))];
      const update = Buffer.from(updateTo([encodeStateAsUpdate(ann.doc)], { blocks }) as Uint8Array);
      const send = (who: Name, body: Buffer) =>
        t.app.server.inject({
          method: 'POST',
          url: `/api/pages/${id}/updates`,
          headers: { ...t.session(who), 'content-type': 'application/octet-stream' },
          payload: body,
        });
      assert.equal((await send('vic', update)).statusCode, 403);
      assert.equal((await send('bob', update)).statusCode, 404);
      assert.equal((await send('edi', Buffer.from('garbage'))).statusCode, 422);
      assert.equal((await send('edi', update)).statusCode, 200);
      await until(() => ann.blocks().length === 3);
      assert.equal((await content(id)).blocks.length, 3);
    });
  });

  describe('a page that is being written', () => {
    it('is shown and exported as it is now, and kept as such', async () => {
      const id = await make();
      const [ann, edi] = [enter('ann', id), enter('edi', id)];
      await synced(ann, edi);
      const say = async (words: string) => {
        ann.type(words);
        await until(() => edi.text().endsWith(words));
      };
      await say(' now');
      assert.match((await t.call('edi', 'GET', `/pages/${id}`)).text, /one now/);
      await say(' and then');
      assert.match((await t.call('edi', 'GET', `/pages/${id}.md`)).text, /one now and then/);
      await say(' kept');
      const kept = await t.call('edi', 'POST', `/api/pages/${id}/versions`);
      assert.deepEqual([kept.status, kept.body.ok, kept.body.page_id], [200, true, id]);
      const [last] = (await t.call('ann', 'GET', `/api/v2/pages/${id}/versions`)).body;
      assert.equal(last.id, kept.body.id);
      const whole = (await t.call('ann', 'GET', `/api/v2/pages/${id}/versions/${last.id}`)).body;
      assert.match(whole.blocks_json, /one now and then kept/);
      const again = await t.call('edi', 'POST', `/api/pages/${id}/versions`);
      assert.equal(again.body.id, kept.body.id, 'the same words are kept once');
      assert.equal((await t.call('vic', 'POST', `/api/pages/${id}/versions`)).status, 403);
      assert.equal((await t.call('bob', 'POST', `/api/pages/${id}/versions`)).status, 404);
      await say(' noted');
      await t.form('ann', `/pages/${id}/history`, { note: 'A note' });
      assert.equal(ann.text(), 'one now and then kept noted', 'a note takes nothing away');
      assert.deepEqual(texts((await content(id)).blocks)[0], 'one now and then kept noted');
    });
  });

  describe('other writers', () => {
    it('come into an open room by touching only what they change', async () => {
      const id = await make([paragraph('a', 'one'), paragraph('b', 'two'), paragraph('c', 'three')]);
      const ann = enter('ann', id);
      await synced(ann);
      const { blocks, sync_version } = await content(id);
      ann.type(' typed');
      const moved = [blocks[2], blocks[0], { ...paragraph('b', 'two by API') }];
      const stale = await t.call('edi', 'PUT', `/api/pages/${id}/content`, {
        body: { blocks: moved },
        headers: { 'if-match': `"v${sync_version}"` },
      });
      assert.equal(stale.status, 412, 'what is typed counts as a change');
      const current = (await content(id)).blocks;
      const put = await t.call('edi', 'PUT', `/api/pages/${id}/content`, {
        blocks: [current[2], current[0], paragraph('b', 'two by API')],
      });
      assert.equal(put.status, 200, put.text);
      await until(() => texts(ann.blocks() as never).join() === 'three,one typed,two by API');
      assert.deepEqual(texts((await content(id)).blocks), ['three', 'one typed', 'two by API']);
    });

    it('add Markdown without losing what is typed at the same time', async () => {
      const id = await make();
      const ann = enter('ann', id);
      await synced(ann);
      ann.type(' typed');
      const headers = await t.token('edi');
      const calls = ['x', 'y', 'z'].map((append) =>
        t.inject('PATCH', `/api/v2/pages/${id}/markdown`, { body: { append }, headers }),
      );
      for (const answer of await Promise.all(calls)) assert.equal(answer.status, 200, answer.text);
      await until(() => ann.blocks().length === 5);
      const found = texts((await content(id)).blocks);
      assert.deepEqual([found[0], found.slice(2).sort().join('')], ['one typed', 'xyz']);
    });

    it('write pages that nobody has open as before, and into the document of those that were', async () => {
      const id = await make();
      assert.equal((await t.app.database.reader('page_doc').where({ doc_id: id })).length, 0, 'no document unasked');
      const ann = enter('ann', id);
      await synced(ann);
      ann.leave();
      await t.call('edi', 'PUT', `/api/pages/${id}/content`, { markdown: 'all new' });
      const again = enter('edi', id);
      await synced(again);
      assert.deepEqual(texts(again.blocks() as never), ['all new']);
    });
  });

  describe('rights', () => {
    it('refuse what a reader writes, and keep the socket open', async () => {
      const id = await make();
      const [ann, vic] = [enter('ann', id), enter('vic', id)];
      await synced(ann, vic);
      vic.type(' by a reader');
      await until(() => vic.refused.length);
      assert.deepEqual(vic.refused[0], { code: 'forbidden', status: 403 });
      ann.type('!');
      await until(() => vic.text().includes('!'));
      assert.equal(ann.text(), 'one!');
      assert.deepEqual(vic.closed, []);
      assert.deepEqual(texts((await content(id)).blocks), ['one!', 'two']);
    });

    it('are no wider than those of the token, and are told', async () => {
      const id = await make();
      const reader = enter(await t.token('edi', 'read'), id);
      await synced(reader);
      reader.type(' by a reader');
      await until(() => reader.refused.length);
      assert.deepEqual(reader.refused[0], { code: 'forbidden', status: 403 });
      const told = async (who: Name) => (await t.call(who, 'GET', `/api/pages/${id}/access`)).body;
      const [editor, viewer] = [await told('edi'), await told('vic')];
      assert.deepEqual([editor.role, editor.can_edit, editor.refusal], ['editor', true, null]);
      assert.deepEqual([viewer.role, viewer.can_edit, viewer.refusal.code], ['viewer', false, 'forbidden']);
      assert.ok(editor.epoch && editor.epoch === viewer.epoch);
      assert.equal((await t.call('bob', 'GET', `/api/pages/${id}/access`)).status, 404);
    });

    it('are asked when words are stored, and what nobody may write any more is left out alone', async () => {
      const id = await make();
      const [ann, edi, adm] = [enter('ann', id), enter('edi', id), enter('adm', id)];
      await synced(ann, edi, adm);
      const role = (as: string) =>
        t.call('ann', 'PATCH', `/api/v2/workspaces/${t.ws1}/members/${t.user('edi').id}`, { role: as });
      const given = await role('viewer');
      assert.equal(given.status, 200, given.text);
      // Before anybody has looked at the rights in the room anew.
      edi.type(' by Edi');
      ann.type(' by Ann');
      await until(() => edi.refused.length);
      assert.deepEqual(edi.refused[0], { code: 'forbidden', status: 403 });
      await until(() => adm.text() === 'one by Ann');
      assert.deepEqual(texts((await content(id)).blocks), ['one by Ann', 'two']);
      assert.deepEqual([ann.closed, edi.closed, adm.closed], [[], [], []]);
      assert.equal((await role('editor')).status, 200);
      await until(() => adm.text().includes(' by Edi'));
      sayTheSame(ann, edi, adm);
      await until(async () => texts((await content(id)).blocks)[0]?.includes(' by Edi'));
    });

    it('refuse what is written into a locked page, but not by who locked it', async () => {
      const id = await make();
      const [ann, edi] = [enter('ann', id), enter('edi', id)];
      await synced(ann, edi);
      edi.type(' before');
      await until(() => ann.text() === 'one before');
      assert.equal((await t.call('ann', 'POST', `/api/pages/${id}/lock`, { locked: true })).status, 200);
      await until(() => edi.refused.length);
      assert.deepEqual(edi.refused, [{ code: 'page_locked', status: 423 }], 'nobody need try to learn of it');
      edi.type(' after');
      ann.type(' by Ann');
      await until(async () => texts((await content(id)).blocks)[0] === 'one before by Ann');
      await until(() => edi.refused.length > 1);
      assert.deepEqual(edi.refused.at(-1), { code: 'page_locked', status: 423 });
      assert.equal((await t.call('ann', 'POST', `/api/pages/${id}/lock`, { locked: false })).status, 200);
      await until(() => ann.text().includes(' after'));
      edi.type(' and more');
      await until(() => ann.text().includes(' and more'));
      sayTheSame(ann, edi);
    });

    it('end with the session, the membership and the page', async () => {
      const id = await make();
      const vic = enter('vic', id);
      const com = enter('com', id);
      const ann = enter('ann', id);
      await synced(vic, com, ann);
      const ended = await t.call('com', 'GET', '/api/settings/sessions');
      await t.call('com', 'DELETE', '/api/settings/sessions', { id: ended.body.sessions[0].id });
      await until(() => com.closed.includes(4401));
      await t.call('ann', 'DELETE', `/api/workspace/${t.ws1}/members/${t.user('vic').id}`);
      await until(() => vic.closed.includes(4403));
      await t.call('ann', 'POST', `/api/pages/${id}/trash`);
      await until(() => ann.closed.includes(4404));
    });

    it('follow the grants on a page', async () => {
      const id = await make();
      const edi = enter('edi', id);
      await synced(edi);
      const grants = `/api/v2/pages/${id}/permissions`;
      const given = await t.call('ann', 'POST', grants, { user_id: t.user('edi').id, role: 'viewer' });
      assert.equal(given.status, 200, given.text);
      await until(async () => {
        edi.type('x');
        return edi.refused.length > 0;
      });
      assert.deepEqual(edi.refused[0], { code: 'forbidden', status: 403 });
      await t.call('ann', 'PUT', `${grants}/type`, { permission_type: 'restricted' });
      await t.call('ann', 'DELETE', `${grants}/${given.body.id}`);
      await until(() => edi.closed.includes(4403));
    });

    it('keep files that a writer may not read out of the page', async () => {
      const id = await make();
      const secret = await t.call('bob', 'POST', '/api/pages', { title: 'Bob', workspace_id: t.ws2 });
      assert.equal(secret.status, 200);
      const [file] = await t.app.database
        .writer('files')
        .insert({
          workspace_id: t.ws2,
          filename: '00000000-0000-4000-8000-000000000000.png',
          name: 'secret.png',
          mime: 'image/png',
          size: 1,
          sha256: 'x',
          created_by: t.user('bob').id,
          created_at: t.app.now(),
        })
        .returning('id');
      const edi = enter('edi', id);
      await synced(edi);
      edi.rewrite([...edi.blocks(), { id: 'pic', type: 'image', data: { fileId: file.id, name: 'x' } }]);
      await until(async () => (await content(id)).blocks.length === 3);
      const picture = (await content(id)).blocks[2];
      assert.equal(picture.data.fileId, undefined);
      assert.deepEqual(await t.app.database.reader('file_references').where({ page_id: id }), []);
    });
  });

  describe('what was left undone', () => {
    /** As another process does that dies before it has told anybody. */
    const writeUnseen = async (id: number, blocks: Block[]): Promise<void> => {
      const { updates } = (await readDocument(t.ctx('edi'), { kind: 'page', id })) as StoredDocument;
      const data = updateTo(updates, { blocks }) as Uint8Array;
      await appendUpdates(t.app, { kind: 'page', id }, [{ user_id: t.user('edi').id, data }], async () => {});
    };

    it('is folded with everything that was stored, not with what one process remembers', async () => {
      const id = await make();
      const ann = enter('ann', id);
      await synced(ann);
      await writeUnseen(id, [...ann.blocks(), paragraph('u', 'unseen')]);
      ann.type(' typed');
      ann.leave();
      await until(async () => (await rows(id)).length === 0);
      assert.deepEqual(texts((await content(id)).blocks), ['one typed', 'two', 'unseen']);
    });

    it('is brought into the page, as a version of who wrote it', async () => {
      const id = await make();
      await ensureDocument(t.ctx('ann'), { kind: 'page', id });
      await writeUnseen(id, [paragraph('u', 'unseen')]);
      const later = new Date(Date.parse(t.app.now()) + 60_000).toISOString();
      const ctx = t.app.context({ type: 'system', reason: 'tests' });
      await bringAll(Object.create(ctx, { now: { value: () => later } }));
      assert.equal((await rows(id)).length, 0);
      const [last] = (await t.call('ann', 'GET', `/api/v2/pages/${id}/versions`)).body;
      assert.equal(last.user_id, t.user('edi').id);
      const row = await t.app.database.reader('pages').where({ id }).first('content', 'updated_by');
      assert.deepEqual([row.updated_by, texts(JSON.parse(row.content).blocks)], [t.user('edi').id, ['unseen']]);
    });

    it('goes when the page is gone for good', async () => {
      const id = await make();
      await ensureDocument(t.ctx('ann'), { kind: 'page', id });
      await t.call('ann', 'POST', `/api/pages/${id}/trash`);
      const ctx = t.app.context({ type: 'system', reason: 'tests' });
      await removeOrphans(ctx);
      assert.equal((await t.app.database.reader('page_doc').where({ doc_id: id })).length, 1, 'kept in the trash');
      assert.equal((await t.call('ann', 'DELETE', `/api/v2/pages/${id}?permanent=true`)).status, 200);
      await removeOrphans(ctx);
      assert.equal((await t.app.database.reader('page_doc').where({ doc_id: id })).length, 0);
    });
  });
});
