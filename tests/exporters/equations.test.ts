// Formulas in documents of Word are equations there, and formulas again when the document is read.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Block } from '../../plugins/blocks/block.ts';
import { FormulaDrawing } from '../../plugins/blocks/html/mathml.ts';
import { writeDocx } from '../../plugins/exporters/formats/docx/write.ts';
import documents from '../../plugins/importers/formats/word-documents/index.ts';
import { itemsIn, of } from '../importers/formats/items.ts';
import { textOf, unzip } from './unpacking.ts';

const math = (id: string, tex: string): Block => ({ id, type: 'math', data: { tex } });

async function documentOf(blocks: Block[]): Promise<Buffer> {
  const chapters = [{ id: 1, title: 'Formulas', depth: 0, blocks }];
  const { content, warnings } = await writeDocx({ title: 'Formulas', chapters, pictures: {} });
  assert.deepEqual(warnings, []);
  return Buffer.from(content);
}

async function blocksIn(document: Buffer): Promise<Block[]> {
  const [page] = of(await itemsIn(documents, 'a.docx', document), 'page');
  assert.deepEqual(page?.unsupported ?? {}, {});
  return page?.blocks ?? [];
}

/** What is written, and what is read again where Word says the same in other words. */
const FORMULAS: [tex: string, read?: string][] = [
  ['E=mc^2', 'E=mc^{2}'],
  ['\\frac{a}{b}'],
  ['\\binom nk', '\\left(\\genfrac{}{}{0pt}{}{n}{k}\\right)'],
  ['x_i^2+y_j', 'x_{i}^{2}+y_{j}'],
  ['\\sqrt{x}+\\sqrt[3]{y}', '\\sqrt{x}+\\sqrt[{3}]{y}'],
  ['\\sum_{i=1}^{n} i^2', '\\sum\\limits_{i=1}^{n}{i^{2}}'],
  ['\\int_0^1 f', '\\int_{0}^{1}{f}'],
  ['\\left(\\frac{a}{b}\\right)'],
  ['\\left\\langle a\\middle|b\\right\\rangle'],
  ['\\left\\{\\begin{matrix}1 & x \\\\ 2 & y\\end{matrix}\\right.'],
  ['\\hat{p}\\vec{x}\\overline{AB}\\underline{c}'],
  ['\\underbrace{a+b}_{n}'],
  ['\\overset{n}{A}'],
  ['\\lim_{x\\to 0} f(x)', '\\lim_{x\\to 0}f(x)'],
  ['\\sin x'],
  ['\\left|x\\right|+\\begin{vmatrix}a\\end{vmatrix}', '\\left|x\\right|+\\left|\\begin{matrix}a\\end{matrix}\\right|'],
  ['\\left.x\\right|_0', '{\\left.x\\right|}_{0}'],
  ['\\left(a\\middle|b\\middle/c\\right)', '\\left(a|b/c\\right)'],
  ['\\sum_i = x', '\\sum\\limits_{i}{}=x'],
  ['\\begin{aligned}a&=b\\\\c&<d\\end{aligned}', '\\begin{aligned}a&=b \\\\ c&<d\\end{aligned}'],
  ['{}_{6}^{14}C'],
  ['\\boxed{x}'],
  ['\\mathbb{R}\\mathbf{v}\\mathcal{L}'],
  ['x\\text{ if 5\\%}'],
  ['α\\le ∞', 'α\\le \\infty'],
];

describe('formulas in documents', () => {
  it('are read again as what they were', async () => {
    const blocks = await blocksIn(await documentOf(FORMULAS.map(([tex], index) => math(`f${index}`, tex))));
    const read = blocks.filter(({ type }) => type === 'math').map(({ data }) => String(data.tex));
    assert.deepEqual(
      read,
      FORMULAS.map(([tex, again = tex]) => again),
    );
    for (const tex of read) assert.ok(new FormulaDrawing().mathml(tex, true), tex);
  });

  it('stand in their lines, headings and cells', async () => {
    const line = [
      { type: 'text' as const, text: 'So ' },
      { type: 'math' as const, tex: 'a^{2}' },
    ];
    const rows = [[{ content: line }, { content: line }]];
    const document = await documentOf([
      { id: 'p', type: 'paragraph', data: {}, content: line },
      { id: 'h', type: 'heading', data: { level: 2 }, content: line },
      { id: 't', type: 'table', data: { header: { row: false, column: false }, rows } as never },
    ]);
    const read = await blocksIn(document);
    const [paragraph, table] = ['paragraph', 'table'].map((type) => read.find((block) => block.type === type));
    const heading = read.findLast(({ type }) => type === 'heading');
    assert.deepEqual(paragraph?.content, line);
    assert.deepEqual(heading?.content, line);
    const cells = (table?.data.rows ?? []) as unknown as { content: unknown }[][];
    assert.deepEqual(
      cells.map((row) => row.map((cell) => cell.content)),
      [[line, line]],
    );
  });

  it('are equations of Word: a fraction in a line, a sum with its limits in one of its own', async () => {
    const content = [{ type: 'math' as const, tex: '\\frac{a}{2}' }];
    const document = await documentOf([{ id: 'p', type: 'paragraph', data: {}, content }, math('m', '\\sum_{i}^n i')]);
    const xml = textOf(await unzip(document), 'word/document.xml');
    const run = (text: string) => `<m:r><m:t xml:space="preserve">${text}</m:t></m:r>`;
    const fraction = `<m:f><m:num>${run('a')}</m:num><m:den>${run('2')}</m:den></m:f>`;
    assert.ok(xml.includes(`<w:p><m:oMath>${fraction}</m:oMath></w:p>`), xml);
    const settings = '<m:naryPr><m:chr m:val="∑"/><m:limLoc m:val="undOvr"/></m:naryPr>';
    const sides = `<m:sub>${run('i')}</m:sub><m:sup>${run('n')}</m:sup><m:e>${run('i')}</m:e>`;
    assert.ok(xml.includes(`<m:oMathPara><m:oMath><m:nary>${settings}${sides}</m:nary></m:oMath></m:oMathPara>`), xml);
    assert.match(xml, / xmlns:m="http:\/\/schemas.openxmlformats.org\/officeDocument\/2006\/math"/);
  });

  it('that cannot be read are written as their source', async () => {
    const content = [{ type: 'math' as const, tex: '\\frac{' }];
    const blocks = await blocksIn(
      await documentOf([{ id: 'p', type: 'paragraph', data: {}, content }, math('m', '\\nope')]),
    );
    assert.deepEqual(
      blocks.slice(-2).map((block) => block.content),
      ['\\frac{', '\\nope'].map((text) => [{ type: 'text', text, marks: [{ type: 'code' }] }]),
    );
  });
});
