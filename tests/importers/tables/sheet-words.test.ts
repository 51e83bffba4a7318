// Words of workbooks that stand in no cell: they are kept with the table, or the report says where they are.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import spreadsheet from '../../../plugins/importers/formats/spreadsheet/index.ts';
import { archive, databases, itemsIn, reasons } from '../formats/items.ts';
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
