/** What is written as Markdown is read back as it was. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BLOCK_DEPTH_MAX, type Block, type Inline, type TableBlockCell } from '../../plugins/blocks/block.ts';
import { readBlocks } from '../../plugins/blocks/codec/codec.ts';
import { parseMarkdownBlocks } from '../../plugins/blocks/markdown/parse.ts';
import { blocksToMarkdown } from '../../plugins/blocks/markdown/serialize.ts';
import { anyBlocks, bare, links } from './lists.ts';

const names = (name: string) => ({ smile: true, '+1': true })[name] === true;
const reader = { ...links, emoji: (name: string) => (names(name) ? { text: name } : null) };

/** The list as Markdown can say it: no comments, breaks for line ends, no empty paragraphs. */
function sayable(blocks: Block[]): Block[] {
  return blocks.flatMap((block) => {
    const said: Block = { ...block };
    if (block.content) said.content = inline(block.content);
    if (block.type === 'table') {
      const rows = (block.data.rows as unknown as TableBlockCell[][]).map((row) =>
        row.map((cell) => ({ ...cell, content: inline(cell.content) })),
      );
      said.data = { ...block.data, rows: rows as never };
    }
    if (block.children) said.children = sayable(block.children);
    if (said.children?.length === 0) delete said.children;
    return said.type === 'paragraph' && !said.content?.length && !said.children ? [] : [said];
  });
}

function inline(nodes: Inline[]): Inline[] {
  return nodes.map((node): Inline => {
    if (node.type !== 'text' || !node.marks) return node;
    const marks = node.marks.filter(({ type }) => type !== 'comment');
    return marks.length > 0 ? { ...node, marks } : { type: 'text', text: node.text };
  });
}

test('blocks survive Markdown', () => {
  fc.assert(
    fc.property(anyBlocks, (blocks) => {
      const source = blocksToMarkdown(blocks, reader);
      const back = parseMarkdownBlocks(source, { emoji: names });
      const expected = readBlocks(sayable(blocks)).blocks;
      assert.deepEqual(bare(back), bare(expected), source);
    }),
    { numRuns: 300 },
  );
});

const paragraph = (content: Inline[]): Block => ({ id: 'a', type: 'paragraph', data: {}, content });

test('a colon stays bare where no emoji can begin', () => {
  for (const text of ['To do:', '500 €:', 'a: b', ':'])
    assert.equal(blocksToMarkdown([paragraph([{ type: 'text', text }])], reader).trim(), text);
});

test('pieces of names of emoji in all marks come back as what they were', () => {
  const piece = fc.constantFrom(':', 'smi', 'le:', ':smile', ':+', '1:', '_', 'a:');
  const marks = fc.subarray(['italic', 'bold', 'code'], { maxLength: 1 }).map((some) => some.map((type) => ({ type })));
  const text = fc.record({ text: piece, marks }).map((rest): Inline => ({ type: 'text', ...rest }));
  const pieces = fc.oneof({ weight: 4, arbitrary: text }, fc.constant<Inline>({ type: 'emoji', name: 'smile' }));
  fc.assert(
    fc.property(fc.array(pieces, { minLength: 1, maxLength: 5 }), (content) => {
      const [block] = readBlocks([paragraph(content)]).blocks;
      const source = blocksToMarkdown([block as Block], reader);
      assert.deepEqual(bare(parseMarkdownBlocks(source, { emoji: names })), bare([block as Block]), source);
    }),
    { numRuns: 500 },
  );
});

for (const [depth, kept] of [
  [30, 30],
  [BLOCK_DEPTH_MAX, BLOCK_DEPTH_MAX],
  [BLOCK_DEPTH_MAX + 15, BLOCK_DEPTH_MAX],
] as const) {
  test(`lists ${depth} deep come back ${kept} deep, with all their words`, () => {
    const source = Array.from({ length: depth }, (_, level) => `${'  '.repeat(level)}- item ${level}.`).join('\n');
    const blocks = parseMarkdownBlocks(blocksToMarkdown(parseMarkdownBlocks(source), links));
    const levels = (list: Block[]): number =>
      list.length ? 1 + Math.max(...list.map(({ children = [] }) => levels(children))) : 0;
    assert.equal(levels(blocks), kept);
    const said = JSON.stringify(blocks);
    assert.ok(Array.from({ length: depth }, (_, level) => `item ${level}.`).every((one) => said.includes(one)));
  });
}
