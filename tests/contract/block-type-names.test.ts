// What a block type is called stands in its folder: all other code asks its record, so that a new type needs no other file.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { nodeName } from '../../plugins/blocks/schema/prosemirror-json.ts';
import { BLOCK_MODELS } from '../../plugins/blocks/types/models.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What every text is built of: other blocks stand in these, or become them, or their parts are texts of their own. */
const STRUCTURE = new Set([
  ...['paragraph', 'heading', 'bullet', 'numbered', 'todo', 'toggle', 'code'],
  ...['table', 'columns', 'column', 'footnote'],
]);

/** Who names other types all the same, and why. */
const ALLOWED: { files: RegExp; types: string[]; because: string }[] = [
  { files: /^plugins\/importers\//, types: [...BLOCK_MODELS.keys()], because: 'importers say what others have become' },
  { files: /^plugins\/blocks\//, types: ['unknown'], because: 'a block of a type that is not known here' },
  { files: /\/archive\/id-mapping\.ts$/, types: ['unknown'], because: 'a block of a type that is not known here' },
  { files: /^plugins\/bookmarks\//, types: ['bookmark'], because: 'the plugin that fills bookmarks' },
  { files: /^plugins\/databases\/dashboards\//, types: ['database'], because: 'a dashboard is a page of databases' },
  { files: /\/(pictures|inline-images)\.ts$/, types: ['image'], because: 'pictures of other sites are brought here' },
  {
    files: /^plugins\/editor\/client\/(slash-menu|block-controls)\//,
    types: ['synced', 'database', 'bookmark', 'embed', 'pageLink'],
    because: 'the dialogs of the editor that ask what one of them shows',
  },
  {
    files: /^plugins\/pages\/client\/styles\/changes\.css$/,
    types: ['math'],
    because: 'what cannot be struck through is pale',
  },
];

const filesIn = (folder: string, endings: RegExp): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && endings.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith('plugins/blocks/types/'));

/** These are words for other things, too: for pieces of text, for kinds of pages, and for controls in styles. */
const AMBIGUOUS = {
  code: ['pageLink', 'math', 'file', 'button'],
  styles: ['file', 'button', 'embed', 'database', 'breadcrumb'],
};

const types = [...BLOCK_MODELS.keys()].filter((type) => !STRUCTURE.has(type));
const byNode = new Map(types.map((type) => [nodeName(type), type]));
const wordsWithout = (others: string[]): string => types.filter((type) => !others.includes(type)).join('|');
const words = wordsWithout(AMBIGUOUS.code);

/** What a block is compared with, and nodes of the schema by name. */
const CODE = [
  new RegExp(`\\btype\\b\\s*[!=]==\\s*'(${words})'|'(${words})'\\s*[!=]==\\s*[\\w.]*\\btype\\b`, 'g'),
  new RegExp(`\\bnodes!?\\.(${[...byNode.keys()].join('|')})\\b`, 'g'),
];
/** Elements that carry the name of a type as their class. */
const STYLES = [new RegExp(`\\.(${wordsWithout(AMBIGUOUS.styles)})(?![\\w-])`, 'g')];

function namedIn(file: string, text: string): string[] {
  return (file.endsWith('.css') ? STYLES : CODE).flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((found) => {
      const word = found.slice(1).find(Boolean) as string;
      const type = byNode.get(word) ?? word;
      const isAllowed = ALLOWED.some((one) => one.files.test(file) && one.types.includes(type));
      return isAllowed ? [] : [`${file} names ${type}`];
    }),
  );
}

describe('the name of a block type', () => {
  it('stands outside of its folder only where there is a reason', () => {
    const files = ['core', 'plugins', 'cli'].flatMap((folder) => filesIn(folder, /\.(tsx?|css)$/));
    const found = files.flatMap((file) => namedIn(file, readFileSync(join(root, file), 'utf8')));
    assert.deepEqual([...new Set(found)], []);
  });

  it('is found in comparisons, as a node and as a class, and not within other words', () => {
    const code =
      "if (block.type === 'callout') nodes.callout; if ('mermaid' !== a.type) x = 'mermaid'; type === 'page'; nodes.map";
    assert.deepEqual(
      namedIn('plugins/x.ts', code),
      [1, 2].map(() => 'plugins/x.ts names callout').toSpliced(1, 0, 'plugins/x.ts names mermaid'),
    );
    assert.deepEqual(namedIn('plugins/x.css', '.callout > p {} .callout-icon {} .button {}'), [
      'plugins/x.css names callout',
    ]);
  });
});
