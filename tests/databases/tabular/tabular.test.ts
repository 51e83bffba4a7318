// Tables from outside: names, types, samples and values of columns, with real files where they are.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { csvLine } from '../../../core/files/csv.ts';
import { decode } from '../../../core/files/text-decoding.ts';
import {
  type ColumnValue,
  detect,
  parseTable,
  readCell,
  type Table,
} from '../../../plugins/databases/table-import/index.ts';

const FOLDER = fileURLToPath(new URL('../../../../shared/fixtures/', import.meta.url));
const missing = existsSync(FOLDER) ? false : 'the real tables are not beside this repository';

const day = (start: string, end: string | null = null) => ({ start, end, timezone: null });

describe('the type of a column', () => {
  const table: [string, string[], string, ColumnValue[]?][] = [
    ['flags', ['true', 'FALSE', ''], 'checkbox', [true, false, false]],
    ['answers', ['Yes', 'No'], 'checkbox', [true, false]],
    ['Antworten', ['ja', 'nein'], 'checkbox', [true, false]],
    ['whole', ['1', '-20', '', '3'], 'number', [1, -20, null, 3]],
    ['zero and one', ['0', '1'], 'number', [0, 1]],
    ['points', ['1.5', '0.25', '3'], 'number', [1.5, 0.25, 3]],
    ['final zeros', ['1.50', '2.25'], 'number', [1.5, 2.25]],
    ['versions', ['2011.10', '2011.1'], 'text', ['2011.10', '2011.1']],
    ['signs', ['+2', '3'], 'text', ['+2', '3']],
    ['powers', ['1e5', '3'], 'text', ['1e5', '3']],
    ['beyond safety', ['9007199254740993', '1'], 'text', ['9007199254740993', '1']],
    ['many digits', ['1.5', '12345678901234567890'], 'text'],
    ['commas', ['1,5', '2,25'], 'number', [1.5, 2.25]],
    ['thousands', ['1,234.50', '12'], 'number', [1234.5, 12]],
    ['Tausender', ['1.234,50', '12'], 'number', [1234.5, 12]],
    ['apart', ["1'234", '1 234', '1\u202f234'], 'number', [1234, 1234, 1234]],
    ['percent', ['12 %', '7.5%'], 'number', [0.12, 0.075]],
    ['dollars', ['$1,200.00', '-$3', '($4.50)'], 'number', [1200, -3, -4.5]],
    ['Euro', ['1.200,00 €', '-3,50 €'], 'number', [1200, -3.5]],
    ['francs', ['CHF 12.50', 'CHF 3.00'], 'number', [12.5, 3]],
    ['mixed money', ['$1', '€1'], 'text', ['$1', '€1']],
    ['zip', ['01234', '99999'], 'text', ['01234', '99999']],
    ['long id', ['12345678901234567890', '1'], 'text'],
    ['infinite', ['1e999', '2'], 'text'],
    [
      'ISO',
      ['2026-11-20', '2026-11-21T14:30', '2026-11-21 14:30:15'],
      'date',
      [day('2026-11-20'), day('2026-11-21T14:30:00'), day('2026-11-21T14:30:15')],
    ],
    [
      'instants',
      ['2026-11-20T14:30:00Z', '2026-11-20T14:30:00+02:00'],
      'date',
      [day('2026-11-20T14:30:00.000Z'), day('2026-11-20T12:30:00.000Z')],
    ],
    ['German', ['20.11.2026', '1.2.2026 9:05'], 'date', [day('2026-11-20'), day('2026-02-01T09:05:00')]],
    ['American', ['11/20/2026', '2/1/2026 1:05 PM'], 'date', [day('2026-11-20'), day('2026-02-01T13:05:00')]],
    ['British', ['20/11/2026', '1/2/2026'], 'date', [day('2026-11-20'), day('2026-02-01')]],
    [
      'named',
      ['November 20, 2026', '1 Feb 2026 12:00 AM', '3. März 2026'],
      'date',
      [day('2026-11-20'), day('2026-02-01T00:00:00'), day('2026-03-03')],
    ],
    [
      'ranges',
      ['August 10, 2025 → August 22, 2025', '2025-08-01'],
      'date',
      [day('2025-08-10', '2025-08-22'), day('2025-08-01')],
    ],
    ['no days', ['2026-02-30', '2026-02-01'], 'text'],
    ['sites', ['https://a.example/x?y=1', 'http://b.example'], 'url'],
    ['mail', ['ann@a.example', 'bob@b.example'], 'email'],
    ['Phone', ['+49 30 123456', '(030) 123-456'], 'phone'],
    ['lines', ['a\nb', 'c'], 'long_text', ['a\nb', 'c']],
    ['Status', ['Open', 'Done', 'open'], 'select', ['Open', 'Done', 'Open']],
    ['weather', ['rain', 'sun', 'rain', 'sun'], 'select'],
    ['Tags', ['a b', 'b', ''], 'multi_select', [['a', 'b'], ['b'], []]],
    ['Labels', ['backend; urgent', 'docs'], 'multi_select', [['backend', 'urgent'], ['docs']]],
    ['parts', ['x, y', 'y, x', 'x'], 'multi_select', [['x', 'y'], ['y', 'x'], ['x']]],
    ['sentences', ['This, and that', 'Or, not', 'Never, ever'], 'text'],
    ['nothing', ['', ' '], 'text', [null, null]],
  ];
  for (const [name, cells, type, values] of table)
    it(`of ${name} is ${type}`, () => {
      const { kind } = detect(name, cells);
      assert.equal(kind.type, type);
      for (const cell of cells) assert.notEqual(readCell(cell, kind), undefined, cell);
      if (values)
        assert.deepEqual(
          cells.map((cell) => readCell(cell, kind)),
          values,
        );
    });

  const notes: [string[], string[]][] = [
    [['01234', '5'], ['leading_zeros']],
    [['12345678901234567890'], ['long_numbers']],
    [['1.5', '12345678901234567890'], ['long_numbers']],
    [['2011.10', '2011.1'], ['not_as_written']],
    [['+2'], ['not_as_written']],
    [['-0'], ['not_as_written']],
    [['.5'], []],
    [['1,234.50', '12'], []],
    [['1e5'], ['not_as_written']],
    [['1.10', '1.20'], []],
    [['$3', '$4.50'], []],
    [['1.234', '2.345'], ['ambiguous_numbers']],
    [['1.234', '2.3456'], []],
    [['1/2/2026', '3/4/2026'], ['ambiguous_dates']],
    [['1/2/2026', '13/4/2026'], []],
    [['4/4/2026'], []],
    [['1.2.2026'], []],
  ];
  for (const [cells, expected] of notes)
    it(`of ${cells.join(' and ')} ${expected.length ? `is said to have ${expected}` : 'leaves no doubt'}`, () => {
      assert.deepEqual(detect('', cells).notes, expected);
    });

  it('is the one that the caller prefers when days and months could be either', () => {
    const { kind } = detect('', ['1/2/2026'], { order: 'mdy' });
    assert.deepEqual(readCell('1/2/2026', kind), day('2026-01-02'));
  });

  it('does not hold what does not fit', () => {
    const { kind: number } = detect('', ['1,5 €']);
    for (const cell of ['2,5 $', '1.5.5', 'x', '2 %']) assert.equal(readCell(cell, number), undefined, cell);
    assert.equal(readCell('maybe', { type: 'checkbox' }), undefined);
    assert.equal(readCell('soon', { type: 'date', order: 'dmy' }), undefined);
    assert.equal(readCell('javascript:alert(1)', { type: 'url' }), undefined);
    assert.deepEqual(readCell('NEW', { type: 'select', options: ['old'] }), 'NEW');
  });

  it('holds every cell that it was found by, whatever they are', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.double().map(String),
      fc.constantFrom(
        '01',
        '1,5',
        '1.5',
        '12 %',
        '€ 3',
        '2026-11-20',
        '1/2/2026',
        '3/4/26',
        'yes',
        'no',
        'a;b',
        '(3)',
        '-',
        "'",
      ),
      fc.constant(' '.repeat(5000)),
    );
    fc.assert(
      fc.property(fc.constantFrom('', 'Tags', 'Phone', 'Status'), fc.array(cell, { maxLength: 6 }), (name, cells) => {
        const { kind } = detect(name, cells);
        for (const one of cells) {
          const value = readCell(one, kind);
          assert.notEqual(value, undefined, `${one} as ${kind.type}`);
          assert.ok(typeof value !== 'number' || Number.isFinite(value));
        }
      }),
      { numRuns: 600 },
    );
  });
});

describe('a table', () => {
  const types = ({ columns }: Table) => columns.map(({ kind }) => kind.type);

  it('has names that are there and differ, samples and a title', () => {
    const table = parseTable('id,Name,,name\n1,a,x,b\n2,a,,c\n3,d,y,c\n');
    assert.deepEqual(
      table.columns.map(({ name, samples, filled }) => [name, samples, filled]),
      [
        ['id', ['1', '2', '3'], 3],
        ['Name', ['a', 'd'], 3],
        ['Column 3', ['x', 'y'], 2],
        ['name 2', ['b', 'c'], 3],
      ],
    );
    assert.deepEqual([table.title, table.hasHeader, table.problems], [1, true, []]);
    assert.equal(parseTable('a,\n1,2', { unnamed: (place) => `Spalte ${place}` }).columns[1]?.name, 'Spalte 2');
  });

  const headers: [string, boolean][] = [
    ['name,age\nAnn,3', true],
    ['Ann,3\nBob,4', false],
    ['2026-01-01,x\n2026-01-02,y', false],
    ['country,2019,2020\nA,1,2', true],
    ['a,b\na,b\na,b', false],
    ['only,names', true],
    ['1,2', false],
  ];
  for (const [text, hasHeader] of headers)
    it(`${hasHeader ? 'has' : 'has no'} header in ${JSON.stringify(text)}, unless it is told otherwise`, () => {
      assert.equal(parseTable(text).hasHeader, hasHeader);
      assert.equal(parseTable(text, { hasHeader: !hasHeader }).hasHeader, !hasHeader);
    });

  it('that was pasted has tabs, quoted lines and formulas as texts', () => {
    const table = parseTable('Name\tSum\r\n"two\nlines"\t3\r\nx\t\'=1+1\r\n');
    assert.deepEqual(table.rows, [
      ['two\nlines', '3'],
      ['x', '=1+1'],
    ]);
  });

  it('may say its separator in a line of its own', () => {
    const table = parseTable('\ufeffsep=;\r\na,b;c\r\n1,5;2\r\n');
    assert.deepEqual([table.separator, table.columns.map(({ name }) => name)], [';', ['a,b', 'c']]);
    assert.deepEqual(table.rows, [['1,5', '2']]);
    assert.deepEqual(parseTable('"sep=|"\na|b\n1|2').rows, [['1', '2']]);
    assert.deepEqual(parseTable('sep=;\na;b\n1;2', { separator: ';' }).rows, [['1', '2']]);
  });

  it('says what is wrong with it', () => {
    assert.deepEqual(parseTable('a,b\n1,2,3\n4').problems, ['uneven']);
    assert.deepEqual(parseTable('a,b\n1,"2\n3').problems, ['cut_off']);
    assert.deepEqual(parseTable('a,b\n2026-01-01,2\n202').problems, ['cut_off', 'uneven']);
    assert.deepEqual(types(parseTable('a,b\n2026-01-01,2\n202')), ['date', 'number']);
    assert.deepEqual(parseTable(`${'a,'.repeat(300)}a`).problems, ['more_columns']);
    assert.deepEqual(parseTable('').columns, []);
  });

  it('comes back as it was written', () => {
    const cell = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), (rows) => {
        const table = parseTable(rows.map((row) => csvLine(row)).join(''), { hasHeader: false, separator: ',' });
        assert.deepEqual(table.rows, rows);
      }),
      { numRuns: 200 },
    );
  });
});

describe('real tables', { skip: missing }, () => {
  const read = (path: string) => {
    const { text, problem } = decode(readFileSync(`${FOLDER}${path}`));
    return { ...parseTable(text), problem };
  };
  const counted = ({ columns }: Table) => {
    const counts: Record<string, number> = {};
    for (const { kind } of columns) counts[kind.type] = (counts[kind.type] ?? 0) + 1;
    return counts;
  };

  const expected: [string, number, number, Record<string, number>][] = [
    ['csv/vega-datasets/airports.csv', 3376, 7, { number: 2 }],
    ['csv/vega-datasets/birdstrikes.csv', 10_000, 14, { date: 1, number: 4 }],
    ['csv/vega-datasets/disasters.csv', 803, 3, { number: 2 }],
    ['csv/vega-datasets/seattle-weather.csv', 1461, 6, { date: 1, number: 4 }],
    ['csv/vega-datasets/unemployment.tsv', 3218, 2, { number: 2 }],
    ['csv/vega-datasets/us-employment.csv', 120, 24, { date: 1, number: 23 }],
    ['csv/vega-datasets/weather.csv', 2922, 7, { date: 1, number: 4 }],
    ['issues/jira/jira-export.csv', 40, 15, { date: 2, number: 3, multi_select: 1 }],
  ];
  for (const [path, rows, columns, types] of expected)
    it(`${path} has ${rows} rows and its types`, () => {
      const table = read(path);
      assert.deepEqual([table.rows.length, table.columns.length, table.problems], [rows, columns, []]);
      for (const [type, count] of Object.entries(types)) assert.equal(counted(table)[type], count, type);
    });

  it('are the same in every encoding', () => {
    const whole = read('csv/obsidian-importer/comprehensive-test.csv');
    const types = Object.fromEntries(whole.columns.map(({ name, kind }) => [name, kind.type]));
    assert.deepEqual(
      [types.Date, types.Completed, types.Rating, types.Tags],
      ['date', 'checkbox', 'number', 'multi_select'],
    );
    const lines = (table: Table) => table.rows.map((row) => row.map((cell) => cell.replaceAll('\r\n', '\n')));
    assert.deepEqual(lines(read('csv/malformed/utf16le-bom-crlf.csv')), lines(whole));
    assert.match(read('csv/malformed/cp1252-lossy.csv').problem ?? '', /Windows-1252/);
    assert.ok(read('csv/malformed/truncated-inside-quotes.csv').problems.includes('cut_off'));
  });
});
