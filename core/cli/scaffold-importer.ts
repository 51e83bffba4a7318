// The files of a new importer: text in which every line becomes a page, to be changed into the format at hand.
import type { ScaffoldFiles } from './scaffold.ts';

const index = (name: string, title: string): string => `// Imports ${title}: every line of a text file becomes a page.

/** One file of what a person imports; the runner has unpacked and decoded it. */
export interface Source {
  name: string;
  text(): Promise<string>;
}

/** \`id\` stays the same when the same thing is imported again, so that its page is updated and not doubled. */
export interface PageItem {
  type: 'page';
  id: string;
  title: string;
  markdown: string;
}

/** The rules of the format, without files or network: easy to test. */
export function parse(file: string, text: string): PageItem[] {
  const lines = text.split(/\\r?\\n/).map((line) => line.trim());
  return lines.flatMap((line, index) =>
    line ? [{ type: 'page' as const, id: \`\${file}#\${index + 1}\`, title: line, markdown: '' }] : [],
  );
}

export default {
  kind: 'importer',
  name: '${name}',
  title: '${title}',
  accepts: ['.txt'],
  async *read(source: Source) {
    yield* parse(source.name, await source.text());
  },
};
`;

const test = (name: string): string => `// The importer on its fixture: which pages come out, in which order.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import importer from './index.ts';

const fixture = {
  name: 'example.txt',
  text: () => readFile(new URL('./fixtures/example.txt', import.meta.url), 'utf8'),
};

test('${name} makes a page of each line that is not empty', async () => {
  const items = await Array.fromAsync(importer.read(fixture));
  assert.deepEqual(items, [
    { type: 'page', id: 'example.txt#1', title: 'Groceries', markdown: '' },
    { type: 'page', id: 'example.txt#3', title: 'Ideas for the garden', markdown: '' },
  ]);
});
`;

export const importerFiles = (name: string, title: string): ScaffoldFiles => ({
  'index.ts': index(name, title),
  'index.test.ts': test(name),
  'fixtures/example.txt': 'Groceries\n\nIdeas for the garden\n',
  'package.json': '{\n  "type": "module"\n}\n',
});
