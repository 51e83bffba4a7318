// The editor of formulas: which part of a text is what, what may be meant by a beginning, and what is written for it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  calledAt,
  completionAt,
  type FormulaChoice,
  formulaParts,
  insertionOf,
} from '../../../plugins/databases/schema/types/formula/client-tokens.ts';

const known: FormulaChoice[] = [
  { kind: 'property', name: 'Price' },
  { kind: 'property', name: 'Unit price' },
  { kind: 'function', name: 'round' },
  { kind: 'function', name: 'prefix' },
];
const looks = (source: string, fault: { start: number; end: number } | null = null) =>
  formulaParts(source, ['Price', 'Unit price'], fault);

describe('the parts of a formula', () => {
  it('are properties, functions, texts and numbers', () => {
    const shown = looks('round(Price) + prop("Unit price") * 2 // x').filter(({ text }) => text.trim());
    assert.deepEqual(
      shown.map(({ look, text }) => [look, text.trim()]),
      [
        ['function', 'round'],
        ['plain', '('],
        ['property', 'Price'],
        ['plain', ')'],
        ['plain', '+'],
        ['function', 'prop'],
        ['plain', '('],
        ['property', '"Unit price"'],
        ['plain', ')'],
        ['plain', '*'],
        ['number', '2'],
        ['comment', '// x'],
      ],
    );
  });

  for (const source of ['', ' ', '1 +', '"open', 'a /* b', '💥 Price', 'round(((', 'prop("Unit price', '/'])
    it(`hold every character of ${JSON.stringify(source)}`, () => {
      for (const fault of [null, { start: 0, end: source.length }, { start: source.length, end: source.length }])
        assert.equal(
          looks(source, fault)
            .map(({ text }) => text)
            .join(''),
          source,
        );
    });

  it('have their fault where it is, and at the end where something is missing', () => {
    const bad = (source: string, start: number, end: number) =>
      looks(source, { start, end })
        .filter(({ isFaulty }) => isFaulty)
        .map(({ text }) => text)
        .join('');
    assert.equal(bad('1 + Prise * 2', 4, 9), 'Prise');
    assert.equal(bad('1 + ', 4, 4), '+');
    assert.equal(bad('"open text', 5, 10), ' text');
  });
});

describe('completion', () => {
  const names = (source: string, caret = source.length, isAsked = false) =>
    completionAt(source, caret, known, isAsked)?.choices.map(({ name }) => name) ?? [];

  it('finds what begins so first, then what holds it', () => {
    assert.deepEqual(names('1 + pr'), ['Price', 'prefix', 'Unit price']);
    assert.deepEqual(completionAt('1 + pr', 6, known)?.span, { start: 4, end: 6 });
  });

  it('is silent in texts and numbers, after a whole word, and where nothing was begun', () => {
    assert.deepEqual(names('1 + "pr'), []);
    assert.deepEqual(names('1 // pr'), []);
    assert.deepEqual(names('"pr"', 3), []);
    assert.deepEqual(names('12'), []);
    assert.deepEqual(names('round'), []);
    assert.deepEqual(names('1 + '), []);
    assert.equal(names('1 + ', 4, true).length, known.length);
  });

  it('offers properties in the text that names one', () => {
    assert.deepEqual(names('1 + prop("pr'), ['Price', 'Unit price']);
    assert.deepEqual(completionAt('1 + prop("uni', 13, known)?.span, { start: 4, end: 13 });
  });

  it('writes names so that they are read again', () => {
    assert.deepEqual(insertionOf({ kind: 'property', name: 'Price' }, ''), { text: 'Price', caret: 5 });
    assert.equal(insertionOf({ kind: 'property', name: 'Unit "x" price' }, '').text, 'prop("Unit \\"x\\" price")');
    assert.deepEqual(insertionOf({ kind: 'function', name: 'round' }, ''), { text: 'round()', caret: 6 });
    assert.deepEqual(insertionOf({ kind: 'function', name: 'round' }, '(1)'), { text: 'round', caret: 5 });
  });

  it('knows which function the caret is in', () => {
    assert.equal(calledAt('round(1, max(2, 3), ', 20), 'round');
    assert.equal(calledAt('round(1, max(2', 14), 'max');
    assert.equal(calledAt('round(1) + (2', 13), null);
  });
});
