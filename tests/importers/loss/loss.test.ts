// Nothing is lost in silence: each word, link, picture, task and cell of random exports is in a page or in the report.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { importerOf } from '../formats/malformed.ts';
import type { Tree } from '../imports.ts';
import { lossOf } from './import-loss.ts';
import { PlantedWords } from './planted-words.ts';
import { randomSources } from './sources.ts';

/** `npm run soak` asks for a thousand. */
const EACH = Number(process.env.LOSS_EACH ?? 40);

/** Where a word stood, for whoever looks for why it is gone. */
function around(tree: Tree, word: string): string {
  const text = Object.entries(tree).flat().map(String).join('\n');
  const at = text.indexOf(word.split(' ')[0] as string);
  return text.slice(Math.max(0, at - 120), at + 60);
}

describe('random exports', () => {
  for (const { source, form, make } of randomSources)
    it(`${[source, form].filter(Boolean).join(' as ')}: of ${EACH} of them nothing is lost`, async () => {
      const importer = await importerOf(source);
      for (let seed = 1; seed <= EACH; seed++) {
        const words = new PlantedWords(seed);
        const tree = make(words);
        const [lost] = await lossOf(importer, tree, words, form);
        assert.equal(lost, undefined, lost && `seed ${seed}: ${lost} in …${around(tree, lost)}…`);
      }
    });
});
