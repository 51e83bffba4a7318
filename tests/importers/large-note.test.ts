// Very long notes are read in a thread, which asks where their links lead: the same blocks as of short ones.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { MAX_BLOCKS } from '../../plugins/blocks/block.ts';
import { HEAVY_LENGTH, heavyBlocks, type Listener } from '../../plugins/importers/conversion/large-note.ts';
import { readLargeNote } from '../../plugins/importers/conversion/large-note-worker.ts';

it('asks for all links in order, and tells tags', async () => {
  const asked: string[] = [];
  const tags: string[] = [];
  const listener: Listener = {
    link: (...[target]) => {
      asked.push(String(typeof target === 'string' ? target : JSON.stringify(target)));
      return { pageId: asked.length };
    },
    tag: (name) => tags.push(name),
    loss: () => {},
  };
  const paragraph = 'words '.repeat(2000);
  const markdown = Array.from({ length: 12 }, (_, at) => `[[Page ${at}]] #tag ${paragraph}`).join('\n\n');
  assert.ok(markdown.length > HEAVY_LENGTH);
  const blocks = await heavyBlocks({ markdown, wiki: true, blockIds: true }, listener);
  assert.equal(blocks.length, 12);
  assert.deepEqual([asked.length, tags], [12, ['tag']]);
  const found = [...JSON.stringify(blocks).matchAll(/"pageId":(\d+)/g)].map(([, id]) => Number(id));
  assert.deepEqual(
    found,
    Array.from({ length: 12 }, (_, at) => at + 1),
  );
});

it('refuses more blocks than a page holds before it asks for anything', async () => {
  const markdown = Array.from({ length: MAX_BLOCKS + 1 }, (_, at) => `- [[${at}]]`).join('\n');
  const asked: unknown[] = [];
  const ask = async <T>(question: unknown): Promise<T> => {
    asked.push(question);
    return [] as T;
  };
  await assert.rejects(
    readLargeNote({ markdown, wiki: true, blockIds: true }, ask),
    /a page holds at most 20000 blocks/,
  );
  assert.deepEqual(asked, []);
});
