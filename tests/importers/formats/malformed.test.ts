// Damaged exports: two hundred of them, the same ones each time, and not one that is more than a reason in the report.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { damaged, importerOf, readDamaged, seeded } from './malformed.ts';
import { ownExports } from './own-exports.ts';

/** `npm run soak` asks for more. */
const EACH = Number(process.env.DAMAGED_EACH ?? 14);

describe('damaged exports', () => {
  for (const { source, tree } of ownExports) {
    it(`${source}: ${EACH} of them are read or refused with a reason`, async () => {
      const importer = await importerOf(source);
      for (let seed = 1; seed <= EACH; seed++) {
        const result = await readDamaged(importer, damaged(tree, seeded(seed * 7919))).catch((error: Error) => {
          throw new Error(`seed ${seed}: ${error.stack}`);
        });
        assert.ok(result !== '', `seed ${seed}`);
      }
    });
  }
});
