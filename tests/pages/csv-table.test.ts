// Comma separated values as tables: quotes, separators, line ends, and texts that are cut off.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCsv } from '../../plugins/pages/files/csv-table.ts';

describe('readCsv', () => {
  const table: [string, string, string[][]][] = [
    [
      'plain',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'quotes, doubled ones and separators inside',
      'a,b\r\n"1,""x""","2\n3"',
      [
        ['a', 'b'],
        ['1,"x"', '2\n3'],
      ],
    ],
    [
      'semicolons with commas in a quoted head',
      '"a,b,c";d\n1;2',
      [
        ['a,b,c', 'd'],
        ['1', '2'],
      ],
    ],
    [
      'tabs',
      'a\tb\n1\t',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    [
      'a mark at the start, empty lines, old line ends',
      '\ufeffa|b\r\r1|2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'uneven rows',
      'a\n1,2,3',
      [
        ['a', '', ''],
        ['1', '2', '3'],
      ],
    ],
    [
      'a quote that never ends',
      'a,b\n"1,2\n3',
      [
        ['a', 'b'],
        ['1,2\n3', ''],
      ],
    ],
    ['nothing', '', [[]]],
  ];
  for (const [name, text, expected] of table) {
    it(`reads ${name}`, () => {
      const { head, rows, cut } = readCsv(text, true);
      assert.deepEqual([head, ...rows], expected);
      assert.equal(cut, false);
    });
  }

  it('shows 1,000 rows and says that there are more', () => {
    const rows = (count: number) => `n\n${Array.from({ length: count }, (_none, at) => at).join('\n')}`;
    const whole = readCsv(rows(1000), true);
    assert.deepEqual([whole.rows.length, whole.cut], [1000, false]);
    const long = readCsv(rows(1001), true);
    assert.deepEqual([long.rows.length, long.cut], [1000, true]);
  });

  it('leaves out the record in which a text was cut off', () => {
    const { rows, cut } = readCsv('a,b\n1,2\n3,"fo', false);
    assert.deepEqual([rows, cut], [[['1', '2']], true]);
  });

  it('takes a long quoted field and many columns', () => {
    const { rows, cut } = readCsv(`a\n"${'x""'.repeat(500_000)}"`, true);
    assert.deepEqual([rows[0]?.[0]?.length, cut], [1_000_000, false]);
    const wide = readCsv(Array.from({ length: 300 }, () => 'c').join(','), true);
    assert.deepEqual([wide.head.length, wide.cut], [100, true]);
  });
});
