// Markup of any depth is read to its end with all its text, and no element stands deeper than readers can follow.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MARKUP_DEPTH, MarkupParser } from '../../../core/files/markup-parser.ts';

/** How deep the elements of a text stood, how many there were, and its words. */
function read(markup: string, options = {}): { deepest: number; opened: number; closed: number; text: string } {
  const seen = { deepest: 0, opened: 0, closed: 0, text: '' };
  const parser = new MarkupParser(
    {
      onopentag: () => {
        seen.opened += 1;
        seen.deepest = Math.max(seen.deepest, seen.opened - seen.closed);
      },
      onclosetag: () => {
        seen.closed += 1;
      },
      ontext: (text) => {
        seen.text += text;
      },
    },
    options,
  );
  parser.end(markup);
  return seen;
}

const nested = (tag: string, count: number): string => `${`<${tag}>`.repeat(count)}in${`</${tag}>`.repeat(count)}after`;

describe('markup', () => {
  for (const [tag, count] of [
    ['DL', 300_000],
    ['div', 200_000],
    ['svg', 100_000],
    ['b', 100_000],
  ] as const)
    it(`reads ${count} ${tag} within each other`, () => {
      const { deepest, opened, closed, text } = read(nested(tag, count));
      assert.deepEqual([opened, closed, text], [count, count, 'inafter']);
      assert.ok(deepest <= MARKUP_DEPTH + 1, String(deepest));
    });

  it('reads XML of any depth, with elements that end in themselves', () => {
    const { opened, closed, text } = read(nested('outline', 100_000), { xmlMode: true });
    assert.deepEqual([opened, closed, text], [100_000, 100_000, 'inafter']);
    const single = read(`${'<a>'.repeat(600)}<b/><b/>x`, { xmlMode: true });
    assert.deepEqual([single.opened, single.closed, single.text], [602, 602, 'x']);
  });

  it('takes ends that nothing was opened for', () => {
    const { text } = read(`${'<div>'.repeat(MARKUP_DEPTH)}x${'</span>'.repeat(300_000)}y`);
    assert.equal(text, 'xy');
  });
});
