// Damaged exports: two hundred of them, the same ones each time, and not one that is more than a reason in the report.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { randomAnyBlock, randomAnytype } from '../loss/anytype-files.ts';
import { PlantedWords } from '../loss/planted-words.ts';
import { randomBook } from '../loss/product-files.ts';
import {
  randomBookStack,
  randomDokuWiki,
  randomHtmlSpace,
  randomJira,
  randomMhtml,
  randomRtf,
  randomTrilium,
} from '../loss/wiki-files.ts';
import { damaged, importerOf, readDamaged, seeded } from './malformed.ts';
import { ownExports } from './own-exports.ts';

/** `npm run soak` asks for more. */
const EACH = Number(process.env.DAMAGED_EACH ?? 14);

const words = new PlantedWords(7);
const exports = [
  ...ownExports.map(({ source, tree }) => ({ source, form: '', tree })),
  { source: 'word-documents', form: 'rtf', tree: { 'a.rtf': randomRtf(words) } },
  { source: 'word-documents', form: 'mhtml', tree: { 'a.mht': randomMhtml(words) } },
  { source: 'spreadsheet', form: 'xls', tree: { 'a.xls': randomBook(words, 'biff8') } },
  { source: 'dokuwiki', form: '', tree: randomDokuWiki(words) },
  { source: 'bookstack', form: '', tree: randomBookStack(words) },
  { source: 'anytype', form: '', tree: randomAnytype(words) },
  { source: 'anytype', form: 'anyblock', tree: randomAnyBlock(words) },
  { source: 'trilium', form: '', tree: randomTrilium(words) },
  { source: 'confluence', form: 'html', tree: randomHtmlSpace(words) },
  { source: 'issues', form: 'jira', tree: { 'a.json': randomJira(words) } },
];

describe('damaged exports', () => {
  for (const { source, form, tree } of exports) {
    it(`${[source, form].filter(Boolean).join(' as ')}: ${EACH} of them are read or refused with a reason`, async () => {
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
