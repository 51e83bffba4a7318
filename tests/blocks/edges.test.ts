/** Enter, Backspace and Delete at the edges of blocks: what each does, and that no order of them loses a character. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chainCommands } from 'prosemirror-commands';
import { Slice } from 'prosemirror-model';
import { type Command, EditorState, NodeSelection, TextSelection } from 'prosemirror-state';
import { BLOCK_DEPTH_MAX } from '../../plugins/blocks/block.ts';
import { readBlocks } from '../../plugins/blocks/codec/codec.ts';
import { blockById, levels } from '../../plugins/blocks/commands/block-position.ts';
import * as edges from '../../plugins/blocks/commands/enter-backspace.ts';
import { withinDepth } from '../../plugins/blocks/commands/nesting-depth.ts';
import { fromDoc, toDoc } from '../../plugins/blocks/schema/document.ts';
import { schema } from '../../plugins/blocks/schema/schema.ts';
import { at, between, build, draw, run, written } from './editing.ts';
import { anyBlocks } from './lists.ts';

const enter = chainCommands(...edges.enter);
const backspace = chainCommands(...edges.backspace);
const { joinForward } = edges;

const CASES: [string, Command, string[], number, number, string[]][] = [
  ['nothing before the first', backspace, ['paragraph:a'], 0, 0, ['paragraph:a']],
  ['nothing after the last', joinForward, ['paragraph:a'], 0, 1, ['paragraph:a']],
  ['code is not drawn up', joinForward, ['paragraph:a', 'code:b'], 0, 1, ['paragraph:a', 'code:b']],
  ['a picture is chosen, not deleted', joinForward, ['paragraph:a', 'divider:'], 0, 1, ['paragraph:a', 'divider:']],
  ['an item ends its list', enter, ['bullet:a', 'bullet:'], 1, 0, ['bullet:a', 'paragraph:']],
  ['a nested item moves out', enter, ['bullet:a', '  bullet:'], 1, 0, ['bullet:a', 'bullet:']],
  ['an empty line stays one', enter, ['paragraph:'], 0, 0, ['paragraph:', 'paragraph:']],
  ['a line above a quote', enter, ['quote:a'], 0, 0, ['paragraph:', 'quote:a']],
  ['an item above an item', enter, ['bullet:a', '  bullet:b'], 0, 0, ['bullet:', 'bullet:a', '  bullet:b']],
  ['into an open toggle', enter, ['toggle:a', '  bullet:b'], 0, 1, ['toggle:a', '  paragraph:', '  bullet:b']],
  ['a plain line moves out', backspace, ['bullet:a', '  paragraph:b'], 1, 0, ['bullet:a', 'paragraph:b']],
  ['an item becomes plain first', backspace, ['bullet:a', '  bullet:b'], 1, 0, ['bullet:a', '  paragraph:b']],
  ['lines join', backspace, ['bullet:a', 'paragraph:b'], 1, 0, ['bullet:ab']],
  ['an empty line below a rule goes', backspace, ['divider:', 'paragraph:'], 1, 0, ['divider:']],
  ['text below a rule stays', backspace, ['divider:', 'paragraph:a'], 1, 0, ['divider:', 'paragraph:a']],
  ['the next line is drawn up', joinForward, ['paragraph:a', 'bullet:b'], 0, 1, ['paragraph:ab']],
  ['its children move up', joinForward, ['paragraph:a', 'bullet:b', '  bullet:c'], 0, 1, ['paragraph:ab', 'bullet:c']],
  ['a child is drawn up', joinForward, ['bullet:a', '  bullet:b', 'bullet:c'], 0, 1, ['bullet:ab', 'bullet:c']],
  [
    'from the last child onwards',
    joinForward,
    ['bullet:a', '  bullet:b', 'quote:c'],
    1,
    1,
    ['bullet:a', '  bullet:bc'],
  ],
  ['a quote below an empty line stays one', joinForward, ['paragraph:', 'quote:a'], 0, 0, ['quote:a']],
  ['code below an empty line stays code', joinForward, ['paragraph:', 'code:a'], 0, 0, ['code:a']],
  ['an empty child goes', joinForward, ['bullet:a', '  paragraph:', 'todo:b'], 1, 0, ['bullet:a', 'todo:b']],
];

for (const [name, command, before, line, offset, after] of CASES) {
  test(`edges: ${name}`, () => {
    const next = run(at(before, line, offset), command);
    assert.ok(next, 'the key fell through to what the browser does');
    next.doc.check();
    assert.deepEqual(draw(fromDoc(next.doc)), after);
  });
}

test('Enter and typing on a chosen block without text go on below it', () => {
  const doc = toDoc(build(['divider:', 'paragraph:a']));
  const place = blockById(doc, 'b0')!;
  const state = EditorState.create({ doc, selection: NodeSelection.create(doc, place.pos + 1) });
  const entered = run(state, enter);
  assert.deepEqual(entered && draw(fromDoc(entered.doc)), ['divider:', 'paragraph:', 'paragraph:a']);
  const typed = state.apply(edges.belowChosen(state, 'x')!);
  assert.deepEqual(draw(fromDoc(typed.doc)), ['divider:', 'paragraph:x', 'paragraph:a']);
  assert.equal(typed.selection.$from.parent.textContent, 'x');
  assert.equal(edges.belowChosen(at(['paragraph:a'], 0, 1), 'x'), null);
});

test('Enter over texts of several blocks takes them away and splits what is left, in one step', () => {
  const state = at(['bullet:ab', 'paragraph:', 'bullet:cd'], 0, 1);
  const to = blockById(state.doc, 'b2')!.pos + 3;
  const chosen = state.apply(state.tr.setSelection(TextSelection.create(state.doc, state.selection.from, to)));
  const next = run(chosen, enter);
  assert.deepEqual(next && draw(fromDoc(next.doc)), ['bullet:a', 'bullet:d']);
  assert.equal(next?.selection.$from.parent.textContent, 'd');
});

test('what is pasted too deep goes on as siblings, and keeps every word', () => {
  const lines = Array.from({ length: BLOCK_DEPTH_MAX }, (_, i) => `${'  '.repeat(i)}bullet:${i}`);
  const { content } = toDoc(build(lines));
  const shallow = withinDepth(new Slice(content, 0, 0), BLOCK_DEPTH_MAX - 2);
  const doc = schema.nodes.doc!.create(null, shallow.content);
  doc.check();
  assert.equal(doc.textContent, content.textBetween(0, content.size));
  assert.ok(doc.children.every((block) => levels(block) <= 3));
  assert.equal(withinDepth(new Slice(content, 0, 0), 1).content, content);
});

test('20,000 keys at random places: valid after each, no character lost, the list round-trips', () => {
  const keys: [string, Command][] = [
    ['enter', enter],
    ['backspace', backspace],
    ['delete', joinForward],
  ];
  let seed = 3;
  const pick = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (seed >>> 8) % below;
  };
  let done = 0;
  for (const list of fc.sample(anyBlocks, { numRuns: 200, seed: 11 })) {
    let state = EditorState.create({ doc: toDoc(list) });
    for (let i = 0; i < 100; i++) {
      const $pos = between(state.doc.resolve(pick(state.doc.content.size + 1)));
      // Edges are where these keys differ from typing.
      const edge = $pos.parent.isTextblock && pick(2) ? (pick(2) ? $pos.start() : $pos.end()) : $pos.pos;
      state = state.apply(state.tr.setSelection(TextSelection.near(state.doc.resolve(edge))));
      const [name, command] = keys[pick(keys.length)]!;
      const next = run(state, command);
      if (!next) continue;
      done++;
      next.doc.check();
      assert.equal(written(next.doc), written(state.doc), name);
      const blocks = fromDoc(next.doc);
      assert.deepEqual(readBlocks(blocks).blocks, blocks, name);
      state = next;
    }
  }
  assert.ok(done > 8000, `only ${done} keys did anything`);
});
