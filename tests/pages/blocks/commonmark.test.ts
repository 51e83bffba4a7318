/** The examples of the CommonMark specification: none throws, none loses a word. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Parser } from 'htmlparser2';
import { type Block, walk } from '../../../plugins/pages/blocks/block.ts';
import { readBlocks } from '../../../plugins/pages/blocks/codec.ts';
import { check } from '../../../plugins/pages/blocks/document.ts';
import { markdownToBlocks } from '../../../plugins/pages/blocks/markdown-in.ts';
import { blocksToMarkdown } from '../../../plugins/pages/blocks/markdown-out.ts';
import { plainText } from '../../../plugins/pages/blocks/text.ts';
import { bare, links } from './lists.ts';

const FOLDER = new URL('../../../../shared/fixtures/markdown/commonmark/', import.meta.url);
const EXAMPLES = new URL('commonmark-0.31.2-tests.json', FOLDER);
const SPEC = new URL('spec.txt', FOLDER);
const missing = existsSync(EXAMPLES) ? false : 'the CommonMark fixtures are not beside this repository';

interface Example {
  markdown: string;
  html: string;
}

/** The words a browser would show. */
function words(html: string): string[] {
  let text = '';
  const parser = new Parser({ ontext: (part) => (text += part), onopentag: () => (text += ' ') });
  parser.end(html);
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Where raw HTML would have swallowed a fence, its first line is no text for us but the language of the code. */
function languages(blocks: Block[]): string {
  return [...walk(blocks)].map(({ data }) => data.language ?? '').join(' ');
}

test('every example of the specification keeps its words', { skip: missing }, () => {
  const examples = JSON.parse(readFileSync(EXAMPLES, 'utf8')) as Example[];
  assert.equal(examples.length, 652);
  for (const { markdown, html } of examples) {
    const { blocks } = readBlocks(markdownToBlocks(markdown));
    check(blocks);
    const kept = `${plainText(blocks)} ${languages(blocks)}`;
    const lost = words(html).filter((word) => !kept.includes(word));
    assert.deepEqual(lost, [], JSON.stringify(markdown));
  }
});

test('every example can be written and read again', { skip: missing }, () => {
  for (const { markdown } of JSON.parse(readFileSync(EXAMPLES, 'utf8')) as Example[]) {
    const blocks = markdownToBlocks(markdown);
    const again = markdownToBlocks(blocksToMarkdown(blocks, links));
    assert.deepEqual(bare(again), bare(blocks), JSON.stringify(markdown));
  }
});

test('the specification itself is one page with its 652 examples as code', { skip: missing }, () => {
  const { blocks } = readBlocks(markdownToBlocks(readFileSync(SPEC, 'utf8')));
  check(blocks);
  const examples = [...walk(blocks)].filter(({ type, data }) => type === 'code' && data.language === 'example');
  assert.equal(examples.length, 652);
});
