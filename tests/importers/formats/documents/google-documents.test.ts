// A document as Google Docs exports it to Word, with a word of its own in each part: every word is on the page or counted.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Block } from '../../../../plugins/blocks/block.ts';
import documents from '../../../../plugins/importers/formats/word-documents/index.ts';
import { itemsIn, of } from '../items.ts';
import { docx } from '../own-exports.ts';

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const NAMES = Object.entries({
  ...{ mc: 'http://schemas.openxmlformats.org/markup-compatibility/2006', v: 'urn:schemas-microsoft-com:vml' },
  m: 'http://schemas.openxmlformats.org/officeDocument/2006/math',
  ...{ o: 'urn:schemas-microsoft-com:office:office', w15: 'http://schemas.microsoft.com/office/word/2012/wordml' },
})
  .map(([name, address]) => `xmlns:${name}="${address}"`)
  .join(' ');

const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"${/:/.test(target) ? ' TargetMode="External"' : ''}/>`;
const run = (words: string, look = ''): string =>
  `<w:r><w:rPr>${look}</w:rPr><w:t xml:space="preserve">${words}</w:t></w:r>`;
const p = (inside: string, properties = ''): string => `<w:p><w:pPr>${properties}</w:pPr>${inside}</w:p>`;
const style = (name: string): string => `<w:pStyle w:val="${name}"/>`;
const shade = (fill: string): string => `<w:shd w:fill="${fill}" w:val="clear"/>`;
const picture = (about = ''): string =>
  `<w:drawing><wp:inline><wp:docPr id="5" name="image.png"${about}/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="0" name="image.png"${about}/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rPicture"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>`;
const cell = (inside: string, properties = ''): string =>
  `<w:tc><w:tcPr>${properties}</w:tcPr>${inside ? p(inside) : '<w:p/>'}</w:tc>`;
const row = (...cells: string[]): string => `<w:tr>${cells.join('')}</w:tr>`;

const DRAWING = `<mc:AlternateContent><mc:Choice Requires="wpg"><w:drawing><wp:inline><wp:docPr id="4" name="d"/><a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingGroup"><wps:txbx xmlns:wps="s"><w:txbxContent>${p(run('DRAWN'))}</w:txbxContent></wps:txbx></a:graphicData></a:graphic></wp:inline></w:drawing></mc:Choice><mc:Fallback>${picture()}</mc:Fallback></mc:AlternateContent>`;
const RULE = '<w:r><w:pict><v:rect style="width:0.0pt;height:1.5pt" o:hr="t" o:hrstd="t"/></w:pict></w:r>';
const TEXT = [
  p(run('TITLE'), style('Title')) + p(run('SUBTITLE'), style('Subtitle')),
  p(
    `<w:commentRangeStart w:id="0"/>${run('ABOUT')}<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>`,
  ),
  p(
    `<w:ins w:id="9" w:author="Ada">${run('SUGGESTED')}</w:ins><w:del w:id="10"><w:r><w:delText>TAKEN</w:delText></w:r></w:del>`,
  ),
  p(`${run('NOTED')}<w:r><w:footnoteReference w:id="1"/></w:r>`),
  p(`<w:hyperlink r:id="rPerson">${run('PERSON', '<w:color w:val="1155cc"/><w:u w:val="single"/>')}</w:hyperlink>`),
  p(`<w:hyperlink r:id="rFile">${run('CARD')}</w:hyperlink>`),
  p(
    `<w:sdt><w:sdtPr><w:date w:fullDate="2026-01-05T00:00:00Z"/></w:sdtPr><w:sdtContent>${run('DAY')}</w:sdtContent></w:sdt>`,
  ),
  p(
    `<m:oMath><m:f><m:num><m:r><m:t>NUMBER</m:t></m:r></m:num><m:den><m:r><m:t>PART</m:t></m:r></m:den></m:f></m:oMath>`,
  ),
  p(`<w:r><w:br w:type="page"/></w:r>${run('NEXTPAGE')}<w:r><w:br w:type="column"/></w:r>${run('COLUMN')}`),
  `<w:sdt><w:sdtContent>${p(`<w:hyperlink w:anchor="_h1">${run('CONTENTS')}</w:hyperlink>`)}</w:sdtContent></w:sdt>`,
  p(
    `<w:bookmarkStart w:id="1" w:name="_h1"/>${run('HEAD', '<w:color w:val="ff0000"/>')}<w:bookmarkEnd w:id="1"/>`,
    style('Heading1'),
  ),
  `<w:tbl><w:tblGrid><w:gridCol/><w:gridCol/></w:tblGrid>${row(cell(run('WIDE'), `<w:gridSpan w:val="2"/>${shade('ffff00')}`))}${row(cell(run('TALL'), '<w:vMerge w:val="restart"/>'), cell(run('B2'), shade('ffffff')))}${row(cell('', '<w:vMerge w:val="continue"/>'), cell(run('B3')))}</w:tbl>`,
  p(
    `${run('CYAN', '<w:highlight w:val="cyan"/>')}${run('SHADE', shade('ffff00'))}${run('INK', '<w:color w:val="ff0000"/>')}${run('FONT', '<w:rFonts w:ascii="Courier New"/>')}`,
  ),
  p(run('RIGHT', '<w:rtl w:val="1"/>'), '<w:bidi w:val="1"/>'),
  p(`<w:r>${picture(' descr="PICTURE"')}</w:r>`) +
    p(`<w:r>${DRAWING}</w:r>`) +
    p(RULE) +
    p(run('TAB2'), style('Title')),
].join('');

const part = (name: string, tag: string, inside: string) => ({
  name: `word/${name}.xml`,
  data: `<w:${tag} xmlns:w="${W}">${inside}</w:${tag}>`,
});
const named = (id: string, name = id): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`;
const comment = (id: number, words: string): string =>
  `<w:comment w:id="${id}" w:author="WHO" w:date="2026-01-02T10:00:00Z">${p(run(words))}</w:comment>`;
const DOCUMENT = docx(
  `<w:sdt ${NAMES}><w:sdtContent>${TEXT}</w:sdtContent></w:sdt>`,
  [
    relation('rPerson', 'hyperlink', 'mailto:PERSON@example.org') +
      relation('rFile', 'hyperlink', 'https://x.test/CARD'),
    relation('rPicture', 'image', 'media/image.png') + relation('rNotes', 'footnotes', 'footnotes.xml'),
    relation('rComments', 'comments', 'comments.xml') + relation('rStyles', 'styles', 'styles.xml'),
    relation('rHead', 'header', 'header1.xml'),
  ].join(''),
  [
    part('styles', 'styles', `${named('Title')}${named('Subtitle')}${named('Heading1', 'heading 1')}`),
    part('footnotes', 'footnotes', `<w:footnote w:id="1">${p(run('NOTE'))}</w:footnote>`),
    part('comments', 'comments', `${comment(0, 'SAID')}${comment(1, 'ANSWER')}`),
    part('header1', 'hdr', p(run('EACHPAGE'))),
    { name: 'word/media/image.png', data: 'png' },
  ],
);

/** Words that are counted instead, by the kind. */
const COUNTED: Record<string, string> = { TAKEN: 'tracked_deletion', EACHPAGE: 'header_footer' };

describe('a document of Google Docs', async () => {
  const [page] = of(await itemsIn(documents, 'a.docx', DOCUMENT), 'page');
  const said = JSON.stringify(page);
  const words = [...new Set(`${TEXT} PERSON@example NOTE WHO SAID ANSWER EACHPAGE`.match(/\b[A-Z]{3,}\d?\b/g))].filter(
    (word) => TEXT.includes(`>${word}<`) || !TEXT.includes(word),
  );

  for (const word of words)
    it(`has ${word} on its page, or counts it`, () => {
      const kind = COUNTED[word];
      if (kind) assert.ok(page?.unsupported?.[kind], JSON.stringify(page?.unsupported));
      else assert.ok(said.includes(word), said);
    });

  const blockOf = (word: string): Block =>
    page?.blocks?.find((block) => JSON.stringify(block).includes(word)) ?? assert.fail(`${word} is nowhere`);
  const marksOf = (word: string): string => {
    const node = blockOf(word).content?.find((one) => one.type === 'text' && one.text.includes(word));
    return node?.type === 'text' ? JSON.stringify(node.marks ?? []) : '';
  };

  it('has the colours of letters, of what is behind them and of cells, and none of links and headings', () => {
    assert.match(marksOf('CYAN'), /"highlight","attrs":\{"name":"blue"\}/);
    assert.match(marksOf('SHADE'), /"highlight","attrs":\{"name":"yellow"\}/);
    assert.match(marksOf('INK'), /"color","attrs":\{"name":"red"\}/);
    for (const word of ['PERSON', 'HEAD', 'FONT']) assert.doesNotMatch(marksOf(word), /color|highlight/);
    assert.partialDeepStrictEqual(blockOf('WIDE').data.rows, [
      [{ colspan: 2, color: 'yellow' }],
      [{ rowspan: 2 }, { content: [{ text: 'B2' }] }],
    ]);
    assert.equal(JSON.stringify(blockOf('WIDE')).match(/"color"/g)?.length, 1);
  });

  it('has its rule, its link to a heading, and counts what was suggested', () => {
    assert.ok(page?.blocks?.some(({ type }) => type === 'divider'));
    assert.equal(page?.anchors?._h1, blockOf('"HEAD"').id);
    assert.match(marksOf('CONTENTS'), /"href":"#_h1"/);
    assert.equal(page?.unsupported?.tracked_insertion, 1);
  });
});
