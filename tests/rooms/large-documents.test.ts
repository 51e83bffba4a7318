// Documents of thousands of blocks: rewriting one takes a while, in which everybody else goes on.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Block } from '../../plugins/blocks/block.ts';
import { documentUpdate, foldedState } from '../../plugins/rooms/document/large-document.ts';
import { createYDoc, project, seed } from '../../plugins/rooms/document/ydoc.ts';
import { ensureDocument, readDocument, systemCtx } from '../../plugins/rooms/document-service.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';

const MANY = 1500;
const list = (word: string): Block[] =>
  Array.from({ length: MANY }, (_, index) => ({
    id: `${word}${index}`,
    type: 'paragraph',
    data: {},
    content: [{ type: 'text', text: `${word} ${index}` }],
  }));

/** How often others had their turn meanwhile. */
async function turnsIn(work: () => Promise<unknown>): Promise<number> {
  let [turns, isOver] = [0, false];
  const turn = () => {
    if (isOver) return;
    turns += 1;
    setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isOver = true;
  return turns;
}

describe('a large document', () => {
  it('is brought to another text and folded while others have their turn', async () => {
    const updates = [seed({ title: 'Title', blocks: list('before') })];
    const turns = await turnsIn(async () => {
      updates.push((await documentUpdate(updates, { blocks: list('after') })) as Uint8Array);
    });
    assert.ok(turns > 0);
    assert.deepEqual(project(createYDoc(updates)), { title: 'Title', blocks: list('after') });
    let state: Uint8Array | undefined;
    const more = await turnsIn(async () => {
      state = await foldedState(updates);
    });
    assert.ok(more > 0);
    assert.deepEqual(project(createYDoc([state as Uint8Array])).blocks, list('after'));
  });
});

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  it('says what is written through the API, again and again', async () => {
    const made = await t.call('ann', 'POST', '/api/v2/pages', { workspace_id: t.ws1, title: 'Long' });
    const name = { kind: 'page', id: made.body.id } as const;
    const ctx = systemCtx(t.app);
    await ensureDocument(ctx, name);
    for (const word of ['first', 'second', 'third']) {
      const blocks = list(word);
      const put = await t.call('ann', 'PUT', `/api/v2/pages/${name.id}/content`, { blocks });
      assert.equal(put.status, 200, put.text.slice(0, 300));
      const { updates } = (await readDocument(ctx, name)) as { updates: Uint8Array[] };
      assert.deepEqual(project(createYDoc(updates)).blocks, blocks);
    }
  });
});
