// Exports of every source that are cut off in the middle, empty, or of another program: nothing is missing in silence.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blocksPlainText } from '../../../plugins/blocks/plain-text.ts';
import type { Importer, Item } from '../../../plugins/importers/contract.ts';
import type { Tree } from '../imports.ts';
import { PlantedWords } from '../loss/planted-words.ts';
import { randomSources } from '../loss/sources.ts';
import { of, reasons } from './items.ts';
import { importerOf, sourceOf } from './malformed.ts';
import { ownExports } from './own-exports.ts';

/** Programs write whole pages. */
const asWritten = (tree: Tree): Tree =>
  Object.fromEntries(
    Object.entries(tree).map(([name, content]) => {
      const isPart = name.endsWith('.html') && !/<html|NETSCAPE/.test(String(content));
      return [name, isPart ? `<html><body>${content}</body></html>` : content];
    }),
  );

const words = new PlantedWords(7);
const exports = [
  ...ownExports.map(({ source, tree }) => ({ source, form: 'own', tree: asWritten(tree) })),
  ...randomSources.map(({ source, form = 'random', make }) => ({ source, form, tree: asWritten(make(words)) })),
];

/** Texts that have no end of their own, and what says nothing of pages. */
const ENDLESS =
  /\.(?:md|txt|csv|py|js|org|png|bin|css)$|(?:^|\/)(?:LICENSE|\d+)$|^(?:metadata|index|properties)\.json$|Keep\/a\.html$|(?:^|\/)n\d+\.json$/;

interface Result {
  items: Item[];
  /** why it was refused as a whole */
  refusal: string;
}

async function read(importer: Importer, tree: Tree): Promise<Result> {
  const items: Item[] = [];
  try {
    for await (const item of importer.read(sourceOf(tree), {})) items.push(item);
  } catch (error) {
    assert.equal((error as Error).name, 'Error', (error as Error).stack);
    assert.deepEqual(items, [], 'nothing comes before it is refused');
    return { items, refusal: (error as Error).message };
  }
  return { items, refusal: '' };
}

/** One plain sentence, not what a program says to programmers. */
function requireSentences({ items, refusal }: Result, what: string): void {
  for (const said of [...of(items, 'problem').map(({ because }) => because), refusal].filter(Boolean)) {
    assert.match(said, /^[^\n]{10,400}\.$/, what);
    assert.doesNotMatch(said, /undefined|\bnull\b|\[object|Cannot read prop|is not a function|\bat \S+:\d+:\d+/, what);
  }
}

const problemsIn = (items: Item[]): number => of(items, 'problem').length;
const half = (content: string | Buffer): Buffer => {
  const bytes = Buffer.from(content as string);
  return bytes.subarray(0, bytes.length >> 1);
};
const saidIn = (items: Item[]): string =>
  of(items, 'page')
    .map(({ title, blocks = [], markdown = '' }) => title + blocksPlainText(blocks) + markdown)
    .join('\n');

describe('exports that are not whole', () => {
  for (const { source, form, tree } of exports)
    it(`${source} (${form}): a file that ends in its middle is in the report`, async () => {
      const importer = await importerOf(source);
      const whole = await read(importer, tree);
      for (const [name, content] of Object.entries(tree)) {
        if (ENDLESS.test(name) || of(whole.items, 'problem').some(({ at }) => at === name)) continue;
        const cut = await read(importer, { ...tree, [name]: half(content as string) });
        requireSentences(cut, name);
        const isSaid =
          cut.refusal || problemsIn(cut.items) > problemsIn(whole.items) || reasons(cut.items) !== reasons(whole.items);
        assert.ok(isSaid, `${name}: ${reasons(cut.items)}`);
      }
    });

  for (const [at, { source, form, tree }] of exports.entries())
    it(`${source} (${form}): empty files and halves of other exports are refused or kept, and no page says what is not there`, async () => {
      const importer = await importerOf(source);
      const empty = await read(importer, Object.fromEntries(Object.keys(tree).map((name) => [name, ''])));
      requireSentences(empty, 'empty');
      assert.equal(saidIn(empty.items).includes('undefined'), false);
      for (const step of [1, 5, 11]) {
        const other = exports[(at + step) % exports.length] as (typeof exports)[number];
        const halves = Object.entries(other.tree).map(([name, content]) => [name, half(content as string)]);
        const result = await read(importer, Object.fromEntries(halves));
        requireSentences(result, `${other.source} (${other.form})`);
        assert.ok(result.items.length > 0 || result.refusal || source === 'clipper', `${other.source} (${other.form})`);
      }
    });
});
