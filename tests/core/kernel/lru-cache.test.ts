// What is kept is made once a key, and never more of it than fits.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { LruCache } from '../../../core/kernel/lru-cache.ts';

it('makes a piece once, and again when it had to go', () => {
  const cache = new LruCache<string>(16_000_000, ({ length }) => length);
  let made = 0;
  const make = (size: number) => () => {
    made += 1;
    return 'x'.repeat(size);
  };
  cache.getOrCreate('small', make(10));
  cache.getOrCreate('small', make(10));
  assert.equal(made, 1);
  for (let page = 0; page < 50; page += 1) {
    cache.getOrCreate(`tree ${page}`, make(1_000_000));
    cache.getOrCreate('small', make(10));
    assert.ok(cache.calculatedSize <= 16_000_000, `${cache.calculatedSize} characters are kept`);
  }
  assert.equal(made, 51, 'what is used all the time was dropped');
  cache.getOrCreate('tree 0', make(1_000_000));
  assert.equal(made, 52);
});

it('keeps nothing that is larger than all it may hold', () => {
  const cache = new LruCache<string>(16_000_000, ({ length }) => length);
  assert.equal(cache.getOrCreate('huge', () => 'x'.repeat(17_000_000)).length, 17_000_000);
  assert.equal(cache.calculatedSize, 0);
});

it('counts entries where no size is given, and lets the one go that was not used for longest', () => {
  const cache = new LruCache<number>(2);
  for (const [value, key] of ['first', 'second'].entries()) cache.set(key, value);
  cache.get('first');
  cache.set('third', 2);
  assert.deepEqual(
    ['first', 'second', 'third'].map((key) => cache.peek(key)),
    [0, undefined, 2],
  );
});
