/** Editor commands: what each one does, and that thirty thousand of them in random order lose nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Command, EditorState, TextSelection } from 'prosemirror-state';
import { BLOCK_DEPTH_MAX } from '../../plugins/blocks/block.ts';
import { readBlocks } from '../../plugins/blocks/codec/codec.ts';
import * as commands from '../../plugins/blocks/commands/block-commands.ts';
import { fromDoc, toDoc } from '../../plugins/blocks/schema/document.ts';
import { at, between, draw, run, written } from './editing.ts';
import { anyBlocks } from './lists.ts';

const { splitBlock, joinBackward, indent, outdent, turnInto, deleteBlock, toggleTodo, indentedLine } = commands;

const CASES: [string, Command, string[], number, number, string[] | null][] = [
  ['no indent for the first', indent, ['bullet:a', 'bullet:b'], 0, 0, null],
  ['no indent below a divider', indent, ['divider:', 'bullet:b'], 1, 0, null],
  ['no outdent at the top', outdent, ['bullet:a'], 0, 0, null],
  ['a text is no to-do', toggleTodo, ['bullet:a'], 0, 0, null],
  ['text does not fit in a divider', turnInto('divider'), ['paragraph:a'], 0, 0, null],
  ['nothing above the first', joinBackward, ['paragraph:a'], 0, 0, null],
  ['split in the middle', splitBlock, ['bullet:ab', '  bullet:c'], 0, 1, ['bullet:a', 'bullet:b', '  bullet:c']],
  [
    'split at the end of a parent',
    splitBlock,
    ['toggle:a', '  bullet:c'],
    0,
    1,
    ['toggle:a', '  paragraph:', '  bullet:c'],
  ],
  ['split a heading', splitBlock, ['quote:ab'], 0, 2, ['quote:ab', 'paragraph:']],
  ['a line of code with the indent of the one before', indentedLine, ['code:\t a b'], 0, 3, ['code:\t a\n\t  b']],
  ['no indent before the caret', indentedLine, ['code:  ab'], 0, 1, ['code: \n  ab']],
  ['no line of code in a text', indentedLine, ['bullet:ab'], 0, 1, null],
  ['split in code', splitBlock, ['code:ab'], 0, 1, ['code:a\nb']],
  ['join first drops the kind', joinBackward, ['paragraph:a', 'bullet:b'], 1, 0, ['paragraph:a', 'paragraph:b']],
  [
    'join with the text above',
    joinBackward,
    ['bullet:a', '  bullet:x', 'paragraph:b', '  bullet:c'],
    2,
    0,
    ['bullet:a', '  bullet:xb', 'bullet:c'],
  ],
  ['join with the parent', joinBackward, ['bullet:a', '  paragraph:b'], 1, 0, ['bullet:ab']],
  [
    'indent',
    indent,
    ['bullet:a', '  bullet:x', 'bullet:b', '  bullet:c'],
    2,
    0,
    ['bullet:a', '  bullet:x', '  bullet:b', '    bullet:c'],
  ],
  [
    'outdent takes what is below',
    outdent,
    ['bullet:a', '  bullet:x', '  bullet:b', '  bullet:c'],
    2,
    0,
    ['bullet:a', '  bullet:x', 'bullet:b', '  bullet:c'],
  ],
  ['turn into code', turnInto('code'), ['bullet:a', '  bullet:c'], 0, 0, ['code:a', 'bullet:c']],
  ['turn into a heading', turnInto('heading', { level: 2 }), ['paragraph:a'], 0, 0, ['heading:a']],
  ['delete', deleteBlock, ['bullet:a', '  bullet:c', 'bullet:d'], 0, 0, ['bullet:d']],
  ['delete the only child', deleteBlock, ['bullet:a', '  bullet:c'], 1, 0, ['bullet:a']],
  ['delete the only block', deleteBlock, ['bullet:a'], 0, 0, ['paragraph:']],
];

for (const [name, command, before, line, offset, after] of CASES) {
  test(`command: ${name}`, () => {
    const state = at(before, line, offset);
    const next = run(state, command);
    assert.equal(command(state), after !== null, 'asking without dispatch tells the same');
    assert.deepEqual(next && draw(fromDoc(next.doc)), after);
    next?.doc.check();
  });
}

test('a to-do is checked and unchecked', () => {
  const checked = run(at(['todo:a'], 0, 0), toggleTodo)!;
  assert.deepEqual(fromDoc(checked.doc)[0]!.data, { checked: true });
  assert.deepEqual(fromDoc(run(checked, toggleTodo)!.doc)[0]!.data, { checked: false });
});

test('no command nests deeper than a page may', () => {
  const lines = Array.from({ length: BLOCK_DEPTH_MAX }, (_, i) => `${'  '.repeat(i)}bullet:a`);
  assert.equal(run(at([...lines, `${'  '.repeat(BLOCK_DEPTH_MAX - 1)}bullet:b`], BLOCK_DEPTH_MAX, 0), indent), null);
  assert.notEqual(run(at([...lines, `${'  '.repeat(BLOCK_DEPTH_MAX - 2)}bullet:b`], BLOCK_DEPTH_MAX, 0), indent), null);
});

const KINDS: [string, object][] = [
  ['paragraph', {}],
  ['heading', { level: 3 }],
  ['bullet', {}],
  ['todo', { checked: false }],
  ['callout', { icon: '', color: 'red' }],
  ['code', { language: 'js' }],
  ['divider', {}],
];

/** Commands under which the text stays as it reads. */
const STEADY = [
  splitBlock,
  joinBackward,
  indent,
  outdent,
  toggleTodo,
  ...KINDS.map(([type, data]) => turnInto(type, data)),
];

test('30,000 commands on 200 documents: valid after each, nothing lost, the list round-trips', () => {
  const lists = fc.sample(anyBlocks, { numRuns: 200, seed: 7 });
  let seed = 1;
  // A fixed generator: a failure must come back at the next run.
  const pick = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (seed >>> 8) % below;
  };
  let done = 0;
  for (const list of lists) {
    let state = EditorState.create({ doc: toDoc(list) });
    for (let i = 0; i < 150; i++) {
      const $pos = state.doc.resolve(pick(state.doc.content.size + 1));
      state = state.apply(state.tr.setSelection(TextSelection.near(between($pos))));
      const pool = pick(12) === 0 ? [deleteBlock] : STEADY;
      const command = pool[pick(pool.length)]!;
      const next = run(state, command);
      if (!next) continue;
      done++;
      next.doc.check();
      const [before, after] = [written(state.doc), written(next.doc)];
      if (pool === STEADY) assert.equal(after, before);
      const blocks = fromDoc(next.doc);
      assert.deepEqual(readBlocks(blocks).blocks, blocks);
      assert.ok(toDoc(blocks).eq(next.doc));
      state = next;
    }
  }
  assert.ok(done > 10_000, `only ${done} of 30,000 commands applied`);
});
