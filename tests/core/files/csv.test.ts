// Separated values: the separator that a text has, its records, and cells that no table program runs.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { csvCell, csvLine, readRecords, separatorOf, unsafe } from '../../../core/files/csv.ts';

describe('the separator of a text', () => {
  const table: [string, string][] = [
    ['a,b\n1,2', ','],
    ['a;b\n1,5;2,5', ';'],
    ['1,5;2,5\n3,5;4,5', ';'],
    ['a\tb, c\td\n1\t2, 3, 4\t5', '\t'],
    ['a|b\n1|2', '|'],
    ['name,labels\nx,a;b\ny,c', ','],
    ['"a;b",c\n"d;e",f', ','],
    ['"never ends;;;;', ','],
    ['alone', ','],
    ['', ','],
  ];
  for (const [text, separator] of table)
    it(`${JSON.stringify(text)} is ${JSON.stringify(separator)}`, () => {
      assert.equal(separatorOf(text), separator);
    });
});

describe('records', () => {
  it('tell of a quote that never ends, and of more than were asked for', () => {
    assert.deepEqual(readRecords('a,"b""c"\n1,"2\n3', ','), {
      records: [
        ['a', 'b"c'],
        ['1', '2\n3'],
      ],
      isOpen: true,
      isCut: false,
    });
    assert.deepEqual(readRecords('a\nb\nc', ',', 2), { records: [['a'], ['b']], isOpen: false, isCut: true });
    assert.equal(readRecords('a\nb\n', ',', 2).isCut, false);
    assert.equal(readRecords('""', ',').isOpen, false);
  });
});

describe('a cell', () => {
  const table: [string | number | boolean | null, string][] = [
    ['=1+1', "'=1+1"],
    ['+49 30', "'+49 30"],
    ['-', "'-"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', '"\'\r=1"'],
    ['＝1', "'＝1"],
    ["'=1", "''=1"],
    ["'tis", "'tis"],
    ['a=1', 'a=1'],
    ['a,b', '"a,b"'],
    ['say "x"', '"say ""x"""'],
    [' a', '" a"'],
    ['a\nb', '"a\nb"'],
    [-5, '-5'],
    [1.5, '1.5'],
    [true, 'true'],
    [null, ''],
    ['', ''],
  ];
  for (const [value, cell] of table)
    it(`of ${JSON.stringify(value)} is ${JSON.stringify(cell)}`, () => {
      assert.equal(csvCell(value), cell);
    });

  it('is read as it was written, and never begins as a formula', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 10 }),
      fc.stringMatching(/^['=+@\t\r\n -]{0,4}[a,;"|]{0,3}$/),
    );
    const row = fc.array(text, { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), fc.constantFrom(',', ';', '\t'), (rows, separator) => {
        const written = rows.map((cells) => csvLine(cells, separator)).join('');
        const { records } = readRecords(written, separator);
        for (const cell of records.flat()) assert.ok(!/^[=+\-@\t\r]/.test(cell), cell);
        assert.deepEqual(
          records.map((cells) => cells.map(unsafe)),
          rows,
        );
      }),
      { numRuns: 500 },
    );
  });
});
