// What Word draws: words in boxes and shapes, their descriptions, fields, charts and diagrams are on the page.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blocksPlainText } from '../../../../plugins/blocks/plain-text.ts';
import documents from '../../../../plugins/importers/formats/word-documents/index.ts';
import { itemsIn, of } from '../items.ts';
import { docx } from '../own-exports.ts';

const NAMES = Object.entries({
  mc: 'http://schemas.openxmlformats.org/markup-compatibility/2006',
  wps: 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape',
  v: 'urn:schemas-microsoft-com:vml',
  o: 'urn:schemas-microsoft-com:office:office',
  c: 'http://schemas.openxmlformats.org/drawingml/2006/chart',
})
  .map(([name, address]) => `xmlns:${name}="${address}"`)
  .join(' ');
const LINK =
  '<Relationship Id="r7" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="https://example.org/map" TargetMode="External"/>';
const run = (inside: string): string => `<w:r>${inside}</w:r>`;
const text = (words: string): string => run(`<w:t xml:space="preserve">${words}</w:t>`);
const p = (inside: string): string => `<w:p>${inside}</w:p>`;

async function pageOf(body: string, more: { name: string; data: string }[] = []) {
  const content = docx(`<w:sdt ${NAMES}><w:sdtContent>${body}</w:sdtContent></w:sdt>`, LINK, more);
  const [page] = of(await itemsIn(documents, 'a.docx', content), 'page');
  assert.ok(page);
  return page;
}
const linesOf = async (body: string): Promise<string[]> =>
  ((await pageOf(body)).blocks ?? []).map((block) => blocksPlainText([block]).trim());

const box = (words: string): string => `<w:txbxContent>${p(text(words))}</w:txbxContent>`;
const shape = (about: string, inside = ''): string =>
  `<w:drawing><wp:anchor><wp:docPr id="1" name="Box 1"${about}<a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp><wps:txbx>${inside}</wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing>`;
const older = (inside: string): string =>
  `<mc:Fallback><w:pict><v:shape><v:textbox>${inside}</v:textbox></v:shape></w:pict></mc:Fallback>`;
const choice = (drawn: string, fallback = ''): string =>
  `<mc:AlternateContent><mc:Choice Requires="wps">${drawn}</mc:Choice>${fallback}</mc:AlternateContent>`;

describe('drawings of Word', () => {
  const cases: [what: string, body: string, lines: string[]][] = [
    [
      'a box has its description beside its words, once',
      p(run(choice(shape(' descr="A sign &amp; its shadow"/>', box('Mind the step')), older(box('Mind the step'))))),
      ['A sign & its shadow', 'Mind the step'],
    ],
    [
      'a box that only newer programs draw has its words',
      p(run(choice(shape('/>', box('Mind the step'))))) + p(text('after')),
      ['Mind the step', 'after'],
    ],
    ['a box of no older kind has its words', p(run(shape('/>', box('Mind the step')))), ['Mind the step']],
    [
      'boxes in boxes have their words once',
      p(
        run(
          choice(
            shape('/>', `<w:txbxContent>${p(run(choice(shape(' title="inner"/>'))) + text('outer'))}</w:txbxContent>`),
          ),
        ),
      ),
      ['innerouter'],
    ],
    [
      'a shape of older programs has its words',
      p(run(`<w:pict><v:oval>${'<v:textbox>'}${box('round')}</v:textbox></v:oval></w:pict>`)),
      ['round'],
    ],
    [
      'drawn letters, descriptions and links of older shapes are text',
      p(
        run(
          '<w:pict><v:shape alt="a wave" href="https://example.org/sea"><v:textpath string="DRAFT"/></v:shape></w:pict>',
        ),
      ),
      ['a wave https://example.org/sea DRAFT'],
    ],
    [
      'a simple field has its result',
      p(`${text('Figure ')}<w:fldSimple w:instr=" SEQ Figure ">${text('3')}</w:fldSimple>${text(': Map')}`),
      ['Figure 3: Map'],
    ],
    [
      'text from right to left is there',
      p(`<w:dir w:val="rtl">${text('שלום')}</w:dir><w:bdo w:val="ltr">${text(' abc')}</w:bdo>`),
      ['שלום abc'],
    ],
    [
      'letters have their readings behind them',
      p(run(`<w:ruby><w:rubyPr/><w:rt>${text('とう')}</w:rt><w:rubyBase>${text('東')}</w:rubyBase></w:ruby>`)),
      ['東 (とう)'],
    ],
    ['returns are line ends', p(run('<w:t>one</w:t><w:cr/><w:t>two</w:t>')), ['one two']],
  ];
  for (const [what, body, lines] of cases)
    it(what, async () => {
      assert.deepEqual(await linesOf(body), lines);
    });

  it('lead where their links lead', async () => {
    const linked = shape(' descr="the map"><a:hlinkClick r:id="r7"/></wp:docPr>');
    const field = `<w:fldSimple w:instr=" HYPERLINK &quot;https://example.org/sea&quot; ">${text('sea')}</w:fldSimple>`;
    const { blocks } = await pageOf(p(run(choice(linked))) + p(field));
    const links = JSON.stringify(blocks).match(/"href":"[^"]*"/g);
    assert.deepEqual(links, ['"href":"https://example.org/map"', '"href":"https://example.org/sea"']);
  });

  it('that are charts and diagrams have their numbers and words at the end, and are counted', async () => {
    const points = (tag: string, values: string[]): string =>
      `<c:${tag}><c:numRef><c:numCache>${values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join('')}</c:numCache></c:numRef></c:${tag}>`;
    const title = '<c:title><c:tx><c:rich><a:p><a:r><a:t>Tides</a:t></a:r></a:p></c:rich></c:tx></c:title>';
    const chart = `<c:chartSpace>${title}<c:ser>${points('tx', ['High'])}${points('cat', ['May', 'June'])}${points('val', ['3.5', '4'])}</c:ser></c:chartSpace>`;
    const diagram =
      '<dgm:dataModel><dgm:pt><dgm:t><a:p><a:r><a:t>Plan</a:t></a:r></a:p></dgm:t></dgm:pt><dgm:pt><dgm:t><a:p/></dgm:t></dgm:pt></dgm:dataModel>';
    const { blocks = [], unsupported } = await pageOf(p(text('Report')), [
      { name: 'word/charts/chart1.xml', data: chart },
      { name: 'word/diagrams/data1.xml', data: diagram },
    ]);
    assert.deepEqual(unsupported, { chart: 1, diagram: 1 });
    assert.deepEqual(
      blocks.map(({ type }) => type),
      ['paragraph', 'paragraph', 'table', 'bullet'],
    );
    const said = blocksPlainText(blocks);
    for (const word of ['Report', 'Tides', 'High', 'May', 'June', '3.5', '4', 'Plan'])
      assert.ok(said.includes(word), word);
  });

  it('say which signs and pictures are not there', async () => {
    const symbol = run('<w:sym w:font="Nobody" w:char="F0FF"/>');
    const picture = `<w:drawing><wp:inline><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:blipFill><a:blip/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>`;
    assert.deepEqual((await pageOf(p(`${text('x')}${symbol}${run(picture)}`))).unsupported, {
      symbol: 1,
      missing_file: 1,
    });
  });
});
