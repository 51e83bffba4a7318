// Many chosen blocks at once: marked by one class, without a selection of the browser, and indented in one step.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EditorState, type Transaction } from 'prosemirror-state';
import { toDoc } from '../../plugins/blocks/schema/document.ts';
import { BlockRange, blockRangeLook } from '../../plugins/editor/client/block-controls/block-range.ts';
import { shift } from '../../plugins/editor/client/block-controls/range-commands.ts';

const pageOf = (count: number) =>
  toDoc(
    Array.from({ length: count }, (_none, index) => ({
      id: `b${index}`,
      type: 'paragraph',
      data: {},
      content: [{ type: 'text' as const, text: `line ${index}` }],
    })),
  );

function chosen(count: number, from = 0) {
  const doc = pageOf(count);
  const start = Array.from({ length: from }, (_none, index) => doc.child(index).nodeSize).reduce((a, b) => a + b, 0);
  const selection = BlockRange.create(doc, start, doc.content.size);
  return EditorState.create({ doc, selection, plugins: [blockRangeLook] });
}

/** Runs a command as a view would; how often it changed the page. */
function run(state: EditorState, command: ReturnType<typeof shift>) {
  const view = { state };
  let changes = 0;
  const dispatch = (tr: Transaction) => {
    if (tr.docChanged) changes += 1;
    view.state = view.state.apply(tr);
  };
  command(state, dispatch, Object.assign(view, { dispatch }) as never);
  return { changes, doc: view.state.doc };
}

describe('chosen blocks', () => {
  const marks = (state: EditorState) => blockRangeLook.props.decorations?.call(blockRangeLook, state);

  it('are marked one by one, and all of a page by one class', () => {
    assert.ok(marks(chosen(5, 2)));
    assert.equal(marks(chosen(5)), null);
  });

  it('have a selection of the browser only where that is no work', () => {
    const few = chosen(5).selection;
    assert.deepEqual([few.anchor, few.head], [few.from, few.to]);
    const many = chosen(5000).selection;
    assert.deepEqual([many.anchor, many.head, many.to], [0, 0, many.$to.doc.content.size]);
  });

  it('go below the block above them in one step, the first of a page stays', () => {
    const after = run(chosen(4, 2), shift('in'));
    assert.deepEqual([after.changes, after.doc.childCount, after.doc.child(1).lastChild?.childCount], [1, 2, 2]);
    const all = run(chosen(400), shift('in'));
    assert.deepEqual([all.changes, all.doc.childCount, all.doc.child(0).lastChild?.childCount], [1, 1, 399]);
    assert.equal(all.doc.textContent, pageOf(400).textContent);
  });

  it('leave the block they stand in together in one step, what stood below goes below the last', () => {
    const below = run(chosen(400), shift('in')).doc;
    const state = EditorState.create({ doc: below });
    const inner = below.child(0).lastChild!;
    const start = 2 + below.child(0).firstChild!.nodeSize;
    const of = (from: number, to: number) => {
      const at = (index: number) => inner.children.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, start);
      return state.apply(state.tr.setSelection(BlockRange.create(below, at(from), at(to))));
    };
    const all = run(of(0, 399), shift('out'));
    assert.deepEqual([all.changes, all.doc.childCount, all.doc.child(0).childCount], [1, 400, 1]);
    const some = run(of(2, 300), shift('out'));
    assert.deepEqual([some.changes, some.doc.childCount], [1, 299]);
    assert.deepEqual([some.doc.child(0).lastChild?.childCount, some.doc.child(298).lastChild?.childCount], [2, 99]);
    assert.equal(some.doc.textContent, pageOf(400).textContent);
  });
});
