// The formula language: how signs bind, what kinds results have, and how properties are named and kept.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  dependencies,
  kindText,
  type Plain,
  parseFormula,
  programKind,
  readableFormula,
  storedFormula,
} from '../../../plugins/databases/formula/index.ts';
import { result, schema } from './formulas.ts';

const table = (cases: [string, Plain][]) => {
  for (const [source, expected] of cases)
    it(`${source} is ${JSON.stringify(expected)}`, () => {
      assert.deepEqual(result(source), expected);
    });
};

describe('signs', () => {
  table([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['2 ^ 3 ^ 2', 512],
    ['-2 ^ 2', -4],
    ['2 ^ -1', 0.5],
    ['10 - 4 - 3', 3],
    ['7 % 4 * 2', 6],
    ['-7 % 4', 1],
    ['+5', 5],
    ['1.5e3 + .5', 1500.5],
    ['1 < 2 and 2 < 3', true],
    ['true or false and false', true],
    ['not 1 = 2', true],
    ['!true or true', true],
    ['1 <> 2 && 2 != 2', false],
    ['"a" & 1 + 2', 'a3'],
    ['"a" + 1', 'a1'],
    ['1 + "a"', '1a'],
    ['"x" = "X"', false],
    ['"b" > "a"', true],
    ['"Ä" < "b"', true],
    ['1 > 2 ? "a" : 2 > 1 ? "b" : "c"', 'b'],
    ['[1, 2, 3]', [1, 2, 3]],
    ['[]', []],
    ['[[1], []]', [[1], []]],
    ['(2.345).round(2)', 2.35],
    ['"abc".upper().left(2)', 'AB'],
    ['1 /* one */ + // and\n 2', 3],
    [`'it' & "s" & “ ok”`, 'its ok'],
    ['"a\\"b\\n\\t\\\\"', 'a"b\n\t\\'],
    ['0.1 + 0.2 & ""', '0.3'],
    ['IF(true, 1, 2)', 1],
    ['[1, 2] = [1, 2]', true],
    ['date(2026, 1, 1) = date(2026, 1, 1)', true],
  ]);
});

describe('special forms', () => {
  table([
    ['if(false, 1)', null],
    ['ifs(false, 1, false, 2)', null],
    ['ifs(false, 1, true, 2, 3)', 2],
    ['switch(2, 1, "a", 2, "b")', 'b'],
    ['switch(9, 1, "a", 2, "b", "c")', 'c'],
    ['switch(1, 1, switch(2, 2, "in", "no"), "out")', 'in'],
    ['let(x, 2, let(y, x + 1, x * y))', 6],
    ['let(Price, 100, Price) + Price', 104],
    [
      'map([1, 2], map([10, 20], current + index))',
      [
        [10, 21],
        [10, 21],
      ],
    ],
    ['let(x, 5, map([1, 2], x + current))', [6, 7]],
    ['ifError(sqrt(-1), 0)', 0],
    ['or(true, 1 / 0 = 1)', true],
    ['and(false, 1 / 0 = 1)', false],
    ['if(true, 1, 1 / 0)', 1],
  ]);
});

describe('properties', () => {
  table([
    ['Price * 2', 8],
    ['price * 2', 8],
    ['prop("Unit price") * Price', 10],
    ['Größe + @2', 7],
    ['prop("true")', 12],
    ['join(Tags, "+")', 'a+b'],
    ['Due', { start: '2026-11-20', end: null, timezone: null }],
    ['Assignee', [{ id: 7, name: 'Ann' }]],
    ['includes(Assignee, me())', true],
    ['map(Assignee, name(current))', ['Ann']],
    ['Done and not empty(Name)', true],
  ]);

  it('that are empty make arithmetic empty, tests false and texts short', () => {
    assert.equal(result('Nothing + 1'), null);
    assert.equal(result('Nothing > 1 or Nothing <= 1'), false);
    assert.equal(result('Nothing = empty()'), true);
    assert.equal(result('"n" & Nothing'), 'n');
    assert.equal(result('Name + 3', {}), '3');
    assert.equal(result('sum(Nothing, 3)'), 3);
    assert.equal(result('sum(Nothing)'), null);
    assert.equal(result('if(Done, 1, 2)', {}), 2);
  });

  it('hold nothing when a row has a value of another kind', () => {
    for (const bad of ['4', {}, [], true, Number.NaN, Number.POSITIVE_INFINITY])
      assert.equal(result('empty(Price)', { 2: bad }), true, String(bad));
    assert.deepEqual(result('Tags', { 5: ['a', 3, null] }), ['a', null, null]);
    for (const bad of ['soon', '2026-02-30', { start: 5 }, { start: '2026-13-01' }, {}, 20])
      assert.equal(result('Due', { 4: bad }), null, JSON.stringify(bad));
  });
});

describe('a stored formula', () => {
  const read = (source: string, properties = schema) => {
    const parsed = parseFormula(source, properties);
    assert.ok(parsed.ok, source);
    return parsed.program;
  };

  const forms: [string, string, string][] = [
    ['Price * prop("Unit price")', '@2 * @3', 'Price * prop("Unit price")'],
    ['prop("Price") + Größe', '@2 + @9', 'Price + Größe'],
    ['let(Price, 1, Price) + Price', 'let(Price, 1, Price) + @2', 'let(Price, 1, Price) + prop("Price")'],
    ['"Price" & Price /* Price */', '"Price" & @2 /* Price */', '"Price" & Price /* Price */'],
    ['Tags.join(Name)', '@5.join(@1)', 'Tags.join(Name)'],
    ['ifs(Done, Price, 1)', 'ifs(@6, @2, 1)', 'ifs(Done, Price, 1)'],
    ['switch(Price, Größe, 1, 2)', 'switch(@2, @9, 1, 2)', 'switch(Price, Größe, 1, 2)'],
    ['prop("true") + 1', '@12 + 1', 'prop("true") + 1'],
    ['@10 + 1', '@10 + 1', '@10 + 1'],
  ];
  for (const [source, stored, again] of forms)
    it(`of ${source} is ${stored}`, () => {
      assert.equal(storedFormula(read(source)), stored);
      assert.equal(readableFormula(stored, schema), again);
      assert.equal(storedFormula(read(again)), stored);
    });

  it('follows new names, also ones with quotes', () => {
    const renamed = schema.map((one) => (one.id === 2 ? { ...one, name: 'the "new" \\ price' } : one));
    const again = readableFormula('@2 * 2', renamed);
    assert.equal(again, 'prop("the \\"new\\" \\\\ price") * 2');
    assert.equal(storedFormula(read(again, renamed)), '@2 * 2');
  });

  it('means the same whatever the properties are called', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(
        fc.uniqueArray(name, { minLength: 2, maxLength: 2, selector: (one) => one.toLowerCase() }),
        (names) => {
          const properties = names.map((one, at) => ({ id: at + 1, name: one, kind: 'number' as const }));
          const stored = 'sum(@1, @2) - @1';
          assert.equal(storedFormula(read(readableFormula(stored, properties), properties)), stored);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('what is known of a formula', () => {
  const kinds: [string, string][] = [
    ['Price', 'number'],
    ['if(Done, Price)', 'number'],
    ['if(Done, empty(), [Name])', 'list<text>'],
    ['[]', 'list<empty>'],
    ['empty()', 'empty'],
    ['map(Tags, length(current))', 'list<number>'],
    ['coalesce(empty(), Due)', 'date'],
    ['first(Assignee)', 'person'],
  ];
  for (const [source, kind] of kinds)
    it(`${source} is of kind ${kind}`, () => {
      const parsed = parseFormula(source, schema);
      assert.equal(parsed.ok && kindText(programKind(parsed.program)), kind);
    });

  const uses: [string, number[], string[]][] = [
    ['1', [], []],
    ['Price + Price * prop("Unit price")', [2, 3], []],
    ['if(false, Price, 1)', [2], []],
    ['now() > date(2026, 1, 1)', [], ['now', 'zone']],
    ['Due', [4], ['zone']],
    ['includes(Assignee, me())', [7], ['user']],
  ];
  for (const [source, properties, circumstances] of uses)
    it(`${source} depends on ${[...properties, ...circumstances].join() || 'nothing'}`, () => {
      const parsed = parseFormula(source, schema);
      assert.deepEqual(parsed.ok && dependencies(parsed.program), { properties, circumstances });
    });
});
