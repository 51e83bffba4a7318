// What the editor reads off a whole page: found as a walk over everything would, looking only at blocks that changed.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EditorState } from 'prosemirror-state';
import { toDoc } from '../../plugins/blocks/schema/document.ts';
import { byBlock, nodesIn } from '../../plugins/editor/client/editor/per-block-cache.ts';
import { build } from './editing.ts';

const doc = toDoc(build(['paragraph:one', 'bullet:two', '  bullet:three', '    paragraph:four', 'paragraph:five']));

describe('what is kept for each block', () => {
  it('is found with its place in the page', () => {
    const texts = byBlock((block) =>
      nodesIn(
        block,
        ({ isTextblock }) => isTextblock,
        () => false,
      ),
    );
    const found = texts(doc).map(({ one: { node, pos }, at }) => ({ text: node.textContent, pos: at + pos }));
    const wanted: typeof found = [];
    doc.descendants((node, pos) => void (node.isTextblock && wanted.push({ text: node.textContent, pos })));
    assert.deepEqual(found, wanted);
  });

  it('is looked for once, and again in the one block that changed', () => {
    const looked: string[] = [];
    const read = byBlock((block) => {
      looked.push(block.textContent);
      return [block.textContent];
    });
    const before = read(doc).map(({ one }) => one);
    assert.deepEqual(before, ['one', 'twothreefour', 'five']);
    const { tr } = EditorState.create({ doc });
    tr.insertText('more ', 2);
    assert.deepEqual(
      read(tr.doc).map(({ one }) => one),
      ['more one', 'twothreefour', 'five'],
    );
    assert.deepEqual(looked, [...before, 'more one']);
  });
});
