// Sections of OneNote, as one web page and as a document of Word: titles, days, boxes, highlights and cells.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Block } from '../../../../plugins/blocks/block.ts';
import { blocksPlainText } from '../../../../plugins/blocks/plain-text.ts';
import documents from '../../../../plugins/importers/formats/word-documents/index.ts';
import { itemsIn, of } from '../items.ts';
import { docx } from '../own-exports.ts';

const pageOf = async (name: string, content: string | Buffer) => {
  const [page] = of(await itemsIn(documents, name, content), 'page');
  return page ?? assert.fail('no page came');
};
const outline = (blocks: Block[] = []): string[] =>
  blocks.map((block) => {
    const box = block.type === 'todo' ? ` ${block.data.checked ? 'done' : 'open'}` : '';
    return `${block.type}${box}: ${blocksPlainText([block]).trim()}`;
  });

const saved = (body: string): string =>
  `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<html><body>${body}</body></html>\r\n--b--\r\n`;
const title = (words: string): string =>
  `<p style='margin:0in;font-family:"Calibri Light";font-size:20.0pt'>${words}</p><p style='margin:0in;font-size:10.0pt;color:#767676'>Friday, 2 January 2026</p>`;

describe('a section of OneNote as a web page', () => {
  it('has a heading for each page, with its day, and boxes of tasks', async () => {
    const body = `${title('Tides')}<p>☐&nbsp;Oil the lamp</p>${title('Winds')}<ul><li><span>☑ Paint</span></li></ul><p>☐</p>`;
    const page = await pageOf('a.mht', saved(body));
    assert.equal(page.title, 'Tides');
    assert.deepEqual(outline(page.blocks), [
      'paragraph: Friday, 2 January 2026',
      'todo open: Oil the lamp',
      'heading: Winds',
      'paragraph: Friday, 2 January 2026',
      'todo done: Paint',
      'paragraph: ☐',
    ]);
  });

  it('keeps the highlight of whole paragraphs, items and headings, and the colours of cells', async () => {
    const look = "style='background:yellow'";
    const page = await pageOf(
      'a.mht',
      saved(
        `<p ${look}>one <b>two</b></p><ul><li ${look}>three</li></ul><h2 ${look}>four</h2><div ${look}>five</div><table><tr><td style='background-color:#FFC000'>six</td><td bgcolor="#00ff00">seven</td></tr></table>`,
      ),
    );
    const [paragraph, item, heading, division, table] = (page.blocks ?? []).map((block) => JSON.stringify(block));
    for (const block of [paragraph, item, heading])
      assert.match(String(block), /"highlight","attrs":\{"name":"yellow"/);
    assert.doesNotMatch(String(division), /highlight/);
    assert.match(String(table), /six.*"color":"yellow".*seven.*"color":"green"/);
  });
});

const run = (words: string, look = ''): string =>
  `<w:r><w:rPr>${look}</w:rPr><w:t xml:space="preserve">${words}</w:t></w:r>`;
const paragraph = (inside: string, properties = ''): string => `<w:p>${properties}${inside}</w:p>`;
const pageTitle = (words: string, properties = ''): string =>
  paragraph(run(words, '<w:rFonts w:ascii="Calibri Light"/><w:sz w:val="40"/>'), properties) +
  paragraph(run('Friday, 2 January 2026', '<w:color w:val="767676"/><w:sz w:val="20"/>'));

describe('a section of OneNote as a document', () => {
  it('has a heading for each page, with its day, and boxes of tasks', async () => {
    const margins = '<w:pPr><w:spacing w:after="0"/></w:pPr>';
    const large = paragraph(run('Only large', '<w:sz w:val="40"/>')) + paragraph(run('and black'));
    const body = `${pageTitle('Tides')}${paragraph(run('☐ Oil'))}${pageTitle('Winds', margins)}${paragraph(run('☒ ') + run('Paint'))}${large}`;
    const page = await pageOf('a.docx', docx(body));
    assert.deepEqual(outline(page.blocks), [
      'heading: Tides',
      'paragraph: Friday, 2 January 2026',
      'todo open: Oil',
      'heading: Winds',
      'paragraph: Friday, 2 January 2026',
      'todo done: Paint',
      'paragraph: Only large',
      'paragraph: and black',
    ]);
  });
});

describe('a list of boxes in a document', () => {
  const RELATION =
    '<Relationship Id="r8" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/numbering" Target="numbering.xml"/>';
  const level = (at: number, sign: string): string =>
    `<w:lvl w:ilvl="${at}"><w:numFmt w:val="bullet"/><w:lvlText w:val="${sign}"/></w:lvl>`;
  const numbering = `<w:numbering xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:abstractNum w:abstractNumId="4">${level(0, '☐')}${level(1, '●')}</w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="4"/></w:num></w:numbering>`;
  const item = (inside: string, at = 0): string =>
    paragraph(inside, `<w:pPr><w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="7"/></w:numPr></w:pPr>`);

  it('is one of tasks, of which those struck through are done', async () => {
    const struck = '<w:strike w:val="1"/>';
    const body = `${item(run('open'))}${item(run('half ', struck) + run('done'))}${item(run('all ', struck) + run('done', struck))}${item(run('below'), 1)}`;
    const page = await pageOf('a.docx', docx(body, RELATION, [{ name: 'word/numbering.xml', data: numbering }]));
    assert.deepEqual(outline(page.blocks), ['todo open: open', 'todo open: half done', 'todo done: all done\nbelow']);
  });
});
