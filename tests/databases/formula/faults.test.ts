// Formulas that are wrong: each says what is wrong and where, and none can hang, crash or leak a number that is none.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { formatMessage } from '../../../core/i18n/message-format.ts';
import { evaluateFormula, functions, type Plain, parseFormula } from '../../../plugins/databases/formula/index.ts';
import { circumstances, fault, result, row, schema } from './formulas.ts';

/** Code, the part of the text it is about, and a word that its English message holds. */
const table: [string, string, string, string?][] = [
  ['', 'ends', ''],
  ['1 +', 'ends', ''],
  ['(1', 'ends', ''],
  ['if(true, 1', 'ends', ''],
  ['1 2', 'unexpected', '2', '2'],
  ['Price Name', 'unexpected', 'Name'],
  ['* 2', 'unexpected', '*'],
  [')', 'unexpected', ')'],
  ['Price.2', 'unexpected', '.2'],
  ['Price.', 'ends', ''],
  ['(1, 2)', 'missing', ',', ')'],
  ['true ? 1', 'ends', ''],
  ['#1', 'sign', '#', '#'],
  ['1 + 😀', 'sign', '😀', '😀'],
  ['"abc', 'open_text', '"abc'],
  ['1 & \'abc"', 'open_text', '\'abc"'],
  ['1 /* abc', 'open_comment', '/* abc'],
  ['1e999', 'number_too_large', '1e999'],
  ['Prise + 1', 'suggested_name', 'Prise', 'Price'],
  ['Whatever', 'unknown_name', 'Whatever'],
  ['current', 'unknown_name', 'current'],
  ['rund(1)', 'suggested_function', 'rund', 'round'],
  ['launchRocket(1)', 'unknown_function', 'launchRocket'],
  ['1.constructor()', 'unknown_function', 'constructor'],
  ['__proto__', 'unknown_name', '__proto__'],
  ['toString()', 'unknown_function', 'toString'],
  ['prop("Cost")', 'no_property', '"Cost"', 'Cost'],
  ['prop(Name)', 'property_text', 'prop(Name)'],
  ['prop()', 'property_text', 'prop()'],
  ['Twice', 'ambiguous_property', 'Twice'],
  ['1 + @99', 'deleted_property', '@99'],
  ['let(1, 2, 3)', 'variable_name', '1'],
  ['let(x, 2)', 'unknown_name', 'x'],
  ['round()', 'too_few', 'round()', 'digits'],
  ['round(1, 2, 3)', 'too_many', 'round(1, 2, 3)'],
  ['ifs(true)', 'too_few', 'ifs(true)'],
  ['1 + upper(Price)', 'wrong_kind', 'Price', 'text'],
  ['Price + Due', 'wrong_kind', 'Due', 'number'],
  ['Price < Name', 'wrong_kind', 'Name', 'number'],
  ['Price = Name', 'wrong_kind', 'Name', 'number'],
  ['Name and true', 'wrong_kind', 'Name', 'boolean'],
  ['if(Done, 1, "a")', 'wrong_kind', '"a"', 'number'],
  ['-Name', 'wrong_kind', 'Name'],
  ['sum(Tags)', 'wrong_kind', 'Tags', 'list<number>'],
  ['map(Tags, current * 2)', 'wrong_kind', 'current'],
  ['map(Name, current)', 'wrong_kind', 'Name'],
  ['[1, "a"]', 'mixed_list', '"a"', 'text'],
  ['1 + Price / (Price - 4)', 'division_by_zero', 'Price / (Price - 4)'],
  ['5 % 0', 'division_by_zero', '5 % 0'],
  ['mod(5, 0)', 'division_by_zero', 'mod(5, 0)'],
  ['2 + sqrt(-1)', 'not_a_number', 'sqrt(-1)', 'sqrt'],
  ['ln(0)', 'overflow', 'ln(0)'],
  ['(-8) ^ 0.5', 'not_a_number', '(-8) ^ 0.5'],
  ['1e308 * 10', 'overflow', '1e308 * 10'],
  ['sum(1e308, 1e308)', 'overflow', 'sum(1e308, 1e308)'],
  ['dateAdd(Due, 1, "moons")', 'unit', 'dateAdd(Due, 1, "moons")', 'days'],
  ['date(2026, 2, 30)', 'no_day', 'date(2026, 2, 30)'],
  ['date(0, 1, 1)', 'no_day', 'date(0, 1, 1)'],
  ['date(2026, 1.5, 1)', 'no_day', 'date(2026, 1.5, 1)'],
  ['dateAdd(Due, 1e300, "years")', 'no_day', 'dateAdd(Due, 1e300, "years")'],
  ['dateAdd(Due, 9000, "years")', 'no_day', 'dateAdd(Due, 9000, "years")'],
  ['dateAdd(Due, 1e300, "hours")', 'no_day', 'dateAdd(Due, 1e300, "hours")'],
  ['fromTimestamp(1e18)', 'no_day', 'fromTimestamp(1e18)'],
  ['inZone(now(), "Mars/Base")', 'zone', 'inZone(now(), "Mars/Base")', 'Mars/Base'],
  ['formatDate(Due, "D", "en-u-ca-hebrew")', 'language', 'formatDate(Due, "D", "en-u-ca-hebrew")'],
  ['repeat("ab", 1e9)', 'text_too_long', 'repeat("ab", 1e9)'],
  ['padStart("ab", 1e9)', 'text_too_long', 'padStart("ab", 1e9)'],
  ['replaceAll(repeat("a", 40000), "a", "bbb")', 'text_too_long', 'replaceAll(repeat("a", 40000), "a", "bbb")'],
  ['range(1, 1e9)', 'list_too_long', 'range(1, 1e9)'],
  ['map(range(1, 9999), map(range(1, 9999), 1))', 'too_much_work', 'map(range(1, 9999), 1)'],
  ['let(all, range(1, 9999), map(all, all))', 'too_much_work', 'map(all, all)'],
  ['let(long, repeat("a", 50000), text(map(range(1, 9999), long)))', 'too_much_work', 'map(range(1, 9999), long)'],
  ['ifError(map(range(1, 9999), range(1, 9999)), [])', 'too_much_work', 'range(1, 9999)'],
];

describe('a fault', () => {
  for (const [source, code, part, word = ''] of table)
    it(`of ${source || 'nothing'} is ${code} at ${part || 'the end'}`, () => {
      const error = fault(source);
      assert.equal(error.code, code, error.detail);
      assert.equal(source.slice(error.start, error.end), part);
      assert.ok(error.detail.includes(word), error.detail);
    });

  it('has a line and a column', () => {
    const { line, column } = fault('if(Done,\r\n  1,\n  rund(2))');
    assert.deepEqual([line, column], [3, 3]);
  });

  it('has the same words in the catalogue, and words in German', () => {
    const [english, german] = ['en', 'de'].map((locale) =>
      JSON.parse(readFileSync(new URL(`../../../plugins/databases/messages/${locale}.json`, import.meta.url), 'utf8')),
    );
    for (const [source] of table) {
      const { key, values, detail } = fault(source);
      assert.equal(formatMessage('en', english[key], values), detail);
      assert.ok(german[key], key);
    }
  });
});

describe('limits', () => {
  it('of length, depth and long chains of signs', () => {
    assert.equal(fault('1'.padEnd(10_001)).code, 'too_long');
    const deep = [
      `${'('.repeat(4000)}1${')'.repeat(4000)}`,
      `${'['.repeat(300)}${']'.repeat(300)}`,
      `${'-'.repeat(5000)}1`,
      `${'not '.repeat(2000)}true`,
      `1${' + 1'.repeat(2000)}`,
      `1${' ^ 1'.repeat(2000)}`,
      `${'abs('.repeat(1000)}1${')'.repeat(1000)}`,
      `true${' ? 1 : true'.repeat(900)}`,
      `Name${'.upper()'.repeat(1000)}`,
      `ifs(${'true, 1, '.repeat(300)}1)`,
    ];
    for (const source of deep) assert.equal(fault(source).code, 'too_deep', source.slice(0, 20));
    assert.equal(result(`1${' + 1'.repeat(90)}`), 91);
  });

  it('leave room for what people do', () => {
    assert.equal(result('sum(map(filter(range(1, 10000), current % 2 = 0), current * 2))'), 50_010_000);
    assert.equal(result('length(repeat("ab", 25000))'), 50_000);
    assert.equal(result('sort(map(range(1, 9999), -current)).first()'), -9999);
  });
});

describe('whatever is written', () => {
  const word = fc.oneof(
    fc.constantFrom(...functions.map(({ name }) => `${name}(`), ...functions.map(({ example }) => example)),
    fc.constantFrom('Price', 'Tags', 'Due', 'Assignee', 'Done', 'Name', 'Nothing', '@2', 'current', 'prop("Due")'),
    fc.constantFrom('(', ')', '[', ']', ',', '+', '-', '*', '/', '^', '%', '&', '=', '<', '?', ':', '.', 'and', 'not'),
    fc.constantFrom('0', '1e308', '-1', '"a"', '"days"', '99999999999', 'true', '//', '/*', '"'),
    fc.string({ unit: 'binary', maxLength: 5 }),
  );
  const source = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));
  const values = fc.dictionary(fc.constantFrom('1', '2', '3', '4', '5', '6', '7', '8', '9'), fc.anything());

  const isSound = (value: Plain): boolean => {
    if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
    if (Array.isArray(value)) return value.every(isSound);
    return value === null || JSON.stringify(value) !== undefined;
  };

  it('ends in a value that JSON has, or in a fault with a place', () => {
    fc.assert(
      fc.property(source, values, (text, given) => {
        const parsed = parseFormula(text, schema);
        const ended = parsed.ok
          ? evaluateFormula(parsed.program, given as Record<number, unknown>, circumstances)
          : parsed;
        if (ended.ok) assert.ok(isSound(ended.value));
        else
          assert.ok(ended.error.start >= 0 && ended.error.end <= text.length && ended.error.start <= ended.error.end);
      }),
      { numRuns: 1500 },
    );
  });

  it('is the same twice', () => {
    fc.assert(
      fc.property(source, (text) => {
        const results = [1, 2].map(() => {
          const parsed = parseFormula(text, schema);
          return parsed.ok ? evaluateFormula(parsed.program, row, circumstances) : parsed;
        });
        assert.deepEqual(results[0], results[1]);
      }),
      { numRuns: 300 },
    );
  });
});
