// Which pasted texts are taken for Markdown.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { looksLikeMarkdown } from '../../plugins/blocks/markdown/detect.ts';

const table: [string, boolean][] = [
  ['just words', false],
  ['two lines\nof words', false],
  ['costs 5 * 3 * 2', false],
  ['- a dash at the start of a letter\nand more words below', false],
  ['a#b and #tag', false],
  ['1. only one\nthen prose', false],
  ['snake_case_name and __init__', false],
  ['# Heading', true],
  ['- one\n- two', true],
  ['1. one\n2. two', true],
  ['- [ ] task', true],
  ['> quoted', true],
  ['```\ncode\n```', true],
  ['| a | b |\n|---|---|', true],
  ['a **bold** word', true],
  ['see [here](https://example.org)', true],
  ['run `npm ci` first', true],
  ['![picture](x.png)', true],
  ['so $x^2$ is', true],
  ['costs $5 and $6_', false],
  ['$HOME/a_b and $PATH', false],
];

for (const [text, expected] of table) {
  it(`${JSON.stringify(text)} is ${expected ? '' : 'not '}Markdown`, () =>
    assert.equal(looksLikeMarkdown(text), expected));
}

it('reads only the beginning of a long text', () => {
  const signs = '# Heading\n\n- one\n- two\n';
  assert.equal(looksLikeMarkdown(`${signs}${'words and words\n'.repeat(1_000_000)}`), true);
  assert.equal(looksLikeMarkdown(`${'words and words\n'.repeat(1_000_000)}${signs}`), false);
});
