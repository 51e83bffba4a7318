// What documents say beside their text: properties, headers, forms, charts, descriptions and links of what is drawn.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { MAX_BLOCKS } from '../../../../plugins/blocks/block.ts';
import { blocksPlainText } from '../../../../plugins/blocks/plain-text.ts';
import { checkDocxLength } from '../../../../plugins/importers/formats/word-documents/docx-length.ts';
import documents from '../../../../plugins/importers/formats/word-documents/index.ts';
import type { OpenPackage } from '../../../../plugins/importers/reading/document-zip.ts';
import { archive, itemsIn, of, reasons } from '../items.ts';
import { docx } from '../own-exports.ts';

const names = ['office', 'text', 'table', 'draw', 'xlink', 'dc', 'svg', 'meta', 'style', 'form', 'chart'];
const NAMES = names.map((name) => `xmlns:${name}="${name}"`).join(' ');

async function odtPage(body: string, parts: Record<string, string> = {}) {
  const content = `<office:document-content ${NAMES}><office:body><office:text>${body}</office:text></office:body></office:document-content>`;
  const [page] = of(await itemsIn(documents, 'a.odt', archive({ 'content.xml': content, ...parts })), 'page');
  assert.ok(page);
  return page;
}
const linesOf = async (body: string, parts: Record<string, string> = {}): Promise<string[]> =>
  ((await odtPage(body, parts)).blocks ?? []).map((block) => blocksPlainText([block]).replace(/\s+/g, ' ').trim());

describe('an OpenDocument text', () => {
  it('keeps what is entered into its forms, and counts their fields', async () => {
    const field = (kind: string, about: string): string => `<form:${kind} ${about}/>`;
    const forms = `<office:forms><form:form form:name="F"><form:properties><form:property form:property-name="p"/></form:properties>${field('text', 'form:name="city" form:label="Your city" form:current-value="Turku"')}${field('text', 'form:name="street"')}${field('checkbox', 'form:name="post" form:value="1" form:current-state="unchecked"')}${field('checkbox', 'form:name="agree" form:current-state="checked"')}</form:form></office:forms>`;
    const page = await odtPage(`${forms}<text:p>Text</text:p>`);
    assert.equal(
      blocksPlainText(page.blocks ?? [])
        .trim()
        .replace(/\n+/g, '|'),
      'Your city: Turku|agree: checked|Text',
    );
    assert.deepEqual(page.unsupported, { form_field: 4 });
  });

  it('counts deletions that are tracked, headers and footers with words, and what is hidden', async () => {
    const deleted =
      '<text:tracked-changes><text:changed-region><text:deletion><text:p>old</text:p></text:deletion></text:changed-region><text:changed-region><text:insertion/></text:changed-region></text:tracked-changes>';
    const hidden = '<text:hidden-text text:string-value="secret"/>';
    const covered =
      '<table:table><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:covered-table-cell><text:p>below</text:p></table:covered-table-cell></table:table-row></table:table>';
    const styles = `<office:document-styles ${NAMES}><style:header><text:p>Club news</text:p></style:header><style:footer><text:p><text:page-number>3</text:page-number></text:p></style:footer></office:document-styles>`;
    const page = await odtPage(`${deleted}<text:p>Text ${hidden}</text:p>${covered}`, { 'styles.xml': styles });
    assert.deepEqual(page.unsupported, { header_footer: 1, tracked_deletion: 1, hidden_text: 2 });
  });

  it('keeps where pictures lead, and descriptions apart from the words around them', async () => {
    const box =
      '<draw:frame><draw:text-box><text:p>Box</text:p></draw:text-box><svg:title>Sign</svg:title><svg:desc>a red sign</svg:desc></draw:frame>';
    const linked =
      '<draw:a xlink:href="https://example.org/map"><draw:frame><draw:image xlink:href="Pictures/a.png"/></draw:frame></draw:a>';
    const table =
      '<table:table><table:title>Tides</table:title><table:desc>by month</table:desc><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell></table:table-row></table:table>';
    const page = await odtPage(`<text:p>Text${box}after</text:p>${table}<text:p>${linked}</text:p>`);
    assert.match(
      blocksPlainText(page.blocks ?? []).replace(/\s+/g, ' '),
      /^Text Box Sign a red sign after Tides by month a/,
    );
    assert.match(JSON.stringify(page.blocks), /"href":"https:\/\/example\.org\/map"/);
  });

  it('keeps charts as tables of their numbers', async () => {
    const cell = (text: string): string => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`;
    const chart = `<office:document-content ${NAMES}><office:body><office:chart><chart:chart><chart:title><text:p>Tides</text:p></chart:title><table:table><table:table-row>${cell('May')}${cell('3.5')}</table:table-row></table:table></chart:chart></office:chart></office:body></office:document-content>`;
    const frame =
      '<draw:frame><draw:object xlink:href="./Object 1"/><draw:image xlink:href="./ObjectReplacements/Object 1"/></draw:frame>';
    const parts = { 'Object 1/content.xml': chart };
    assert.deepEqual(await linesOf(`<text:p>${frame}</text:p>`, parts), ['Tides', 'May 3.5']);
    assert.deepEqual((await odtPage(`<text:p>${frame}</text:p>`, parts)).unsupported, { chart: 1 });
  });

  it('keeps which work a mark names, and counts titles of links, marks for an index and lists to choose from', async () => {
    const page = await odtPage(
      '<text:p><text:a xlink:href="https://example.org" office:title="a tip">link</text:a> <text:bibliography-mark text:identifier="Bo99" text:author="Bo" text:title="Tides" text:year="1999">[Bo99]</text:bibliography-mark><text:alphabetical-index-mark text:string-value="sea"/> <text:drop-down><text:label text:value="no"/>yes</text:drop-down></text:p>',
    );
    assert.equal(blocksPlainText(page.blocks ?? []).trim(), 'link [Bo99] (Bo, Tides, 1999) yes');
    assert.deepEqual(page.unsupported, { link_title: 1, index_entry: 1, form_field: 1 });
  });

  it('keeps what people say of it', async () => {
    const meta = `<office:document-meta ${NAMES}><office:meta><dc:title>T</dc:title><dc:subject>Boats</dc:subject><dc:description>For Bo</dc:description><meta:user-defined meta:name="Client">Harbour</meta:user-defined><meta:user-defined meta:name="Info 1"/></office:meta></office:document-meta>`;
    const { properties } = await odtPage('<text:p>Text</text:p>', { 'meta.xml': meta });
    assert.deepEqual(properties, { subject: 'Boats', description: 'For Bo', Client: 'Harbour' });
  });
});

it('a document of Word keeps what people say of it, and not what programs note', async () => {
  const core =
    '<cp:coreProperties><dc:title>T</dc:title><dc:subject>Boats</dc:subject><dc:description>For Bo</dc:description><cp:category>Club</cp:category><cp:revision>3</cp:revision></cp:coreProperties>';
  const own =
    '<Properties><property name="Client"><vt:lpwstr>Harbour</vt:lpwstr></property><property name="MSIP_Label_1_Enabled"><vt:lpwstr>true</vt:lpwstr></property></Properties>';
  const content = docx('<w:p><w:r><w:t>x</w:t></w:r></w:p>', '', [
    { name: 'docProps/core.xml', data: core },
    { name: 'docProps/custom.xml', data: own },
  ]);
  const [page] = of(await itemsIn(documents, 'a.docx', content), 'page');
  assert.deepEqual(page?.properties, { subject: 'Boats', description: 'For Bo', category: 'Club', Client: 'Harbour' });
});

describe('a document of Word', () => {
  it('says what was chosen in the lists of a form, and counts what nobody reads', async () => {
    const field = (inside: string): string =>
      `<w:p><w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="D"/><w:ddList>${inside}<w:listEntry w:val="red"/><w:listEntry w:val="green"/></w:ddList></w:ffData></w:fldChar></w:r><w:r><w:instrText> FORMDROPDOWN </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;
    const body = [
      field('<w:result w:val="1"/>') + field(''),
      '<w:p><w:hyperlink w:anchor="x" w:tooltip="a tip"><w:r><w:t>link</w:t></w:r></w:hyperlink><w:r><w:instrText xml:space="preserve"> XE "sea" </w:instrText></w:r></w:p>',
      '<w:tbl><w:tblPr><w:tblDescription w:val="Tides by month"/></w:tblPr><w:tr><w:trPr><w:del w:author="Ann"/></w:trPr><w:tc><w:p><w:r><w:t>gone</w:t></w:r></w:p></w:tc></w:tr></w:tbl>',
    ].join('');
    const company = {
      name: 'docProps/app.xml',
      data: '<Properties><Company>Harbour</Company><Pages>3</Pages></Properties>',
    };
    const [page] = of(await itemsIn(documents, 'a.docx', docx(body, '', [company])), 'page');
    assert.match(blocksPlainText(page?.blocks ?? []), /^green\s+red\s+link/);
    assert.deepEqual(page?.properties, { company: 'Harbour' });
    assert.deepEqual(page?.unsupported, {
      ...{ form_field: 2, link_title: 1, index_entry: 1, table_description: 1, tracked_deletion: 1 },
    });
  });

  it('with more text than fits into memory is kept as a file, and says so before it is read', async () => {
    const words = randomBytes(20_100_000).toString('hex');
    const items = await itemsIn(documents, 'a.docx', docx(`<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`));
    assert.match(reasons(items), /it has more than 40 MB of text with its markup; save it in parts/);
    assert.equal(of(items, 'file').length, 1);
  });

  it('with more paragraphs than a page can hold is refused before it is read, whatever stands in tables and in code', async () => {
    const style = '<w:style w:type="paragraph" w:styleId="Quellcode"><w:name w:val="Source Code"/></w:style>';
    const opened = (body: string): OpenPackage => ({
      names: ['word/document.xml'],
      size: () => 6_000_001,
      read: () => assert.fail('it is not read as a whole'),
      stream: async () =>
        Readable.from(
          Buffer.from(body)
            .toString('latin1')
            .match(/.{1,1000}/gs) ?? [],
        ).map((part) => Buffer.from(part)),
      text: async () => style,
    });
    const paragraph = (look = '', text = '<w:t xml:space="preserve">x</w:t>') =>
      `<w:p w:rsidR="1">${look}<w:r>${text}</w:r></w:p>`;
    const code = paragraph('<w:pPr><w:pStyle w:val="Quellcode"/></w:pPr>');
    const allowed = [
      paragraph().repeat(MAX_BLOCKS),
      `<w:tbl><w:tr><w:tc>${paragraph().repeat(100)}</w:tc></w:tr></w:tbl>`,
      code.repeat(100),
      paragraph('', '<w:tab/>').repeat(100),
    ].join('');
    await checkDocxLength(opened(allowed));
    await assert.rejects(checkDocxLength(opened(allowed + paragraph())), {
      message: 'it has more than 20000 paragraphs, and a page holds no more; save it in parts',
    });
  });
});
