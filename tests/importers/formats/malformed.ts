// Damages exports in ways that repeat: a seed says which bytes are cut, doubled, exchanged or made something else.

import { rmSync } from 'node:fs';
import { decode } from '../../../core/files/text-decoding.ts';
import type { Importer, Item, Source, SourceEntry } from '../../../plugins/importers/contract.ts';
import { LinkNames } from '../../../plugins/importers/conversion/link-names.ts';
import { convertNote, NoteFault } from '../../../plugins/importers/conversion/note.ts';
import { withEntryFile } from '../../../plugins/importers/reading/entry-file.ts';
import { scratchFolder } from '../../../testing/folders.ts';
import type { Tree } from '../imports.ts';

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const SIGNS = [
  '<',
  '>',
  '&',
  '"',
  '{{',
  '}}',
  '[[',
  ']]',
  '((',
  '<!ENTITY x "y">',
  ']]>',
  '\0',
  '\ud800',
  '../',
  '`'.repeat(30),
  '[',
  '<div>'.repeat(200),
];

/** One file of the tree damaged; the rest as it is. */
export function damaged(tree: Tree, random: () => number): Tree {
  const names = Object.keys(tree);
  const name = names[Math.floor(random() * names.length)] as string;
  const bytes = Buffer.from(tree[name] as string);
  const at = Math.floor(random() * bytes.length);
  const to = Math.min(bytes.length, at + Math.floor(random() * 200));
  const sign = Buffer.from(SIGNS[Math.floor(random() * SIGNS.length)] as string);
  const noise = Buffer.from(Array.from({ length: 20 }, () => Math.floor(random() * 256)));
  const ways = [
    () => bytes.subarray(0, at),
    () => Buffer.concat([bytes.subarray(0, at), bytes.subarray(to)]),
    () => Buffer.concat([bytes.subarray(0, to), bytes.subarray(at)]),
    () => Buffer.concat([bytes.subarray(0, at), sign, bytes.subarray(at)]),
    () => Buffer.concat([bytes.subarray(0, at), noise, bytes.subarray(at + noise.length)]),
    () => Buffer.from(bytes.toString('latin1'), 'utf16le'),
  ];
  const way = ways[Math.floor(random() * ways.length)] as () => Buffer;
  return { ...tree, [name]: way() };
}

/** Files in memory as a source. @param kept folder for what is found in them; without it that is gone once it was read */
export function sourceOf(tree: Tree, kept?: string): Source {
  const all = Object.entries(tree).map(([path, content]): SourceEntry => {
    const bytes = Buffer.from(content as string);
    const name = path.slice(path.lastIndexOf('/') + 1);
    return {
      ...{ path, name, size: bytes.length, bytes: async () => bytes, text: async () => decode(bytes).text },
      async withFile(use) {
        const folder = kept ?? scratchFolder();
        try {
          return await withEntryFile({ bytes: async () => bytes }, folder, (file) => use(file, folder));
        } finally {
          if (!kept) rmSync(folder, { recursive: true, force: true });
        }
      },
    };
  });
  return {
    name: 'source',
    async *entries() {
      yield* all;
    },
    entry: async (path) => all.find((entry) => entry.path === path),
    text: async () => (all[0] as SourceEntry).text(),
    fetch: async () => {
      throw new Error('Nothing is fetched here.');
    },
    json: async () => JSON.parse(await (all[0] as SourceEntry).text()) as unknown,
  };
}

/**
 * Reads a damaged export to its end. An importer may refuse it as a whole, with a reason; what it yields must be what a
 * page can hold. Answers how many items came, or why it was refused.
 */
export async function readDamaged(importer: Importer, tree: Tree): Promise<number | string> {
  const items: Item[] = [];
  try {
    for await (const item of importer.read(sourceOf(tree), {})) items.push(item);
  } catch (error) {
    if (!(error as Error).message || error instanceof TypeError || error instanceof RangeError) throw error;
    return (error as Error).message;
  }
  for (const item of items) {
    if (item.type !== 'page') continue;
    const place = { id: item.id, path: item.path ?? item.id, title: item.title, type: 'page' as const };
    const around = { names: new LinkNames([place]), pageId: () => 1, file: () => undefined };
    await convertNote(item, place, around).catch((error: unknown) => {
      if (!(error instanceof NoteFault) || !/holds more than/.test(error.message)) throw error;
    });
  }
  return items.length;
}

/** Folders that are not called by the name of the importer. */
const FOLDERS: Record<string, string> = {
  archive: 'commonplace-archive',
  'forge-folder': 'git-repository',
  issues: 'issue-trackers',
  'notes-vault': 'obsidian',
  outlines: 'opml',
};

/** An importer by its name, without a service around it. */
export async function importerOf(name: string): Promise<Importer> {
  const module = await import(`../../../plugins/importers/formats/${FOLDERS[name] ?? name}/index.ts`);
  return (module as { default: Importer }).default;
}
