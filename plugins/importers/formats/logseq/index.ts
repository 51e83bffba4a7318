// Graphs of Logseq: pages and journals, with namespaces as a tree, references between blocks, and assets.
import type { Importer, Item, PageItem, SourceEntry } from '../../contract.ts';
import { fileItem } from '../../items/note-item.ts';
import { cleanTitle, pathEnding, stemOf } from '../../reading/entry-path.ts';
import { unreadable } from '../../reading/problem-item.ts';
import { blocksIn, journalDay, logseqTitle, readLogseq } from './logseq.ts';
import { graphPages } from './logseq-json.ts';

/** A page of the graph before it is read. */
interface Note {
  /** its title, with its namespace */
  name: string;
  id: string;
  isJournal: boolean;
  isOrg: boolean;
  entry: SourceEntry;
  text(): Promise<string>;
}

type Blocks = Map<string, { page: string; text: string }>;

const importer: Importer = {
  kind: 'importer',
  name: 'logseq',
  title: 'Logseq',
  accepts: ['folder', '.zip', '.json'],
  async *read(source) {
    const notes: Note[] = [];
    const blocks: Blocks = new Map();
    let own = 0;
    for await (const entry of source.entries()) {
      if (/(?:^|\/)logseq\//.test(entry.path)) {
        own += 1;
        continue;
      }
      const isGraph = pathEnding(entry.path) === '.json' && !/(?:^|\/)assets\//.test(entry.path);
      if (NOTE.test(entry.path)) notes.push(noteOf(entry));
      else if (isGraph) yield* graphItems(entry, notes, entry.path === source.name);
      else yield { ...fileItem(entry), parent: undefined };
    }
    for (const { name, text } of notes)
      for (const [id, said] of blocksIn(await text())) blocks.set(id, { page: name, text: said });
    yield* namespaces(notes.filter(({ isJournal }) => !isJournal).map(({ name }) => name));
    if (notes.some(({ isJournal }) => isJournal))
      yield { type: 'page', kind: 'folder', id: 'journals/', title: 'Journals' };
    // What the program keeps for itself is said once.
    for (const [at, note] of notes.entries()) yield* noteItems(note, blocks, at === 0 ? own : 0);
  },
};

export default importer;

const NOTE = /(?:^|\/)(?:pages|journals)\/[^/]+\.(?:md|markdown|org)$/i;

function noteOf(entry: SourceEntry): Note {
  const isJournal = /(?:^|\/)journals\//.test(entry.path);
  const stem = stemOf(entry.path);
  const name = (isJournal && journalDay(stem)) || logseqTitle(stem);
  const isOrg = pathEnding(entry.path) === '.org';
  return { name, isJournal, id: isJournal ? entry.path : idOf(name), isOrg, entry, text: () => entry.text() };
}

/** A file of JSON may hold a whole graph; beside other files any other one is just a file. */
async function* graphItems(entry: SourceEntry, notes: Note[], isAlone: boolean): AsyncGenerator<Item> {
  try {
    const pages = graphPages(await entry.text());
    if (!pages && isAlone) throw new Error('it is not a Logseq graph');
    if (!pages) yield { ...fileItem(entry), parent: undefined };
    for (const { name, day, text, isOrg } of pages ?? []) {
      const id = day ? `journals/${day.replaceAll('-', '_')}.md` : idOf(name);
      notes.push({ name: day ?? name, isJournal: day !== undefined, id, isOrg, entry, text: async () => text });
    }
  } catch (error) {
    yield* unreadable(entry, error);
  }
}

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

async function* noteItems(note: Note, blocks: Blocks, programFiles: number): AsyncGenerator<Item> {
  try {
    const page = pageOf(note, readLogseq(await note.text(), blocks, note.isOrg));
    yield programFiles ? { ...page, unsupported: { ...page.unsupported, program_files: programFiles } } : page;
  } catch (error) {
    yield* unreadable(note.entry, error);
  }
}

function pageOf({ name, isJournal, id, entry }: Note, read: ReturnType<typeof readLogseq>): PageItem {
  const { title: said, properties, aliases, tags, markdown, unsupported } = read;
  const folder = above(name) ? idOf(above(name)) : undefined;
  const day = isJournal ? name : undefined;
  const parent = isJournal ? 'journals/' : folder;
  const title = said ?? name;
  return {
    type: 'page',
    id,
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
