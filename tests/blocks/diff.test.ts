// What changed between two block lists: every block is told once, and what kept its order is not said to have moved.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Block, type Inline, walk } from '../../plugins/blocks/block.ts';
import { type BlockChange, diffBlocks } from '../../plugins/blocks/diff/block-diff.ts';
import { comparisonSides } from '../../plugins/blocks/diff/comparison-sides.ts';
import { PageComparison } from '../../plugins/blocks/diff/page-comparison.ts';
import { diffWords } from '../../plugins/blocks/diff/word-diff.ts';
import { longestRising } from '../../plugins/blocks/longest-increasing-subsequence.ts';
import { inlineText } from '../../plugins/blocks/plain-text.ts';

const text = (id: string, words = id, children?: Block[]): Block => ({
  id,
  type: 'paragraph',
  data: {},
  content: words ? [{ type: 'text', text: words }] : [],
  ...(children && { children }),
});

const told = (changes: BlockChange[]) =>
  changes.map((one) => `${one.kind} ${('after' in one ? one.after : one.before).block.id}`);

describe('blocks that changed', () => {
  const tables: [string, Block[], Block[], string[]][] = [
    ['nothing', [text('a'), text('b')], [text('a'), text('b')], ['same a', 'same b']],
    ['added', [text('a')], [text('a'), text('b')], ['same a', 'added b']],
    ['removed between', [text('a'), text('b'), text('c')], [text('a'), text('c')], ['same a', 'removed b', 'same c']],
    ['changed', [text('a', 'one two')], [text('a', 'one three')], ['changed a']],
    ['another type', [text('a')], [{ ...text('a'), type: 'quote' }], ['changed a']],
    [
      'one moved to the end: the others stayed',
      [text('a'), text('b'), text('c')],
      [text('b'), text('c'), text('a')],
      ['same b', 'same c', 'moved a'],
    ],
    ['moved into another', [text('a'), text('b')], [text('a', 'a', [text('b')])], ['same a', 'moved b']],
    [
      'new ids, same words',
      [text('a', 'one'), text('b', 'two')],
      [text('x', 'one'), text('y', 'two')],
      ['same x', 'same y'],
    ],
    [
      'new ids, most words the same',
      [text('a', 'one'), text('b', 'the quick brown fox')],
      [text('x', 'one'), text('y', 'the quick red fox')],
      ['same x', 'changed y'],
    ],
    ['all anew', [text('a', 'one')], [text('x', 'two')], ['removed a', 'added x']],
    ['from nothing', [], [text('a')], ['added a']],
  ];
  for (const [what, before, after, expected] of tables)
    it(what, () => assert.deepEqual(told(diffBlocks(before, after)), expected));

  const ids = fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 20 });
  const list = fc
    .tuple(ids, fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 20, maxLength: 20 }))
    .map(([numbers, words]) => {
      const top: Block[] = [];
      for (const [at, number] of numbers.entries()) {
        const made = text(`b${number}`, `word${words[at]} of ${number}`);
        const above = words[at] === 0 ? top.at(-1) : undefined;
        if (above) above.children = [...(above.children ?? []), made];
        else top.push(made);
      }
      return top;
    });

  it('any two lists: the newer one in order, and every block of both told once', () => {
    fc.assert(
      fc.property(list, list, (before, after) => {
        const changes = diffBlocks(before, after);
        const now = changes.flatMap((one) => ('after' in one ? [one.after.block.id] : []));
        const old = changes.flatMap((one) => ('before' in one ? [one.before.block.id] : []));
        assert.deepEqual(
          now,
          [...walk(after)].map(({ id }) => id),
        );
        assert.deepEqual(old.toSorted(), [...walk(before)].map(({ id }) => id).toSorted());
      }),
    );
  });

  it('a list and itself: nothing changed', () => {
    fc.assert(fc.property(list, (one) => diffBlocks(one, structuredClone(one)).every(({ kind }) => kind === 'same')));
  });

  it('any two lists side by side: each side has all of its blocks, and what they say', () => {
    const said = (blocks: Block[], words?: ReadonlyMap<unknown, { nodes: Inline[] }[]>) =>
      [...walk(blocks)]
        .map(({ id, content = [] }) => {
          const nodes = words?.get(content)?.flatMap((piece) => piece.nodes) ?? content;
          return `${id.replace(/-was$/, '')}: ${inlineText(nodes)}`;
        })
        .toSorted();
    fc.assert(
      fc.property(list, list, (before, after) => {
        const sides = comparisonSides(new PageComparison(structuredClone(before), structuredClone(after)));
        assert.deepEqual(said(sides.before.blocks, sides.before.runs), said(before));
        assert.deepEqual(said(sides.after.blocks, sides.after.runs), said(after));
        assert.deepEqual(
          sides.rows.flatMap((row) => row.before),
          sides.before.blocks,
        );
      }),
    );
  });

  it('what is new around a block stands beside the block alone', () => {
    const callout: Block = { ...text('new', 'Mind'), type: 'callout', children: [text('a')] };
    const { rows } = comparisonSides(new PageComparison([text('a')], [callout]));
    const ids = (blocks: Block[]) => [...walk(blocks)].map(({ id }) => id).join();
    assert.deepEqual(
      rows.map(({ before, after }) => [ids(before), ids(after)]),
      [['a-was', 'new,a']],
    );
  });
});

it('the longest rising run is one, and no longer one is found by trying all', () => {
  const longest = (values: number[]): number => {
    const best = values.map(() => 1);
    for (let i = 0; i < values.length; i++)
      for (let j = 0; j < i; j++) if (values[j]! < values[i]!) best[i] = Math.max(best[i]!, best[j]! + 1);
    return Math.max(0, ...best);
  };
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 30 }), (values) => {
      const found = longestRising(values);
      assert.equal(found.length, longest(values));
      assert.ok(found.every((at, index) => index === 0 || values[found[index - 1]!]! < values[at]!));
    }),
  );
});

describe('words that changed', () => {
  const written = (before: string, after: string) =>
    diffWords(before, after)
      .map(({ kind, text: words }) => (kind === 'same' ? words : `${kind === 'added' ? '+' : '-'}[${words}]`))
      .join('');
  for (const [before, after, expected] of [
    ['one two three', 'one 2 three', 'one -[two]+[2] three'],
    ['', 'new', '+[new]'],
    ['gone', '', '-[gone]'],
    ['你好世界', '你好地球', '你好-[世界]+[地球]'],
    ['same', 'same', 'same'],
  ] as const)
    it(`${before} → ${after}`, () => assert.equal(written(before, after), expected));

  it('both texts can be read out of the pieces', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (before, after) => {
        const pieces = diffWords(before, after);
        const without = (kind: string) => pieces.flatMap((one) => (one.kind === kind ? [] : [one.text])).join('');
        assert.equal(without('added'), before);
        assert.equal(without('removed'), after);
      }),
    );
  });
});
