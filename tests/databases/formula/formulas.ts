// What tests of formulas share: a database of tasks, one row of it, and a moment.
import assert from 'node:assert/strict';
import {
  type Circumstances,
  evaluateFormula,
  type FormulaProperty,
  type FormulaRow,
  type Plain,
  parseFormula,
} from '../../../plugins/databases/formula/index.ts';

export const schema: FormulaProperty[] = [
  { id: 1, name: 'Name', kind: 'text' },
  { id: 2, name: 'Price', kind: 'number' },
  { id: 3, name: 'Unit price', kind: 'number' },
  { id: 4, name: 'Due', kind: 'date' },
  { id: 5, name: 'Tags', kind: { list: 'text' } },
  { id: 6, name: 'Done', kind: 'boolean' },
  { id: 7, name: 'Assignee', kind: { list: 'person' } },
  { id: 8, name: 'Nothing', kind: 'number' },
  { id: 9, name: 'Größe', kind: 'number' },
  { id: 10, name: 'Twice', kind: 'number' },
  { id: 11, name: 'Twice', kind: 'number' },
  { id: 12, name: 'true', kind: 'number' },
];

export const row: FormulaRow = {
  1: 'Build',
  2: 4,
  3: 2.5,
  4: { start: '2026-11-20', end: null, timezone: null },
  5: ['a', 'b'],
  6: true,
  7: [{ id: 7, name: 'Ann' }],
  9: 3,
  10: 1,
  12: 12,
};

export const circumstances: Circumstances = {
  now: Date.parse('2026-11-20T23:30:00Z'),
  zone: 'Europe/Berlin',
  user: { id: 7, name: 'Ann' },
};

/** The result of a formula that has none of the faults. */
export function result(source: string, given: FormulaRow = row, at: Circumstances = circumstances): Plain {
  const parsed = parseFormula(source, schema);
  assert.ok(parsed.ok, `${source}: ${parsed.ok ? '' : parsed.error.detail}`);
  const evaluated = evaluateFormula(parsed.program, given, at);
  assert.ok(evaluated.ok, `${source}: ${evaluated.ok ? '' : evaluated.error.detail}`);
  return evaluated.value;
}

/** What is wrong with a formula, when it is read or when it is evaluated. */
export function fault(source: string, given: FormulaRow = row) {
  const parsed = parseFormula(source, schema);
  const evaluated = parsed.ok ? evaluateFormula(parsed.program, given, circumstances) : parsed;
  assert.ok(!evaluated.ok, `${source} has no fault`);
  return evaluated.error;
}
