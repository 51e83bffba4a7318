// Items of a running import on disk: each comes back as it was, however long it is and in whatever order it is asked for.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { Spool } from '../../../plugins/importers/job/spool.ts';
import { scratchFolder } from '../../../testing/folders.ts';

it('long items of an import are read back between short ones, whole to the last character', async () => {
  const spool = await Spool.open<string>(join(scratchFolder(), 'items'));
  // One of two places of a sign that takes two characters is at the end of each part.
  const long = ['x', ''].map((first) => `${first}${'😀'.repeat(700_000)}é`);
  const items = ['short', long[0], 'ö', `\ud800 half`, long[1], 'last'] as string[];
  const places = [];
  for (const item of items) places.push(await spool.add(item));
  const order = [4, 0, 1, 5, 2, 3];
  const found = [];
  for (const at of order) found.push(await spool.read(places[at] as (typeof places)[number]));
  await spool.remove();
  assert.ok(found.every((item, at) => item === (items[order[at] as number] as string).toWellFormed()));
});
