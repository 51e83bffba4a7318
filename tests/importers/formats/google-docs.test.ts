// Pages of Google Docs: marks that stand in the style sheet, lists in lists, and links without a detour.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Block } from '../../../plugins/blocks/block.ts';
import { blocksPlainText } from '../../../plugins/blocks/plain-text.ts';
import html from '../../../plugins/importers/formats/html-folder/index.ts';
import { archive, itemsIn, of } from './items.ts';

const SHEET =
  '<style>@import url(https://themes.googleusercontent.com/fonts/css?kit=x);.c1{font-weight:700}.c2{font-style:italic;color:#1155cc;text-decoration:underline}.c3{vertical-align:super}ol.lst-kix_a-0{list-style:none}</style>';
const page = async (body: string, sheet = SHEET) => {
  const items = await itemsIn(
    html,
    'Doc.zip',
    archive({ 'Doc.html': `<html><head>${sheet}</head><body>${body}</body></html>`, 'images/image1.png': 'png' }),
  );
  return of(items, 'page').find(({ id }) => id === 'Doc.html') ?? assert.fail('no page came');
};
const shape = ({ type, content = [], children = [] }: Block): unknown[] => [
  type,
  blocksPlainText([{ id: '', type: 'paragraph', data: {}, content }]),
  ...children.map(shape),
];
const marks = (block: Block | undefined): string[] =>
  (block?.content ?? []).map((node) =>
    node.type === 'text'
      ? [node.text.trim(), ...(node.marks ?? []).map(({ type, attrs }) => attrs?.href ?? type)].join(' ')
      : '',
  );

describe('Google Docs', () => {
  it('marks letters as the style sheet says, but for links and headings, which look so by what they are', async () => {
    const { blocks = [] } = await page(
      '<p><span class="c1">bold</span> <span class="c2"><a href="https://www.google.com/url?q=https://example.org/a%3Fb%3D1&amp;sa=D">link</a></span> x<span class="c3">2</span></p><h2><span class="c1">Head</span></h2>',
    );
    assert.deepEqual(marks(blocks[0]), ['bold bold', '', 'link https://example.org/a?b=1 italic', 'x^2']);
    assert.deepEqual(marks(blocks[1]), ['Head']);
  });

  it('nests lists by the level in their names, and goes on behind them', async () => {
    const list = (tag: string, level: number, text: string, more = '') =>
      `<${tag} class="c9 lst-kix_a-${level}"${more}><li><span>${text}</span></li></${tag}>`;
    const { blocks = [] } = await page(
      `${list('ol', 0, 'a')}${list('ul', 1, 'b')}${list('ul', 2, 'c')}${list('ol', 0, 'd', ' start="2"')}<p>text</p>${list('ul', 1, 'e')}<hr style="page-break-before:always;display:none;">${list('ul', 1, 'f')}`,
    );
    assert.deepEqual(blocks.map(shape), [
      ['numbered', 'a', ['bullet', 'b', ['bullet', 'c']]],
      ['numbered', 'd'],
      ['paragraph', 'text'],
      ['bullet', 'e'],
      ['bullet', 'f'],
    ]);
  });

  it('is called by the title in its text, and has notes and comments as footnotes', async () => {
    const { title, blocks = [] } = await page(
      '<p class="c4 title"><span>Tides</span></p><p>A<sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup><sup><a href="#cmnt1" id="cmnt_ref1">[a]</a></sup> <img src="images/image1.png"></p><div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a><span> note</span></p></div><div><p><a href="#cmnt_ref1" id="cmnt1">[a]</a><span>said</span></p></div>',
    );
    assert.equal(title, 'Tides');
    assert.deepEqual(
      blocks.map(({ type }) => type),
      ['paragraph', 'image', 'footnote', 'footnote'],
    );
    assert.match(blocksPlainText(blocks), /note[\s\S]*said/);
  });

  it('leaves other pages as they are', async () => {
    const { blocks = [] } = await page('<p><span class="c1">plain</span></p>', '<style>.c1{font-weight:700}</style>');
    assert.deepEqual(marks(blocks[0]), ['plain']);
  });
});
