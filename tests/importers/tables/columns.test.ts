// What columns become, and how their values are read: what fits, and what has to stay as text.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PropertyTypeName } from '../../../plugins/databases/contract.ts';
import type { PropertyItem } from '../../../plugins/importers/contract.ts';
import { ColumnScan, type PlannedColumn, valueAsText } from '../../../plugins/importers/tables/columns.ts';
import { readPlanned } from '../../../plugins/importers/tables/values.ts';

const planned = (values: unknown[], item: Partial<PropertyItem> = {}, wanted = item.type): PlannedColumn => {
  const scan = new ColumnScan();
  for (const value of values) scan.add(value);
  return scan.plan({ name: 'Column', ...item }, wanted);
};
const nothing = { row: () => undefined, file: () => undefined, person: () => undefined };

describe('types of columns', () => {
  const cases: [string, unknown[], PropertyTypeName][] = [
    ['nothing at all', ['', null, undefined], 'text'],
    ['numbers', [1, 2.5, null], 'number'],
    ['numbers and words', [1, 'two'], 'text'],
    ['flags', [true, false], 'checkbox'],
    ['lists of words', [['a', 'b'], ['a']], 'multi_select'],
    ['lists of long texts', [['x'.repeat(80)]], 'long_text'],
    ['objects', [{ a: 1 }], 'long_text'],
    ['dates', ['2026-11-20', '2026-11-21 10:30'], 'date'],
    ['versions', ['2011.10', '2011.1'], 'text'],
    ['signed', ['+2'], 'text'],
    ['powers of ten', ['1e5'], 'text'],
    ['numbers beyond what is exact', [1, '9007199254740993'], 'text'],
    ['long texts', ['x'.repeat(3000)], 'long_text'],
    ['choices', ['red', 'blue', 'red', 'red'], 'select'],
  ];
  for (const [what, values, type] of cases) it(`are found: ${what}`, () => assert.equal(planned(values).type, type));

  it('keep their description, whatever type is asked for', () => {
    const item = { type: 'number', config: { description: 'In metres', format: 'integer' } } as const;
    assert.deepEqual(planned(['1', '2'], item, 'text').config, { description: 'In metres' });
  });

  it('that are asked for keep long texts and too many options from being lost', () => {
    assert.equal(planned(['x'.repeat(3000)], { type: 'text' }).type, 'long_text');
    const many = Array.from({ length: 600 }, (_, index) => `option ${index}`);
    assert.equal(planned(many, { type: 'select' }).type, 'text');
  });

  it('have the options of the source first, then those that rows name', () => {
    const options = [{ name: 'Done', group: 'done' as const }];
    const names = (column: PlannedColumn) => column.options.map(({ name }) => name);
    assert.deepEqual(names(planned(['New', 'done'], { type: 'status', options })), ['Done', 'New']);
    assert.deepEqual(names(planned([['Ann, PhD', 'Bob']], { type: 'multi_select' })), ['Ann, PhD', 'Bob']);
    assert.deepEqual(names(planned(['Ann, Bob', 'Bob'], { type: 'multi_select' })), ['Ann', 'Bob']);
  });
});

describe('numbers in texts', () => {
  it('say why they stay texts, and show the final zeros that all of them have', () => {
    assert.deepEqual(planned(['2011.10', '2011.1']).seen.notes, ['not_as_written']);
    assert.deepEqual(planned(['007']).seen.notes, ['leading_zeros']);
    assert.deepEqual(planned(['9007199254740993']).seen.notes, ['long_numbers']);
    const prices = planned(['1.50', '2.25']);
    assert.deepEqual([prices.type, prices.config, prices.seen.notes], ['number', { decimals: 2 }, []]);
  });

  it('are all looked at, however many there are', () => {
    assert.equal(planned([...Array.from({ length: 20_000 }, () => '2011.1'), '2011.10']).type, 'text');
  });

  it('are read in the way they are written where a number is asked for', () => {
    const column = planned(['1,50', '2,5'], {}, 'number');
    assert.equal(readPlanned({ type: 'number', config: {} }, column.reading, '1,50', nothing).value, 1.5);
  });
});

describe('values of rows', () => {
  const read = (type: PropertyTypeName, value: unknown, values: unknown[] = [value]) => {
    const column = planned(values, { type });
    const options = column.options.map((option, index) => ({ color: 'default', ...option, id: `o${index}` }));
    return readPlanned({ type, config: options.length ? { options } : {} }, column.reading, value, nothing);
  };
  const cases: [string, PropertyTypeName, unknown, unknown][] = [
    ['a number as text', 'number', '1.250', 1.25],
    ['a flag as text', 'checkbox', 'yes', true],
    ['a day', 'date', '3.4.2026', { start: '2026-04-03', end: null, timezone: null }],
    ['one option', 'select', ' Red ', 'o0'],
    ['several options', 'multi_select', 'a, b', ['o0', 'o1']],
    ['an address', 'url', 'https://example.org/', 'https://example.org/'],
  ];
  for (const [what, type, value, kept] of cases)
    it(`fit: ${what}`, () => assert.deepEqual(read(type, value).value, kept));

  const misfits: [PropertyTypeName, unknown][] = [
    ['number', 'many'],
    ['date', 'soon'],
    ['email', 'nobody'],
    ['url', 'nowhere'],
    ['rating', 99],
    ['person', 'A stranger'],
    ['relation', ['gone']],
  ];
  for (const [type, value] of misfits)
    it(`stay as text: ${type} of ${valueAsText(value)}`, () => {
      const { value: kept, misfit } = read(type, value);
      assert.deepEqual([kept, misfit], [null, valueAsText(value)]);
    });
});
