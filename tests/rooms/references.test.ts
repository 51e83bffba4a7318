// What shared documents name: who is asked is the author of exactly the item, and what is refused leaves the document.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as Y from 'yjs';
import type { Block } from '../../plugins/blocks/block.ts';
import { type FileRecord, files, fileUrl } from '../../plugins/files/contract.ts';
import { referencesIn } from '../../plugins/rooms/document/references.ts';
import { project, updateTo, write } from '../../plugins/rooms/document/ydoc.ts';
import {
  appendUpdates,
  ensureDocument,
  readDocument,
  type StoredDocument,
} from '../../plugins/rooms/document-service.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import type { Name, TestApp } from '../kit/app.ts';
import { type Person, paragraph, synced, withRooms } from './people.ts';

type Kind = 'pages' | 'synced';
/** Of the administrator, as everybody in a room knows it. */
const CLIENT = 4711;

const copyOf = (doc: Y.Doc): Y.Doc => {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  return copy;
};
const elements = ({ doc }: Person, name: string) =>
  [
    ...doc.getXmlFragment('blocks').createTreeWalker((node) => (node as Y.XmlElement).nodeName === name),
  ] as Y.XmlElement[];
const named = ({ doc }: Person) => referencesIn(doc).map(({ id }) => id);
const heading = (id: string, level: number): Block => ({
  ...paragraph(id, 'Heading'),
  type: 'heading',
  data: { level },
});
const numbers: Block[] = [1, 2, 3, 4].map((level) => heading(`h${level}`, level));
const block = (id: string, type: string, data: Block['data']): Block => ({ id, type, data });

const HIDDEN_FILES = 4;

onEachEngine((_engine, open) => {
  let t: TestApp;
  /** of bob, whom edi shares no workspace with: their ids are those of headings */
  const hidden: FileRecord[] = [];
  const rooms = withRooms(open, (started) => {
    t = started;
  });

  const store = (name: string, who: Name = 'bob'): Promise<FileRecord> =>
    t.app.use(files).store(t.ctx(who), {
      content: Buffer.from(name),
      name: `${name}.txt`,
      workspaceId: who === 'bob' ? t.ws2 : t.ws1,
      maxBytes: 1000,
    });
  /** Files on a page of bob's, which administrators read. */
  const hide = async (): Promise<void> => {
    if (hidden.length) return;
    while (hidden.length < HIDDEN_FILES) hidden.push(await store(`canary ${hidden.length}`));
    assert.deepEqual(
      hidden.map(({ id }) => id),
      [1, 2, 3, 4],
    );
    const blocks = hidden.map(({ id }) => block(`c${id}`, 'file', { fileId: id, name: 'x' }));
    const made = await t.call('bob', 'POST', '/api/pages', { title: 'Of bob', workspace_id: t.ws2, blocks });
    assert.equal(made.status, 200, made.text);
    for (const file of hidden) assert.deepEqual([await status('adm', file), await status('edi', file)], [200, 404]);
  };
  /** A page, or a synced block of one. */
  const make = async (
    kind: Kind,
    blocks: Block[] = [paragraph('a', 'one'), paragraph('b', 'two')],
  ): Promise<number> => {
    await hide();
    const page = await rooms.make(kind === 'pages' ? blocks : []);
    if (kind === 'pages') return page;
    const made = await t.call('ann', 'POST', '/api/v2/synced-blocks', { body: { blocks, page_id: page } });
    assert.equal(made.status, 200, made.text);
    return made.body.id;
  };
  const stored = async (kind: Kind, id: number): Promise<Block[]> => {
    const url = kind === 'pages' ? `/api/pages/${id}/content` : `/api/v2/synced-blocks/${id}`;
    const { body } = await t.call('ann', 'GET', url);
    return body.blocks ?? body.content;
  };
  const nameOf = (kind: Kind, id: number) => ({ kind: kind === 'pages' ? 'page' : 'synced', id });
  const status = async (who: Name, file: FileRecord) => (await t.call(who, 'GET', fileUrl(file))).status;
  const says = (kind: Kind, id: number, words: string) =>
    until(async () => JSON.stringify(await stored(kind, id)).includes(words));
  const post = async (kind: Kind, id: number, update: Uint8Array): Promise<void> => {
    const headers = { ...t.session('edi'), 'content-type': 'application/octet-stream' };
    const url = `/api/${kind}/${id}/updates`;
    await t.app.server.inject({ method: 'POST', url, headers, payload: Buffer.from(update) });
  };
  /** Words of the administrator beside it, with numbers that are ids of hidden files. */
  const typeBeside = async (adm: Person, kind: Kind, id: number) => {
    const list = { ...paragraph('l', 'list'), type: 'numbered', data: { start: 2 } };
    adm.rewrite([...adm.blocks(), ...numbers, list, paragraph('end', 'the end')]);
    await says(kind, id, 'the end');
  };

  for (const kind of ['pages', 'synced'] as const) {
    const enter = (who: Name, id: number, doc = new Y.Doc()): Person => rooms.enter(who, id, { kind, doc });
    /** As a process does that dies before it has told anybody, or one of an earlier version. */
    const writeUnseen = async (id: number, blocks: Block[], user_id: number | null): Promise<void> => {
      await ensureDocument(t.ctx('ann'), nameOf(kind, id));
      const { updates } = (await readDocument(t.ctx('ann'), nameOf(kind, id))) as StoredDocument;
      const data = updateTo(updates, { blocks }) as Uint8Array;
      await appendUpdates(t.app, nameOf(kind, id), [{ user_id, data }], async () => {});
    };
    const noneIsRead = async (kindId: number, at: string) => {
      const text = JSON.stringify(await stored(kind, kindId));
      assert.doesNotMatch(text, /"fileId":[1-4]\b/, at);
      for (const file of hidden) assert.deepEqual([at, await status('edi', file)], [at, 404]);
    };

    describe(`files of others in ${kind}`, () => {
      it('are not shown because an administrator writes a number that is theirs', async () => {
        const id = await make(kind);
        const [edi, adm] = [enter('edi', id), enter('adm', id)];
        await synced(edi, adm);
        edi.rewrite([...edi.blocks(), block('f', 'file', { fileId: 2, name: 'secret' }), paragraph('p', 'planted')]);
        await until(() => JSON.stringify(adm.blocks()).includes('planted'));
        await typeBeside(adm, kind, id);
        await noneIsRead(id, 'beside headings');
        for (const { doc } of [edi, adm])
          await until(() => !/fileId="?2/.test(doc.getXmlFragment('blocks').toString()));
        assert.match(JSON.stringify(await stored(kind, id)), /planted/);
      });

      it('are not shown by their address because somebody else writes after it', async () => {
        const id = await make(kind);
        const [edi, adm] = [enter('edi', id), enter('adm', id)];
        await synced(edi, adm);
        const addresses = [fileUrl(hidden[0] as FileRecord), `${t.app.baseUrl}${fileUrl(hidden[1] as FileRecord)}`];
        const planted = addresses.map((url, at) => block(`f${at}`, 'image', { url, name: 'secret' }));
        edi.rewrite([...edi.blocks(), ...planted, paragraph('p', 'planted')]);
        await until(() => JSON.stringify(adm.blocks()).includes('planted'));
        await typeBeside(adm, kind, id);
        await noneIsRead(id, 'by address');
        assert.doesNotMatch(JSON.stringify(await stored(kind, id)), /api\/files/);
        await until(() => !edi.doc.getXmlFragment('blocks').toString().includes('api/files'));
      });

      it('are not shown when their author has gone, or may not sign in any more', async () => {
        const gone = [{ user_id: null }, { user_id: t.user('vic').id }];
        await t.app.database
          .writer('users')
          .where({ id: t.user('vic').id })
          .update({ is_active: 0 });
        for (const { user_id } of gone) {
          const id = await make(kind);
          const url = fileUrl(hidden[2] as FileRecord);
          await writeUnseen(
            id,
            [block('f', 'file', { fileId: 2, name: 'x' }), block('i', 'image', { url, name: 'x' })],
            user_id,
          );
          await noneIsRead(id, `by ${user_id}`);
          assert.doesNotMatch(JSON.stringify(await stored(kind, id)), /api\/files/);
        }
        await t.app.database
          .writer('users')
          .where({ id: t.user('vic').id })
          .update({ is_active: 1 });
      });

      it('are not shown by any trick of who writes them', async () => {
        const address = fileUrl(hidden[3] as FileRecord);
        const own = await store(`own ${kind}`, 'edi');
        const file = (data: Block['data']) => block('f', 'file', { name: 'x', ...data });
        const tricks: Record<string, (edi: Person, id: number) => Promise<void> | void> = {
          'a block that breaks a rule, and is mended later': async (edi, id) => {
            edi.rewrite([...edi.blocks(), file({ fileId: 2, width: -1 }), paragraph('p', 'broken')]);
            await says(kind, id, 'broken');
            elements(edi, 'file')[0]?.setAttribute('width', 20 as never);
          },
          'an attribute that is written over': async (edi, id) => {
            edi.rewrite([...edi.blocks(), file({ fileId: own.id }), paragraph('p', 'own')]);
            await says(kind, id, `"fileId":${own.id}`);
            elements(edi, 'file')[0]?.setAttribute('fileId', 2 as never);
          },
          'an address behind an id': (edi) => edi.rewrite([...edi.blocks(), file({ fileId: own.id, url: address })]),
          'the same update once more': async (edi, id) => {
            const before = Y.encodeStateVector(edi.doc);
            edi.rewrite([...edi.blocks(), file({ fileId: 2 }), paragraph('p', 'again')]);
            const update = Y.encodeStateAsUpdate(edi.doc, before);
            await says(kind, id, 'again');
            await post(kind, id, update);
          },
          'the number of the client of somebody else': async (edi, id) => {
            const forged = copyOf(edi.doc);
            forged.clientID = CLIENT;
            const before = Y.encodeStateVector(forged);
            write(forged, { blocks: [...edi.blocks(), file({ fileId: 2 })] });
            await post(kind, id, Y.encodeStateAsUpdate(forged, before));
          },
          'a change that waits for the next key of somebody else': async (edi, id) => {
            const ahead = copyOf(edi.doc);
            ahead.clientID = CLIENT;
            write(ahead, { blocks: [...edi.blocks(), ...numbers] });
            const built = copyOf(ahead);
            const before = Y.encodeStateVector(built);
            write(built, { blocks: [...project(built).blocks, file({ fileId: 2 })] });
            await post(kind, id, Y.encodeStateAsUpdate(built, before));
          },
          'undoing its removal': async (edi, id) => {
            const undo = new Y.UndoManager(edi.doc.getXmlFragment('blocks'));
            edi.rewrite([...edi.blocks(), file({ fileId: 2 }), paragraph('p', 'undone')]);
            await says(kind, id, 'undone');
            undo.undo();
            undo.redo();
          },
        };
        for (const [what, trick] of Object.entries(tricks)) {
          const id = await make(kind);
          const doc = Object.assign(new Y.Doc(), { clientID: CLIENT });
          const [edi, adm] = [enter('edi', id), enter('adm', id, doc)];
          await synced(edi, adm);
          await trick(edi, id);
          await typeBeside(adm, kind, id);
          await noneIsRead(id, what);
          assert.deepEqual(named(adm), named(edi), what);
          for (const person of [edi, adm])
            await until(() => !named(person).some((one) => one === 2 || one === address));
          // Whose number somebody else has taken goes on under another one, of which the provider does not know.
          doc.clientID = CLIENT;
        }
      });

      it('that a document of an earlier version holds are gone before anybody comes in', async () => {
        const id = await make(kind);
        await writeUnseen(
          id,
          [block('f', 'file', { fileId: 2, name: 'x' }), paragraph('p', 'planted')],
          t.user('edi').id,
        );
        const { last } = (await readDocument(t.ctx('ann'), nameOf(kind, id))) as StoredDocument;
        const of = { doc_kind: nameOf(kind, id).kind, doc_id: id };
        await t.app.database.writer('page_doc').where(of).update({ projected_upto: last });
        const adm = enter('adm', id);
        await synced(adm);
        assert.deepEqual(named(adm), []);
        adm.rewrite(adm.blocks().toReversed());
        await typeBeside(adm, kind, id);
        await noneIsRead(id, 'planted before');
      });
    });

    describe(`what its author may name in ${kind}`, () => {
      it('stays while others move it, at once', async () => {
        const id = await make(kind);
        const file = await store(`hers ${kind}`, 'ann');
        const secret = (await t.call('ann', 'POST', '/api/pages', { title: 'Hers', workspace_id: t.ws1 })).body.id;
        await t.call('ann', 'PUT', `/api/v2/pages/${secret}/permissions/type`, { permission_type: 'private' });
        const [ann, edi] = [enter('ann', id), enter('edi', id)];
        await synced(ann, edi);
        const hers = [block('f', 'file', { fileId: file.id, name: 'x' }), block('l', 'pageLink', { pageId: secret })];
        ann.rewrite([...ann.blocks(), ...hers]);
        await until(() => edi.blocks().length === 4);
        edi.rewrite(edi.blocks().toReversed());
        await until(() => ann.blocks()[0]?.id === 'l');
        edi.rewrite([...edi.blocks().slice(1), ...edi.blocks().slice(0, 1)]);
        await until(async () => (await stored(kind, id)).at(-1)?.id === 'l');
        assert.deepEqual((await stored(kind, id)).at(-1)?.data, { pageId: secret });
        assert.deepEqual((await stored(kind, id))[0]?.data.fileId, file.id);
        assert.equal(await status('edi', file), 200);
      });

      it('stays in what came into the row before it, and was folded into nothing yet', async () => {
        const [first, second] = [await store(`first ${kind}`, 'edi'), await store(`second ${kind}`, 'edi')];
        const id = await make(kind);
        const edi = enter('edi', id);
        await synced(edi);
        edi.rewrite([...edi.blocks(), block('f', 'file', { fileId: first.id, name: 'x' })]);
        await says(kind, id, `"fileId":${first.id}`);
        elements(edi, 'file')[0]?.setAttribute('fileId', second.id as never);
        edi.type(' and more');
        await says(kind, id, 'and more');
        assert.deepEqual((await stored(kind, id))[2]?.data.fileId, second.id);
      });

      it('is shown, by its address too, and by those who die before they have told anybody', async () => {
        const [typed, unseen] = [await store(`typed ${kind}`, 'edi'), await store(`unseen ${kind}`, 'edi')];
        const id = await make(kind);
        const edi = enter('edi', id);
        await synced(edi);
        edi.rewrite([...edi.blocks(), block('i', 'image', { url: `${t.app.baseUrl}${fileUrl(typed)}`, name: 'x' })]);
        await until(async () => (await stored(kind, id))[2]?.data.fileId === typed.id);
        await until(async () => (await status('ann', typed)) === 200);
        edi.leave();
        await writeUnseen(id, [block('f', 'file', { fileId: unseen.id, name: 'x' })], t.user('edi').id);
        assert.equal((await stored(kind, id))[0]?.data.fileId, unseen.id);
        assert.equal(await status('ann', unseen), 200);
      });
    });
  }
});
