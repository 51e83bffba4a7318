/** What search, links and outlines read out of a list. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBlocks } from '../../plugins/blocks/codec/codec.ts';
import { outline } from '../../plugins/blocks/outline.ts';
import { blocksPlainText } from '../../plugins/blocks/plain-text.ts';
import { collectReferences } from '../../plugins/blocks/references.ts';
import { block } from './lists.ts';

const linked = (href: string) => ({ type: 'text' as const, text: 'x', marks: [{ type: 'link', attrs: { href } }] });

const { blocks } = readBlocks([
  { id: 'h', ...block('heading', { level: 2 }, 'Über  uns') },
  {
    id: 'c',
    type: 'columns',
    children: [{ id: 'd', type: 'column', children: [{ id: 'e', ...block('heading', { level: 3 }, 'Deep') }] }],
  },
  block('paragraph', {}, [
    { type: 'pageLink', pageId: 5 },
    { type: 'mention', userId: 2 },
    { type: 'dateLink', date: '2026-11-20' },
  ]),
  block('paragraph', {}, [
    linked('/pages/7#x'),
    linked('/pages/5'),
    linked('/pages/0'),
    linked('https://x.test/pages/9'),
  ]),
  block('image', { fileId: 4, name: 'a.png', caption: 'A cat' }),
  block('bookmark', { url: 'https://x.test', imageFileId: 6 }),
  block('mermaid', { source: 'graph', fileId: 4 }),
  block('synced', { syncedBlockId: 8 }),
  block('database', { collectionId: 3 }),
  block('pageLink', { pageId: 11 }),
  block('code', { text: 'a\nb', language: 'js' }),
  block('table', {
    rows: [[{ content: [{ type: 'text', text: 'one' }] }, { content: [{ type: 'pageLink', pageId: 12 }] }]],
  }),
]);

test('one line of text for each block that has any', () => {
  assert.deepEqual(blocksPlainText(blocks).split('\n'), [
    'Über uns',
    'Deep',
    '2026-11-20',
    'xxxx',
    'a.png A cat',
    'https://x.test',
    'graph',
    'a b',
    'one',
  ]);
});

test('every run of white space is one space, and a long list is read only as far as somebody needs it', () => {
  const text = (words: string) => block('paragraph', {}, words);
  const { blocks: spaced } = readBlocks([text('  a \n b\u00a0 c\t'), text(' '), text('d e')]);
  assert.equal(blocksPlainText(spaced), 'a b c\nd e');
  const long = Array.from({ length: 10 }, (_, at) => text(`line ${at}`));
  assert.equal(blocksPlainText(readBlocks(long).blocks, 12), 'line 0\nline 1');
});

test('references are unique and in order', () => {
  assert.deepEqual(collectReferences(blocks), {
    pages: [5, 7, 11, 12],
    files: [4, 6],
    users: [2],
    synced: [8],
    databases: [3],
    emoji: [],
    views: [],
    comments: [],
  });
});

test('the outline holds nested headings', () => {
  assert.deepEqual(outline(blocks), [
    { id: 'h', level: 2, text: 'Über  uns' },
    { id: 'e', level: 3, text: 'Deep' },
  ]);
});
