/** What a page points at: the rows kept beside it so that links, rights and usage can be asked for. */
import { pageOfAddress } from './address.ts';
import { type Block, type Inline, inlineRuns, walk } from './block.ts';

type Kind = 'pages' | 'files' | 'users' | 'synced' | 'databases' | 'views';

/** Ids, and names of emoji, in the order they first occur, each once. */
export interface References extends Record<Kind, number[]> {
  emoji: string[];
}

// Which key of which data names what; a key means the same in every block.
const KEYS: [string, Kind][] = [
  ['pageId', 'pages'],
  ['fileId', 'files'],
  ['imageFileId', 'files'],
  ['syncedBlockId', 'synced'],
  ['collectionId', 'databases'],
  ['viewId', 'views'],
];

/** Everything the blocks refer to; links to /pages/{id} count as references to the page. */
export function references(blocks: Block[]): References {
  const found: Found = {
    pages: new Set(),
    files: new Set(),
    users: new Set(),
    synced: new Set(),
    databases: new Set(),
    views: new Set(),
    emoji: new Set(),
  };
  for (const block of walk(blocks)) {
    for (const [key, kind] of KEYS) {
      const id = block.data[key];
      if (typeof id === 'number') found[kind].add(id);
    }
    for (const run of inlineRuns(block)) for (const node of run) addInline(node, found);
  }
  return Object.fromEntries(Object.entries(found).map(([kind, named]) => [kind, [...named]])) as unknown as References;
}

/** Leaves out files, wherever these blocks name them. */
export function leaveOutFiles(blocks: Block[], hidden: ReadonlySet<number>): void {
  if (!hidden.size) return;
  for (const { data } of walk(blocks))
    for (const [key, kind] of KEYS) if (kind === 'files' && hidden.has(Number(data[key]))) delete data[key];
}

type Found = Record<Kind, Set<number>> & { emoji: Set<string> };

function addInline(node: Inline, found: Found): void {
  if (node.type === 'pageLink') found.pages.add(node.pageId);
  if (node.type === 'mention') found.users.add(node.userId);
  if (node.type === 'emoji') found.emoji.add(node.name);
  if (node.type !== 'text' || !node.marks) return;
  for (const mark of node.marks) {
    const page = mark.type === 'link' ? pageOfAddress(String(mark.attrs?.href)) : null;
    if (page) found.pages.add(page);
  }
}
