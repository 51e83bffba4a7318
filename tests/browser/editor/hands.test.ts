// Two windows, a phone and a program at one page with a table and a synced block, at random, with lines that are cut.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { withEditor } from './editor.ts';
import { playTogether } from './random-editing.ts';

/** `npm run soak` plays other seeds, and longer. */
const { HANDS_SEEDS = '6', HANDS_ROUNDS = '25' } = process.env;

await withEditor('two windows, a phone and a program', (desk) => {
  for (const seed of HANDS_SEEDS.split(',').map(Number))
    it(`come to the same page with every word, by the dice of seed ${seed}`, async () => {
      assert.ok((await playTogether(desk, { seed, rounds: Number(HANDS_ROUNDS) })) > 0);
    });
});
