// Cells of tables that are too long to be held: cut where they reach the limit, and nothing else of the table is.
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readRecords } from '../../../core/files/csv.ts';
import { shortenCells } from '../../../plugins/importers/tables/long-cells.ts';

/** In pieces of so many bytes. */
const inPieces = (text: string | Buffer, size: number): Readable => {
  const bytes = Buffer.from(text as string);
  const count = Math.ceil(bytes.length / size);
  return Readable.from(Array.from({ length: count }, (_, at) => bytes.subarray(at * size, (at + 1) * size)));
};

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

describe('cells that are too long', () => {
  for (const [name, table, expected, cells] of [
    ['are cut, with and without quotes', 'a,"bbbbbbbb",c\ndddddddd,e\n', 'a,"bbbbb",c\ndddddd,e\n', 2],
    ['keep the quotes that stand in them whole', '"aaa""""""""""",b\n', '"aaa""",b\n', 1],
    ['end with the file, closed or not', '"aaaaaaaa"', '"aaaaa"', 1],
    ['are not cut through a sign', 'ääääää,b\n', 'äää,b\n', 1],
    ['are those between separators of the table', 'a;b\nccc,ccc,ccc;d\n', 'a;b\nccc,cc;d\n', 1],
    ['are none where quotes stand within a cell', 'a"b,c"d\nefghi,j\n', 'a"b,c"d\nefghi,j\n', 0],
  ] as const)
    it(name, async () => {
      for (const size of [1, 2, 3, 1000]) {
        const shortened = await shortenCells(inPieces(table, size), table.includes(';') ? ';' : ',', 6);
        assert.deepEqual([shortened.bytes.toString(), shortened.cells], [expected, cells], `pieces of ${size}`);
      }
    });

  it('are the only ones that change', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', 'ä', '🌲'), maxLength: 30 });
    const tables = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(tables, fc.integer({ min: 1, max: 7 }), async (rows, size) => {
        const table = `x,y\n${rows.map((cells) => cells.map(quoted).join(',')).join('\n')}\n`;
        const { bytes, cells } = await shortenCells(inPieces(table, size), ',', 20);
        const [before, after] = [table, bytes.toString()].map((text) => readRecords(text, ',').records);
        const changed = before?.flatMap((record, at) =>
          record.filter((value, column) => {
            const kept = after?.[at]?.[column];
            assert.ok(kept !== undefined && value.startsWith(kept), `${JSON.stringify(value)} → ${kept}`);
            return kept !== value;
          }),
        );
        assert.equal(changed?.length, cells);
        assert.ok(changed?.every((value) => Buffer.byteLength(quoted(value)) > 20));
      }),
      { numRuns: 500 },
    );
  });

  it('are left alone in text that has two bytes for each sign', async () => {
    const wide = Buffer.from(`\ufeffa,${'b'.repeat(50)}\n`, 'utf16le');
    assert.deepEqual(await shortenCells(inPieces(wide, 1000), ',', 6), { bytes: wide, cells: 0 });
  });
});
