// Words of workbooks that stand in no cell: they are kept with the table, or the report says where they are.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import spreadsheet from '../../../plugins/importers/formats/spreadsheet/index.ts';
import { archive, databases, itemsIn, of, reasons, rows } from '../formats/items.ts';
import { type BookForm, workbookOf } from './workbooks.ts';

const ROWS = [
  ['Name', 'Price'],
  ['Tea', 3],
];

const odsOf = (...sheets: [name: string, rows: (string | number)[][]][]): Buffer => {
  const cell = (value: string | number): string => `<table:table-cell><text:p>${value}</text:p></table:table-cell>`;
  const tables = sheets.map(
    ([name, rows]) =>
      `<table:table table:name="${name}">${rows.map((row) => `<table:table-row>${row.map(cell).join('')}</table:table-row>`).join('')}</table:table>`,
  );
  const body = `<office:body><office:spreadsheet>${tables.join('')}</office:spreadsheet></office:body>`;
  return archive({ 'content.xml': `<office:document-content xmlns:table="t">${body}</office:document-content>` });
};

describe('the name of a sheet', () => {
  const forms: [ending: string, form: BookForm][] = [
    ['xlsx', 'xlsx'],
    ['xls', 'biff8'],
    ['xls', 'biff5'],
    ['xls', 'xlml'],
    ['xlsb', 'xlsb'],
  ];
  for (const [ending, form] of forms) {
    it(`is kept with the table of a file with one sheet, as ${form}`, async () => {
      const items = await itemsIn(
        spreadsheet,
        `Shop.${ending}`,
        workbookOf(form, [{ name: 'Harbour prices', rows: ROWS }]),
      );
      assert.deepEqual(
        databases(items).map(({ title, description }) => [title, description]),
        [['Shop', 'Harbour prices']],
      );
    });
    it(`is named in the report where nothing is in the sheet, as ${form}`, async () => {
      const sheets = [
        { name: 'Prices', rows: ROWS },
        { name: 'Ideas for spring', rows: [] },
        { name: 'Sheet3', rows: [] },
      ];
      const items = await itemsIn(spreadsheet, `Shop.${ending}`, workbookOf(form, sheets));
      assert.equal(reasons(items), 'There is nothing in the sheet “Ideas for spring”.');
    });
  }

  it('is kept of OpenDocument, too', async () => {
    const items = await itemsIn(spreadsheet, 'Shop.ods', odsOf(['Harbour prices', ROWS], ['Ideas', []]));
    assert.equal(databases(items)[0]?.description, 'Harbour prices');
    assert.equal(reasons(items), 'There is nothing in the sheet “Ideas”.');
  });

  for (const name of ['Sheet1', 'Tabelle1', 'Feuil1', 'Hoja 1', 'Лист1', 'Shop'])
    it(`is not repeated where it says nothing: ${name}`, async () => {
      const items = await itemsIn(spreadsheet, 'Shop.xlsx', workbookOf('xlsx', [{ name, rows: ROWS }]));
      assert.equal(databases(items)[0]?.description, undefined);
    });
});

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook of Office Open XML with one sheet. */
const xlsxOf = (sheet: string, relations: string[][], parts: Record<string, string> = {}): Buffer => {
  const list = (all: string[][]): string =>
    `<Relationships>${all.map(([id, type, target, mode]) => `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`).join('')}</Relationships>`;
  return archive({
    'xl/workbook.xml': '<workbook><sheets><sheet name="Sheet1" sheetId="1" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': list([
      ['r1', 'worksheet', 'worksheets/sheet1.xml'],
      ['r2', 'person', 'persons/person.xml'],
    ]),
    'xl/worksheets/sheet1.xml': `<worksheet>${sheet}</worksheet>`,
    'xl/worksheets/_rels/sheet1.xml.rels': list(relations),
    ...parts,
  });
};
const xlsxCell = (place: string, text: string, formula = ''): string =>
  `<c r="${place}" t="str">${formula && `<f>${formula}</f>`}<v>${text}</v></c>`;
const CELLS = `<sheetData><row r="1">${xlsxCell('A1', 'Name')}${xlsxCell('B1', 'Shop')}</row><row r="2">${xlsxCell('A2', 'Tea')}${xlsxCell('B2', 'Leaf')}</row></sheetData>`;
const saidOf = (items: Awaited<ReturnType<typeof itemsIn>>): (string[] | undefined)[] =>
  rows(items).map(({ comments }) => comments?.map(({ text }) => text));

describe('links of a workbook', () => {
  const row = (formula: string): string =>
    `<sheetData><row r="1">${xlsxCell('A1', 'Name')}${xlsxCell('B1', 'Shop')}</row><row r="2">${xlsxCell('A2', 'Tea')}${xlsxCell('B2', 'Leaf', formula)}</row></sheetData>`;

  for (const [what, formula, kept] of [
    [
      'an address',
      'HYPERLINK(&quot;https://example.org/leaf&quot;,&quot;Leaf&quot;)',
      'Leaf: https://example.org/leaf',
    ],
    ['parts', 'HYPERLINK(A2&amp;&quot;.html&quot;,&quot;Leaf&quot;)', 'Leaf: =HYPERLINK(A2&".html","Leaf")'],
  ] as const)
    it(`that are formulas of ${what} keep where they lead`, async () => {
      assert.deepEqual(saidOf(await itemsIn(spreadsheet, 'a.xlsx', xlsxOf(row(formula), []))), [[kept]]);
    });

  it('lead to places in it and to files as well, and stand on empty cells', async () => {
    const links = `${CELLS}<hyperlinks><hyperlink ref="A2" location="Prices!B7"/><hyperlink ref="B2" r:id="f"/><hyperlink ref="C2" r:id="w"/></hyperlinks>`;
    const relations = [
      ['f', 'hyperlink', 'file:///C:/leaf.pdf', 'External'],
      ['w', 'hyperlink', 'https://example.org/more', 'External'],
    ];
    assert.deepEqual(saidOf(await itemsIn(spreadsheet, 'a.xlsx', xlsxOf(links, relations))), [
      ['Tea: Prices!B7', 'Leaf: file:///C:/leaf.pdf', 'https://example.org/more'],
    ]);
  });

  it('are kept of OpenDocument and of workbooks as one XML', async () => {
    const cell = (inside: string, more = ''): string => `<table:table-cell${more}>${inside}</table:table-cell>`;
    const link = '<text:p>to <text:a xlink:href="https://example.org/leaf">Leaf</text:a></text:p>';
    const formula = ' table:formula="of:=HYPERLINK(&quot;https://example.org/tea&quot;;&quot;Tea&quot;)"';
    const content = `<x><table:table table:name="Sheet1"><table:table-row>${cell('<text:p>Name</text:p>')}${cell('<text:p>Shop</text:p>')}</table:table-row><table:table-row>${cell('<text:p>Tea</text:p>', formula)}${cell(link)}</table:table-row></table:table></x>`;
    assert.deepEqual(saidOf(await itemsIn(spreadsheet, 'a.ods', archive({ 'content.xml': content }))), [
      ['Tea: https://example.org/tea', 'to Leaf: https://example.org/leaf'],
    ]);
    const xml = `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="x"><Worksheet ss:Name="Sheet1"><Table><Row><Cell><Data ss:Type="String">Name</Data></Cell></Row><Row><Cell ss:HRef="#Prices!B7"><Data ss:Type="String">Tea</Data></Cell></Row></Table></Worksheet></Workbook>`;
    assert.deepEqual(saidOf(await itemsIn(spreadsheet, 'a.xls', xml)).at(-1), ['Tea: Prices!B7']);
  });

  it('lead to places in old workbooks, too', async () => {
    const sheet = { name: 'Sheet1', rows: ROWS, cells: { A2: { l: { Target: '#Prices!B7' } } } };
    for (const form of ['biff8', 'xlsb'] as const)
      assert.deepEqual(saidOf(await itemsIn(spreadsheet, 'a.xls', workbookOf(form, [sheet]))), [['Tea: Prices!B7']]);
  });
});

describe('words around the cells of a workbook', () => {
  it('are kept where they say what may be entered, and counted where they are printed on each page', async () => {
    const around = `${CELLS}<dataValidations><dataValidation type="list" sqref="B2:B9" promptTitle="Shop" prompt="Where it is bought" error="Not a shop"><formula1>"Leaf,Mill"</formula1></dataValidation><dataValidation type="list" sqref="A2"><formula1>$D$1:$D$3</formula1></dataValidation></dataValidations><headerFooter><oddHeader>&amp;C&amp;"Arial,Bold"&amp;14Prices of spring</oddHeader><oddFooter>&amp;P / &amp;N</oddFooter></headerFooter>`;
    const [database] = databases(await itemsIn(spreadsheet, 'a.xlsx', xlsxOf(around, [])));
    assert.equal(database?.description, 'B2:B9: Shop: Where it is bought\nB2:B9: Not a shop\nB2:B9: Leaf,Mill');
    assert.deepEqual(database?.unsupported, { header_footer: 1 });
  });

  it('keep the file where they stand in drawn shapes', async () => {
    const kept = async (name: string, content: Buffer) =>
      of(await itemsIn(spreadsheet, name, content), 'file').map(({ unsupported }) => unsupported);
    const shape = '<xdr:wsDr><xdr:sp><xdr:txBody><a:t>mind the step</a:t></xdr:txBody></xdr:sp></xdr:wsDr>';
    assert.deepEqual(await kept('a.xlsx', xlsxOf(CELLS, [], { 'xl/drawings/drawing1.xml': shape })), ['pictures']);
    assert.deepEqual(await kept('a.xlsx', xlsxOf(CELLS, [], { 'xl/drawings/drawing1.xml': '<xdr:wsDr/>' })), []);
    const box = '<draw:frame><draw:text-box><text:p>mind the step</text:p></draw:text-box></draw:frame>';
    const table = (shapes: string): string =>
      `<x><table:table table:name="Sheet1"><table:shapes>${shapes}</table:shapes><table:table-row><table:table-cell><text:p>Tea</text:p></table:table-cell></table:table-row></table:table></x>`;
    assert.deepEqual(await kept('a.ods', archive({ 'content.xml': table(box) })), ['pictures']);
    assert.deepEqual(await kept('a.ods', archive({ 'content.xml': table('') })), []);
  });
});

describe('comments with answers', () => {
  it('stand in place of the notes for older programs, with who said them and when', async () => {
    const person =
      '<personList><person displayName="Ann Moor" id="{1}"/><person displayName="Bo" id="{2}"/></personList>';
    const threaded = `<ThreadedComments><threadedComment ref="B2" dT="2026-03-01T08:00:00.00" personId="{1}" id="{a}" done="1"><text>Is it open?</text></threadedComment><threadedComment ref="B2" dT="2026-03-01T09:00:00.00" personId="{2}" id="{b}" parentId="{a}"><text>Yes &amp; late</text></threadedComment></ThreadedComments>`;
    const old = `<comments><authors><author>tc={a}</author><author>Cy</author></authors><commentList><comment ref="B2" authorId="0"><text><t>[Threaded comment] Your version of Excel</t></text></comment><comment ref="A2" authorId="1"><text><t>a plain note</t></text></comment></commentList></comments>`;
    const items = await itemsIn(
      spreadsheet,
      'a.xlsx',
      xlsxOf(
        CELLS,
        [
          ['c', 'comments', '../comments1.xml'],
          ['t', 'threadedComment', '../threadedComments/threadedComment1.xml'],
        ],
        {
          'xl/comments1.xml': old,
          'xl/threadedComments/threadedComment1.xml': threaded,
          'xl/persons/person.xml': person,
        },
      ),
    );
    assert.deepEqual(rows(items)[0]?.comments, [
      { text: 'A2: a plain note', author: 'Cy' },
      {
        ...{ text: 'B2: Is it open?', author: 'Ann Moor', created: '2026-03-01T08:00:00.00' },
        ...{ thread: '{a}', resolved: true },
      },
      { text: 'B2: Yes & late', author: 'Bo', created: '2026-03-01T09:00:00.00', thread: '{a}' },
    ]);
  });
});
