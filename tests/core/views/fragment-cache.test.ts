// Kept pieces of pages: made once a key, and never more of them than fit.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Pieces } from '../../../core/views/fragment-cache.ts';

it('makes a piece once, and again when it had to go', () => {
  const pieces = new Pieces<string>(16_000_000, ({ length }) => length);
  let made = 0;
  const make = (size: number) => () => {
    made += 1;
    return 'x'.repeat(size);
  };
  pieces.get('small', make(10));
  pieces.get('small', make(10));
  assert.equal(made, 1);
  for (let page = 0; page < 50; page += 1) {
    pieces.get(`tree ${page}`, make(1_000_000));
    pieces.get('small', make(10));
    assert.ok(pieces.size <= 16_000_000, `${pieces.size} characters are kept`);
  }
  assert.equal(made, 51, 'what is used all the time was dropped');
  pieces.get('tree 0', make(1_000_000));
  assert.equal(made, 52);
});

it('keeps nothing that is larger than all it may hold', () => {
  const pieces = new Pieces<string>(16_000_000, ({ length }) => length);
  assert.equal(pieces.get('huge', () => 'x'.repeat(17_000_000)).length, 17_000_000);
  assert.equal(pieces.size, 0);
});
