// Workbooks of Excel before 2007, and files that are only called so: read by what is in them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import spreadsheet from '../../../plugins/importers/formats/spreadsheet/index.ts';
import { databases, itemsIn, of, reasons, rows } from '../formats/items.ts';
import { seeded } from '../formats/malformed.ts';
import {
  type BookForm,
  compoundOf,
  recordsOf,
  type SheetWritten,
  withPart,
  workbookOf,
  workbookRecord,
} from './workbooks.ts';

const STOCK: SheetWritten = {
  name: 'Stock',
  rows: [
    ['Name', 'Since', 'Count', 'Sold', 'Shop', 'Sum'],
    ['Tea', 46000, 1.5, true, 'Leaf', 0],
    ['Oat', 46000.5, -2, false, '', 0],
    ['Rye', 0.25, 1e15, true, '', 0],
  ],
  cells: {
    ...{ B2: { z: 'yyyy-mm-dd' }, B3: { z: 'd.m.yy h:mm' }, B4: { z: 'h:mm' } },
    ...{ F2: { t: 'n', v: 3, f: 'C2*2' }, F3: { t: 'e', v: 7, f: '1/0' }, F4: { t: 's', v: 'none', f: '"none"' } },
    ...{ A2: { c: [{ a: 'Ann', t: 'mind this' }] }, E2: { l: { Target: 'https://example.org/leaf' } } },
  },
  merged: ['A6:C6'],
};
const SECRET: SheetWritten = {
  name: 'Größe 日本',
  rows: [
    ['A', 'B'],
    ['é', 1],
  ],
  hidden: true,
};

const VALUES = [
  ['Tea', { Since: '2025-12-09', Count: 1.5, Sold: true, Shop: 'Leaf', Sum: 3 }],
  ['Oat', { Since: '2025-12-09T12:00:00', Count: -2, Sold: false, Sum: '#DIV/0!' }],
  ['Rye', { Since: '06:00:00', Count: 1e15, Sold: true, Sum: 'none' }],
];

const said = (items: Awaited<ReturnType<typeof itemsIn>>) =>
  rows(items).map(({ title, values }) => [
    title,
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)),
  ]);

describe('workbooks before 2007', () => {
  for (const form of ['biff8', 'biff5', 'biff4', 'biff2', 'xlsb'] as const)
    it(`as ${form} have numbers, dates, flags, results of formulas and errors, as the newer ones have them`, async () => {
      const items = await itemsIn(spreadsheet, form === 'xlsb' ? 'Stock.xlsb' : 'Stock.xls', workbookOf(form, [STOCK]));
      assert.deepEqual(said(items), VALUES);
      assert.equal(databases(items)[0]?.title, 'Stock');
      assert.deepEqual(said(await itemsIn(spreadsheet, 'Stock.xlsx', workbookOf('xlsx', [STOCK]))), VALUES);
    });

  for (const form of ['biff8', 'xlsb'] as const)
    it(`as ${form} keep comments and links, and say what is merged and hidden`, async () => {
      const items = await itemsIn(spreadsheet, 'Book.xls', workbookOf(form, [STOCK, SECRET]));
      assert.deepEqual(
        databases(items).map(({ title, parent, unsupported }) => [title, parent, unsupported]),
        [
          ['Stock', 'Book.xls/', { merged_cells: 1 }],
          ['Größe 日本', 'Book.xls/', { hidden_sheet: 1 }],
        ],
      );
      assert.deepEqual(rows(items)[0]?.comments, [
        { text: 'A2: mind this', author: 'Ann' },
        { text: 'Leaf: https://example.org/leaf' },
      ]);
      assert.equal(rows(items).at(-1)?.title, 'é');
      assert.equal(reasons(items), '');
    });

  it('keep what is said of the name of a column, or of a cell without a value, with the table', async () => {
    const cells = { B1: { c: [{ a: 'Ann', t: 'since when' }] }, C9: { t: 'z', c: [{ a: '', t: 'empty' }] } };
    for (const form of ['biff8', 'xlsx'] as const) {
      const items = await itemsIn(spreadsheet, 'a.xls', workbookOf(form, [{ ...STOCK, cells }]));
      assert.match(databases(items)[0]?.description ?? '', /^B1: since when \(Ann\)/m, form);
    }
  });

  /** A call of HYPERLINK as it is stored: an address, what is shown, and the call with two values. */
  const stepsOf = (address: Buffer, length: Buffer): Buffer =>
    Buffer.concat([Buffer.from([0x17]), length, address, Buffer.from([0x1e, 5, 0, 0x42, 2, 0x67, 0x01])]);
  const number = (length: 2 | 4, value: number): Buffer => {
    const bytes = Buffer.alloc(length);
    bytes.writeUIntLE(value, 0, length);
    return bytes;
  };
  const [FIVE, PLACE] = [Buffer.from([0, 0, 0, 0, 0, 0, 0x14, 0x40]), 'https://example.org/ü'];

  it('say where a formula leads that is a link', async () => {
    const steps = stepsOf(Buffer.from(PLACE, 'latin1'), Buffer.from([PLACE.length, 0]));
    const composed = Buffer.concat([Buffer.from([0x44, 0, 0, 0, 0xc0]), steps.subarray(-7)]);
    const cell = (column: number, formula: Buffer): Buffer =>
      workbookRecord(
        0x06,
        Buffer.concat([
          number(2, 1),
          number(2, column),
          number(2, 0),
          FIVE,
          Buffer.alloc(6),
          number(2, formula.length),
          formula,
        ]),
      );
    const records = recordsOf(workbookOf('biff8', [STOCK]));
    const whole = [records.subarray(0, -4), cell(6, steps), cell(7, composed), records.subarray(-4)];
    const items = await itemsIn(spreadsheet, 'a.xls', compoundOf({ Workbook: Buffer.concat(whole) }));
    const comments = rows(items)[0]?.comments?.map(({ text }) => text);
    assert.deepEqual(comments?.slice(2), [`5: ${PLACE}`, '5: =HYPERLINK(…)']);
    assert.equal(rows(items)[0]?.values['Column 7'], 5);
  });

  it('say the same in their binary form', async () => {
    const steps = stepsOf(Buffer.from(PLACE, 'utf16le'), number(2, PLACE.length));
    const content = Buffer.concat([
      number(4, 6),
      number(4, 0),
      FIVE,
      number(2, 0),
      number(4, steps.length),
      steps,
      number(4, 0),
    ]);
    const end = Buffer.from([0x92, 0x01, 0]);
    const book = withPart(workbookOf('xlsb', [STOCK]), 'sheet1.bin', (part) => {
      const at = part.indexOf(end);
      return Buffer.concat([part.subarray(0, at), Buffer.from([9, content.length]), content, part.subarray(at)]);
    });
    const items = await itemsIn(spreadsheet, 'a.xlsb', book);
    assert.deepEqual(rows(items).at(-1)?.comments, [{ text: `5: ${PLACE}` }]);
  });

  it('count days from 1904 where they say so', async () => {
    const sheet = { ...STOCK, rows: STOCK.rows.slice(0, 2) };
    const items = await itemsIn(spreadsheet, 'a.xls', workbookOf('biff8', [sheet], { is1904: true }));
    assert.equal(rows(items)[0]?.values.Since, '2029-12-10');
  });

  it('are kept as a file for what is drawn in them, and not for lists and comments', async () => {
    const object = (kind: number) => workbookRecord(0x5d, Buffer.from([0x15, 0, 0x12, 0, kind, 0]));
    const records = recordsOf(workbookOf('biff8', [STOCK]));
    // In front of the last record, which ends the sheet.
    const book = (kinds: number[]) =>
      compoundOf({ Workbook: Buffer.concat([records.subarray(0, -4), ...kinds.map(object), records.subarray(-4)]) });
    assert.equal(records.readUInt16LE(records.length - 4), 0x0a);
    const drawn = await itemsIn(spreadsheet, 'a.xls', book([8, 0x14, 0x19]));
    assert.deepEqual(
      of(drawn, 'file').map(({ unsupported }) => unsupported),
      ['pictures'],
    );
    assert.equal(rows(drawn).length, 3);
    assert.deepEqual(of(await itemsIn(spreadsheet, 'a.xls', book([0x14, 0x19])), 'file'), []);
  });
});

describe('a workbook that cannot be read', () => {
  const records = recordsOf(workbookOf('biff8', [STOCK]));
  const locked = Buffer.concat([records.subarray(0, 20), workbookRecord(0x2f, Buffer.alloc(4)), records.subarray(20)]);
  for (const [name, bytes, reason] of [
    ['locked.xls', compoundOf({ Workbook: locked }), /protected by a password/],
    [
      'locked.xlsx',
      compoundOf({ EncryptedPackage: Buffer.alloc(64), EncryptionInfo: Buffer.alloc(8) }),
      /protected by a password/,
    ],
    ['letter.xls', compoundOf({ WordDocument: Buffer.alloc(600) }), /it is a document of Word/],
    ['other.xls', compoundOf({ Other: Buffer.alloc(600) }), /it holds no workbook/],
    ['head.xls', workbookOf('biff8', [STOCK]).subarray(0, 600), /it is damaged/],
    ['noise.xls', Buffer.from('09080600\0\0\0'), /it is no spreadsheet/],
    ['empty.xls', Buffer.alloc(0), /it is no spreadsheet/],
    ['page.xls', Buffer.from('<html><body><p>Nothing here'), /it holds no table/],
  ] as const)
    it(`such as ${name} is kept as a file, with the reason`, async () => {
      const items = await itemsIn(spreadsheet, name, bytes);
      assert.match(reasons(items), reason);
      assert.deepEqual(
        items.map(({ type }) => type),
        ['problem', 'file'],
      );
    });

  it('to its end gives what is there, and says that the end is missing', async () => {
    const cut = compoundOf({ Workbook: records.subarray(0, -30) });
    const items = await itemsIn(spreadsheet, 'cut.xls', cut);
    assert.match(reasons(items), /ends before its end/);
    assert.equal(rows(items)[0]?.title, 'Tea');
  });

  it('is told nothing of on the console, and never stops the others', async () => {
    const whole = workbookOf('biff8', [STOCK]);
    const random = seeded(11);
    for (let time = 0; time < 40; time++) {
      const bytes = Buffer.from(whole);
      for (let each = 0; each < 6; each++) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
      const items = await itemsIn(spreadsheet, 'a.xls', bytes);
      assert.ok(items.length, `time ${time}`);
    }
  });
});

describe('files that are only called workbooks', () => {
  const page = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style>td {}</style></head><body><h1>Stock of May</h1>
    <table><tr><th>Name</th><th>Count</th><th>Shop</th></tr>
    <tr><td rowspan=2>Tea<br>green</td><td>1.5</td><td><a href="https://example.org/leaf">Leaf</a></td></tr>
    <tr><td colspan=2>2</td></tr></table></body></html>`;
  const mime = `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="x"\r\n\r\n--x\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${page}\r\n--x--\r\n`;
  for (const [form, content] of [
    ['a web page', page],
    ['a web page in one file', mime],
  ] as const)
    it(`as ${form} have its tables, with what stands above, spans and links`, async () => {
      const items = await itemsIn(spreadsheet, 'Stock.xls', content);
      const [database] = databases(items);
      assert.deepEqual([database?.title, database?.description], ['Stock', 'Stock of May']);
      assert.deepEqual(database?.unsupported, { merged_cells: 2 });
      assert.deepEqual(said(items), [
        ['Tea\ngreen', { Count: '1.5', Shop: 'Leaf' }],
        ['', { Count: '2' }],
      ]);
      assert.deepEqual(rows(items)[0]?.comments, [{ text: 'Leaf: https://example.org/leaf' }]);
    });

  for (const [form, content] of [
    ['tabs', 'Name\tCount\nTea\t007\n'],
    ['semicolons, in Latin letters', Buffer.from('Name;Count\r\nGrün;007\r\n', 'latin1')],
    ['tabs, in UTF-16', Buffer.from('\ufeffName\tCount\r\nTea\t007\r\n', 'utf16le')],
  ] as const)
    it(`as records with ${form} are read as such`, async () => {
      const items = await itemsIn(spreadsheet, 'Stock.xls', content);
      assert.equal(databases(items)[0]?.title, 'Stock');
      assert.deepEqual(rows(items)[0]?.values, { Count: '007' });
    });

  it('as XML of 2003 have values by their types, comments, links and hidden sheets', async () => {
    const made = workbookOf('xlml', [STOCK, SECRET]);
    const dated = made
      .toString()
      .replace(/<Data ss:Type="Number">46000</, '<Data ss:Type="DateTime">2025-12-09T00:00:00.000<');
    const items = await itemsIn(spreadsheet, 'Book.xls', dated);
    assert.deepEqual(said(items)[0], VALUES[0]);
    assert.deepEqual(
      databases(items).map(({ unsupported }) => unsupported),
      [{}, { hidden_sheet: 1 }],
    );
    assert.deepEqual(rows(items)[0]?.comments, [
      { text: 'mind this', author: 'Ann' },
      { text: 'Leaf: https://example.org/leaf' },
    ]);
  });

  for (const [name, form] of [
    ['a.xls', 'xlsx'],
    ['b.xlsx', 'biff8'],
    ['c.ods', 'xlsb'],
  ] as [string, BookForm][])
    it(`such as ${name} are read as ${form}, which they are`, async () => {
      assert.deepEqual(said(await itemsIn(spreadsheet, name, workbookOf(form, [STOCK]))), VALUES);
    });
});
