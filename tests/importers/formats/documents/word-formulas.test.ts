// Formulas of Word become those of pages: every part that its editor of equations has, as TeX that can be drawn.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FormulaDrawing } from '../../../../plugins/blocks/html/mathml.ts';
import documents from '../../../../plugins/importers/formats/word-documents/index.ts';
import { itemsIn, of } from '../items.ts';
import { docx } from '../own-exports.ts';

const NAMES = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';
const words = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const p = (inside: string): string => `<w:p>${inside}</w:p>`;
/** A run of a formula, as Word writes it beside its own settings of letters. */
const r = (text: string, settings = ''): string =>
  `<m:r>${settings && `<m:rPr>${settings}</m:rPr>`}<w:rPr><w:rFonts w:ascii="Cambria Math"/></w:rPr><m:t>${text}</m:t></m:r>`;
const el = (name: string, inside: string, settings = ''): string =>
  `<m:${name}>${settings && `<m:${name}Pr>${settings}<m:ctrlPr/></m:${name}Pr>`}${inside}</m:${name}>`;
const e = (inside: string): string => el('e', inside);
const val = (name: string, value: string): string => `<m:${name} m:val="${value}"/>`;

async function blocksOf(body: string) {
  const content = docx(`<w:sdt ${NAMES}><w:sdtContent>${body}</w:sdtContent></w:sdt>`);
  const [page] = of(await itemsIn(documents, 'a.docx', content), 'page');
  assert.ok(page);
  assert.deepEqual(page.unsupported ?? {}, {});
  return page.blocks ?? [];
}

/** The TeX of a formula that stands alone in its paragraph. */
async function texOf(inside: string): Promise<string> {
  const [block] = await blocksOf(p(`<m:oMathPara><m:oMath>${inside}</m:oMath></m:oMathPara>`));
  assert.equal(block?.type, 'math');
  return (block as unknown as { data: { tex: string } }).data.tex;
}

const PARTS: Record<string, [omml: string, tex: string]> = {
  fraction: [el('f', el('num', r('a')) + el('den', r('b'))), '\\frac{a}{b}'],
  'fraction in a line': [el('f', el('num', r('a')) + el('den', r('b')), val('type', 'lin')), '{a}/{b}'],
  binomial: [
    el('d', e(el('f', el('num', r('n')) + el('den', r('k')), val('type', 'noBar')))),
    '\\left(\\genfrac{}{}{0pt}{}{n}{k}\\right)',
  ],
  power: [el('sSup', e(r('x')) + el('sup', r('2'))), 'x^{2}'],
  index: [el('sSub', e(r('ab')) + el('sub', r('i'))), '{ab}_{i}'],
  both: [el('sSubSup', e(r('α')) + el('sub', r('i')) + el('sup', r('n'))), 'α_{i}^{n}'],
  'signs before': [el('sPre', el('sub', r('6')) + el('sup', r('14')) + e(r('C'))), '{}_{6}^{14}C'],
  'square root': [el('rad', el('deg', '') + e(r('x')), val('degHide', '1')), '\\sqrt{x}'],
  'third root': [el('rad', el('deg', r('3')) + e(r('x'))), '\\sqrt[{3}]{x}'],
  sum: [
    el('nary', el('sub', r('i=1')) + el('sup', r('n')) + e(r('i')), val('chr', '∑') + val('limLoc', 'undOvr')),
    '\\sum\\limits_{i=1}^{n}{i}',
  ],
  integral: [el('nary', el('sub', r('0')) + el('sup', '') + e(r('f')), val('supHide', 'on')), '\\int_{0}{f}'],
  'angle brackets': [
    el('d', e(r('a')) + e(r('b')), val('begChr', '⟨') + val('sepChr', '|') + val('endChr', '⟩')),
    '\\left\\langle a\\middle|b\\right\\rangle',
  ],
  cases: [
    el('d', e(el('eqArr', e(r('1, x&amp;&gt;0')) + e(r('0, x&amp;≤0')))), val('begChr', '{') + val('endChr', '')),
    '\\left\\{\\begin{aligned}1, x&>0 \\\\ 0, x&\\le 0\\end{aligned}\\right.',
  ],
  sine: [el('func', el('fName', r('sin', val('sty', 'p'))) + e(r('x'))), '\\sin x'],
  'a name of its own': [el('func', el('fName', r('rang', val('sty', 'p'))) + e(r('A'))), '\\operatorname{rang} A'],
  limit: [
    el('func', el('fName', el('limLow', e(r('lim', val('sty', 'p'))) + el('lim', r('x→0')))) + e(r('x'))),
    '\\lim_{x\\to 0} x',
  ],
  'words below': [el('limLow', e(r('A')) + el('lim', r('n'))), '\\underset{n}{A}'],
  accent: [el('acc', e(r('x')), val('chr', '\u20d7')), '\\vec{x}'],
  hat: [el('acc', e(r('p'))), '\\hat{p}'],
  'line above': [el('bar', e(r('AB')), val('pos', 'top')), '\\overline{AB}'],
  brace: [el('limLow', e(el('groupChr', e(r('a+b')), val('chr', '⏟'))) + el('lim', r('n'))), '\\underbrace{a+b}_{n}'],
  box: [el('borderBox', e(r('x'))), '\\boxed{x}'],
  matrix: [
    el(
      'd',
      e(el('m', el('mr', e(r('1')) + e(r('2'))) + el('mr', e(r('3')) + e(r('4'))))),
      val('begChr', '[') + val('endChr', ']'),
    ),
    '\\left[\\begin{matrix}1 & 2 \\\\ 3 & 4\\end{matrix}\\right]',
  ],
  'text beside': [
    r('x') + r(' if 5% &amp; {a\\b} $~^', '<m:nor/>'),
    'x\\text{ if 5\\% \\& \\{a\\textbackslash{}b\\} \\$\\textasciitilde{}\\textasciicircum{}}',
  ],
  'brackets of other signs': [
    el('d', e(r('x')), val('begChr', '⟦') + val('endChr', '⟧')) +
      el('d', e(r('y')), val('begChr', '∣') + val('endChr', '♥')),
    '\\left.⟦x⟧\\right.\\left|y♥\\right.',
  ],
  'ampersands that align nothing': [
    el('eqArr', e(r('a&amp;=') + el('d', e(r('b&amp;c'))))),
    '\\begin{aligned}a&=\\left(b\\&c\\right)\\end{aligned}',
  ],
  'a stroke through a sign': [r('x\u2208\u0338A'), 'x∉A'],
  'a line below as an accent': [el('acc', e(r('x')), val('chr', '\u0332')), '\\underline{x}'],
  'an arrow above': [el('groupChr', e(r('AB')), val('chr', '↔') + val('pos', 'top')), '\\overleftrightarrow{AB}'],
  'a sign above that TeX has no name for': [
    el('groupChr', e(r('AB')), val('chr', '⇒') + val('pos', 'top')),
    '\\overset{⇒}{AB}',
  ],
  'what somebody took out': [`${r('kept')}<w:del w:id="1">${r('SECRET')}</w:del>`, 'kept'],
  'names that every object has': [`${r('x', val('scr', 'constructor'))}<constructor>${r('y')}</constructor>`, 'xy'],
  'one within another, once': [`<m:oMath>${r('x')}<m:oMath>${r('y')}</m:oMath></m:oMath>`, 'xy'],
  'letters of sets': [r('R', val('scr', 'double-struck')), '\\mathbb{R}'],
  'bold letters': [r('v', val('sty', 'b')), '\\mathbf{v}'],
  'signs of TeX': [r('a_b#c{d}\\e$'), 'a\\_b\\#c\\{d\\}\\backslash e\\$'],
  'parts that are not known': [el('later', r('x') + el('other', r('y'))), 'xy'],
};

describe('formulas of Word', () => {
  for (const [name, [omml, tex]] of Object.entries(PARTS))
    it(`${name} as TeX that is drawn`, async () => {
      assert.equal(await texOf(omml), tex);
      assert.match(new FormulaDrawing().block(tex), /<math/, tex);
    });

  it('stand in their line, or between lines, where they stood', async () => {
    const formula = `<m:oMath>${el('f', el('num', r('b')) + el('den', r('2 &lt; c')))}</m:oMath>`;
    const two = `<m:oMathPara><m:oMath>${r('x')}</m:oMath>\n<m:oMath>${r('y')}</m:oMath></m:oMathPara>`;
    const blocks = await blocksOf(p(words('So ') + formula + words(' is it.')) + p(two) + p(words('End')));
    assert.deepEqual(
      blocks.map(({ id: _, ...block }) => block),
      [
        {
          type: 'paragraph',
          data: {},
          content: [
            { type: 'text', text: 'So ' },
            { type: 'math', tex: '\\frac{b}{2 < c}' },
            { type: 'text', text: ' is it.' },
          ],
        },
        { type: 'math', data: { tex: 'x' } },
        { type: 'math', data: { tex: 'y' } },
        { type: 'paragraph', data: {}, content: [{ type: 'text', text: 'End' }] },
      ],
    );
  });

  it('that never end, or are empty, take nothing with them', async () => {
    const blocks = await blocksOf(p(`${words('Before')}<m:oMath></m:oMath>${words(' after')}`));
    assert.deepEqual(
      blocks.map(({ content }) => content),
      [[{ type: 'text', text: 'Before after' }]],
    );
  });

  it('end where they end, whatever begins in them or ends in itself', async () => {
    const empty = '<m:oMath w:x="y"/>';
    const [block] = await blocksOf(
      p(`${words('a')}${empty}${words(' kept ')}<m:oMath\n>${r('x')}</m:oMath >${words(' b')}`),
    );
    assert.deepEqual(block?.content, [
      { type: 'text', text: 'a kept ' },
      { type: 'math', tex: 'x' },
      { type: 'text', text: ' b' },
    ]);
  });

  it('a hundred thousand beginnings without an end are read at once', async () => {
    const content = docx(`<w:p>${words('Here')}</w:p>${'<m:oMath>'.repeat(100_000)}`);
    await itemsIn(documents, 'a.docx', content);
  });
});
