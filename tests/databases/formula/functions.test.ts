// Every function of the formula language: its example as the help shows it, and what its name does not tell.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { functions, type Plain } from '../../../plugins/databases/formula/index.ts';
import { circumstances, result } from './formulas.ts';

const messages = (locale: string) =>
  JSON.parse(readFileSync(new URL(`../../../plugins/databases/messages/${locale}.json`, import.meta.url), 'utf8'));

const table = (cases: [string, Plain][]) => {
  for (const [source, expected] of cases)
    it(`${source} is ${JSON.stringify(expected)}`, () => {
      assert.deepEqual(result(source), expected);
    });
};

describe('the help of functions', () => {
  for (const { name, example, gives } of functions)
    it(`of ${name} tells the truth: ${example} is ${gives}`, () => {
      assert.equal(result(`text(${example})`), gives);
      assert.match(example, new RegExp(`(^|[^\\w])${name}\\(`));
    });

  it('has words for each of them, and no others', () => {
    for (const locale of ['en', 'de']) {
      const keys = Object.keys(messages(locale)).filter((key) => key.startsWith('databases.formula.help.'));
      assert.deepEqual(keys.sort(), functions.map(({ help }) => help).sort());
    }
  });

  it('names about eighty functions, each once', () => {
    assert.ok(functions.length >= 60);
    assert.equal(new Set(functions.map(({ name }) => name.toLowerCase())).size, functions.length);
  });
});

describe('numbers', () => {
  table([
    ['round(1.005, 2)', 1.01],
    ['round(-2.5)', -3],
    ['round(1234, -2)', 1200],
    ['round(1e21)', 1e21],
    ['round(2.5, 400)', 2.5],
    ['floor(-2.1)', -3],
    ['ceil(-2.1)', -2],
    ['floor(2.345, 2)', 2.34],
    ['ceil(0.1 + 0.2, 1)', 0.4],
    ['-0 & ""', '0'],
    ['1e308 / 1e308', 1],
    ['average([1, 2], 6)', 3],
    ['median(1e308, 1e308)', 1e308],
    ['max()', null],
  ]);
});

describe('texts', () => {
  table([
    ['length("👩‍🚀a")', 4],
    ['left("😀😀", 1)', '😀'],
    ['substring("abc", -2)', 'bc'],
    ['right("abc", 0)', ''],
    ['replaceAll("a.b.c", ".", "$&")', 'a$&b$&c'],
    ['replace("abc", "", "x")', 'abc'],
    ['split("abc", "")', ['a', 'b', 'c']],
    ['padStart("a", 4, "😀ü")', '😀ü😀a'],
    ['padEnd("abc", 2)', 'abc'],
    ['contains(Name, "uil")', true],
    ['join([1.5, 2], "; ")', '1.5; 2'],
    ['capitalize("")', ''],
    ['number("1,5")', null],
    ['number("1e999")', null],
    ['number(true)', 1],
    ['boolean("no")', false],
    ['formatNumber(0.5, 0)', '1'],
    ['formatNumber(1e6, 2, "fr")', '1\u202f000\u202f000,00'],
  ]);
});

describe('dates', () => {
  const day = (start: string, end: string | null = null) => ({ start, end, timezone: null });
  table([
    ['today()', day('2026-11-21')],
    ['now()', day('2026-11-20T23:30:00.000Z')],
    ['date(2026, 7, 1, 12)', day('2026-07-01T10:00:00.000Z')],
    ['dateAdd(date(2024, 2, 29), 1, "years")', day('2025-02-28')],
    ['dateAdd(date(2026, 3, 28, 9), 1, "days")', day('2026-03-29T07:00:00.000Z')],
    ['dateAdd(date(2026, 3, 28, 9), 24, "hours")', day('2026-03-29T08:00:00.000Z')],
    ['dateAdd(date(2026, 3, 29), 3, "hours")', day('2026-03-29T02:00:00.000Z')],
    ['dateAdd(dateRange(Due, date(2026, 11, 22)), 1, "week")', day('2026-11-27', '2026-11-29')],
    ['dateBetween(date(2026, 3, 29), date(2026, 3, 30), "hours")', 23],
    ['dateBetween(date(2026, 3, 29, 0), date(2026, 3, 30, 0), "days")', 1],
    ['dateBetween(date(2026, 5, 31), date(2026, 2, 28), "months")', -3],
    ['dateBetween(date(2026, 1, 31), date(2026, 2, 28), "months")', 1],
    ['dateBetween(date(2024, 2, 29), date(2025, 2, 28), "years")', 1],
    ['dateBetween(date(2026, 11, 20), date(2026, 11, 2), "weeks")', -2],
    ['dateBetween(today(), now(), "minutes")', 30],
    ['workdays(date(2026, 11, 24), date(2026, 11, 20))', -3],
    ['workdays(date(2026, 11, 21), date(2026, 11, 22))', 0],
    ['workdays(date(2000, 1, 1), date(2026, 1, 1))', 6784],
    ['startOf(date(2026, 11, 20, 14, 35), "hour")', day('2026-11-20T13:00:00.000Z')],
    ['endOf(date(2026, 11, 20, 14, 35), "day")', day('2026-11-20T22:59:59.999Z')],
    ['startOf(Due, "quarter")', day('2026-10-01')],
    ['week(date(2027, 1, 1))', 53],
    ['hour(now())', 0],
    ['hour(inZone(now(), "America/New_York"))', 18],
    ['inZone(now(), "Asia/Tokyo")', { ...day('2026-11-20T23:30:00.000Z'), timezone: 'Asia/Tokyo' }],
    ['formatDate(now(), "YYYY-MM-DD HH:mm:ss [at] h A")', '2026-11-21 00:30:00 at 12 AM'],
    ['formatDate(Due, "dddd, D. MMMM YYYY", "de")', 'Freitag, 20. November 2026'],
    ['toDate("2026-11-20T10:00")', day('2026-11-20T09:00:00.000Z')],
    ['toDate("soon")', null],
    ['text(now())', '2026-11-21 00:30'],
    ['dateEnd(Due)', day('2026-11-20')],
    ['Due < now()', true],
    ['sort([date(2026, 2, 1), date(2026, 1, 1)]).first()', day('2026-01-01')],
  ]);

  it('are moved there and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: -40_000, max: 40_000 }), fc.constantFrom('days', 'weeks'), (amount, unit) => {
        const there = `dateAdd(today(), ${amount}, "${unit}")`;
        assert.equal(result(`dateBetween(today(), ${there}, "${unit}")`), amount);
        assert.deepEqual(result(`dateSubtract(${there}, ${amount}, "${unit}")`), result('today()'));
      }),
      { numRuns: 100 },
    );
  });

  it('depend on the zone of the reader alone', () => {
    const west = { ...circumstances, zone: 'America/Los_Angeles' };
    assert.deepEqual(result('today()', {}, west), day('2026-11-20'));
    assert.equal(result('hour(now())', {}, west), 15);
  });
});

describe('lists', () => {
  table([
    ['at([1, 2], 5)', null],
    ['at([1, 2], -1)', 2],
    ['first([])', null],
    ['unique(["a", "A", "a"])', ['a', 'A']],
    ['sort([3, 1, 2])', [1, 2, 3]],
    ['sort(["b", "Ä", "c"])', ['Ä', 'b', 'c']],
    ['range(3, 1)', []],
    ['filter(Tags, current != "a")', ['b']],
    ['find([1, 2], current > 5)', null],
    ['every([], current)', true],
    ['map(Tags, index)', [0, 1]],
    ['count([])', 0],
    ['includes([date(2026, 1, 1)], date(2026, 1, 1))', true],
    ['append(Tags, "c")', ['a', 'b', 'c']],
    ['length(Tags)', 2],
  ]);
});
