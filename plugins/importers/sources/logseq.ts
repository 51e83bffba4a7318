// Graphs of Logseq: pages and journals, with namespaces as a tree, references between blocks, and assets.
import type { Importer, Item, PageItem, SourceEntry } from '../contract.ts';
import { fileItem } from '../notes/note-item.ts';
import { blocksIn, journalDay, logseqTitle, readLogseq } from '../outlines/logseq.ts';
import { cleanTitle, endingOf, stemOf } from '../reading/entry-path.ts';
import { unreadable } from '../reading/problem-item.ts';

const importer: Importer = {
  kind: 'importer',
  name: 'logseq',
  title: 'Logseq',
  accepts: ['folder', '.zip'],
  async *read(source) {
    const notes: SourceEntry[] = [];
    const blocks = new Map<string, { page: string; text: string }>();
    for await (const entry of source.entries()) {
      // What the program keeps for itself.
      if (/(?:^|\/)logseq\//.test(entry.path)) continue;
      if (!NOTE.test(entry.path)) {
        yield { ...fileItem(entry), parent: undefined };
        continue;
      }
      notes.push(entry);
      for (const [id, text] of blocksIn(await entry.text())) blocks.set(id, { page: titleOf(entry), text });
    }
    yield* namespaces(notes.filter((entry) => !isJournal(entry)).map(titleOf));
    if (notes.some(isJournal)) yield { type: 'page', kind: 'folder', id: 'journals/', title: 'Journals' };
    for (const entry of notes) yield* noteItems(entry, blocks);
  },
};

export default importer;

const NOTE = /(?:^|\/)(?:pages|journals)\/[^/]+\.(?:md|markdown|org)$/i;

const isJournal = ({ path }: SourceEntry): boolean => /(?:^|\/)journals\//.test(path);

const titleOf = (entry: SourceEntry): string => {
  const stem = stemOf(entry.path);
  return (isJournal(entry) && journalDay(stem)) || logseqTitle(stem);
};

const above = (title: string): string => title.slice(0, Math.max(0, title.lastIndexOf('/')));
const idOf = (title: string): string => `page ${title.toLowerCase()}`;

/** Parts of names that have no page of their own become folders. */
function* namespaces(titles: string[]): Generator<Item> {
  const known = new Set(titles.map(idOf));
  for (const title of titles)
    for (let name = above(title); name && !known.has(idOf(name)); name = above(name)) {
      known.add(idOf(name));
      const parent = above(name);
      yield {
        type: 'page',
        kind: 'folder',
        id: idOf(name),
        title: cleanTitle(parent ? name.slice(parent.length + 1) : name),
        ...(parent && { parent: idOf(parent) }),
      };
    }
}

async function* noteItems(
  entry: SourceEntry,
  blocks: Map<string, { page: string; text: string }>,
): AsyncGenerator<Item> {
  try {
    yield pageOf(entry, readLogseq(await entry.text(), blocks, endingOf(entry.path) === '.org'));
  } catch (error) {
    yield* unreadable(entry, error);
  }
}

function pageOf(entry: SourceEntry, read: ReturnType<typeof readLogseq>): PageItem {
  const { title: said, properties, aliases, tags, markdown, unsupported } = read;
  const name = titleOf(entry);
  const day = isJournal(entry) ? name : undefined;
  const folder = above(name) ? idOf(above(name)) : undefined;
  const parent = day ? 'journals/' : folder;
  const title = said ?? name;
  return {
    type: 'page',
    id: day ? entry.path : idOf(name),
    path: `${name}.md`,
    title: cleanTitle(above(name) ? title.slice(title.lastIndexOf('/') + 1) : title),
    markdown,
    wiki: true,
    unsupported,
    aliases: [...new Set([name, title, ...(day ? dayNames(day) : []), ...aliases])],
    ...(tags.length && { tags }),
    ...(Object.keys(properties).length && { properties }),
    ...(parent && { parent }),
    created: day ?? entry.modified,
    updated: entry.modified,
  };
}

/** Links to journals name the day in words: `Dec 29th, 2020`. */
function dayNames(day: string): string[] {
  const date = new Date(`${day}T00:00:00Z`);
  const number = date.getUTCDate();
  const ending =
    number % 10 > 3 || number % 10 === 0 || (number > 10 && number < 14) ? 'th' : ['st', 'nd', 'rd'][(number % 10) - 1];
  return (['short', 'long'] as const).map((month) => {
    const name = date.toLocaleString('en', { month, timeZone: 'UTC' });
    return `${name} ${number}${ending}, ${date.getUTCFullYear()}`;
  });
}
