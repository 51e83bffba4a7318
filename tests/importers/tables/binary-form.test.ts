// Workbooks in their binary form (.xlsb) of which some bytes are wrong: refused at once, where the library that reads them
// would look for billions of letters or cells.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import spreadsheet from '../../../plugins/importers/formats/spreadsheet/index.ts';
import { itemsIn, of, reasons, rows } from '../formats/items.ts';
import { type SheetWritten, withPart, workbookOf } from './workbooks.ts';

const STOCK: SheetWritten = {
  name: 'Stock',
  rows: [
    ['Name', 'Shop'],
    ['Tea', 'Leaf'],
    ['Oat', 'Mill'],
  ],
  cells: {
    A2: { c: [{ a: 'Ann', t: 'mind this' }] },
    B2: { l: { Target: 'https://example.org/leaf' } },
  },
};
const book = workbookOf('xlsb', [STOCK]);

/** Where the content of the first record of a type begins; types and lengths of these have bytes of their own. */
function contentOf(part: Buffer, head: number[]): number {
  const at = part.indexOf(Buffer.from(head));
  assert.ok(at >= 0);
  return at + head.length + 1;
}

/** Sets a number somewhere behind the head of the first record of a type. */
const setting = (head: number[], offset: number, value: number) => (part: Buffer) => {
  part.writeUInt32LE(value, contentOf(part, head) + offset);
  return part;
};

const [TEXT, COMMENT, LINK, AUTHOR] = [[0x06], [0xfb, 0x04], [0xee, 0x03], [0xf8, 0x04]];

describe('a workbook in its binary form', () => {
  const wrong: [what: string, part: string, change: (part: Buffer) => Buffer][] = [
    ['a text of four billion letters', 'sheet1.bin', setting(TEXT, 8, 0xffffff00)],
    ['a cell in the three billionth column', 'sheet1.bin', setting(TEXT, 0, 3_000_000_000)],
    ['a comment in the three billionth column', 'comments1.bin', setting(COMMENT, 12, 3_000_000_000)],
    ['a comment in the three billionth row', 'comments1.bin', setting(COMMENT, 4, 3_000_000_000)],
    ['an author whose name has four billion letters', 'comments1.bin', setting(AUTHOR, 0, 0xffffff00)],
    ['a link that begins in the three billionth row', 'sheet1.bin', setting(LINK, 0, 3_000_000_000)],
  ];
  for (const [what, part, change] of wrong)
    it(`with ${what} is damaged`, async () => {
      const items = await itemsIn(spreadsheet, 'a.xlsb', withPart(book, part, change));
      assert.match(reasons(items), /damaged/);
      assert.deepEqual(
        of(items, 'file').map(({ id }) => id),
        ['a.xlsb'],
      );
    });

  it('with a link on all of its cells has it on the first of them', async () => {
    const linked = withPart(book, 'sheet1.bin', (part) =>
      setting(LINK, 12, 0xffffffff)(setting(LINK, 4, 0xffffffff)(part)),
    );
    const items = await itemsIn(spreadsheet, 'a.xlsb', linked);
    assert.deepEqual(
      rows(items).map(({ title, comments }) => [title, comments?.map(({ text }) => text)]),
      [
        ['Tea', ['A2: mind this', 'Leaf: https://example.org/leaf']],
        ['Oat', undefined],
      ],
    );
  });
});
