/** What a page points at: the rows kept beside it so that links, rights and usage can be asked for. */
import { type Block, type Inline, inlineRuns, type Json, type TableBlockCell, tableRows, walk } from './block.ts';
import { isRecord } from './codec/block-data.ts';
import { joinText, textNode } from './codec/inline.ts';
import { MEDIA } from './external-media.ts';
import { FILE_ADDRESS, pageOfAddress } from './link-address.ts';

export const REFERENCE_KINDS = ['pages', 'files', 'users', 'synced', 'databases', 'views', 'comments'] as const;
export type ReferenceKind = (typeof REFERENCE_KINDS)[number];

/** Ids, and names of emoji, in the order they first occur, each once. */
export interface References extends Record<ReferenceKind, number[]> {
  emoji: string[];
}

/** One id that blocks name: of what, and where it stands in its block. */
export interface BlockReference {
  kind: ReferenceKind;
  id: number;
  block: Block;
  at: (string | number)[];
}

/** One thing that somebody named in a text that is written together: by its id, or a file by its address. */
export interface WrittenReference {
  kind: ReferenceKind;
  id: number | string;
}

// Which key of which data names what; a key means the same in every block.
const KEYS: [string, ReferenceKind][] = [
  ['pageId', 'pages'],
  ['fileId', 'files'],
  ['imageFileId', 'files'],
  ['syncedBlockId', 'synced'],
  ['collectionId', 'databases'],
  ['viewId', 'views'],
];

const KIND_OF_DATA = new Map<string, ReferenceKind>(KEYS);
const KIND_OF_KEY = new Map<string, ReferenceKind>([...KEYS, ['userId', 'users']]);

/** Blocks go on being what they are without these. */
const SPARED = new Set(['fileId', 'imageFileId', 'viewId', 'url']);
export const isSpared = (key: string): boolean => SPARED.has(key);

/** What an attribute of an element names, be the element as it should be or not. */
export function writtenInAttribute(element: string, key: string, value: unknown): WrittenReference | null {
  const kind = KIND_OF_KEY.get(key);
  if (kind && typeof value === 'number') return { kind, id: value };
  const isAddress = key === 'url' && MEDIA.has(element) && typeof value === 'string' && value.includes(FILE_ADDRESS);
  return isAddress ? { kind: 'files', id: value } : null;
}

/** What a mark names; a link names nothing. */
export function writtenInMark(mark: string, attrs: unknown): WrittenReference | null {
  const id = mark === 'comment' && isRecord(attrs) ? attrs.id : null;
  return typeof id === 'number' ? { kind: 'comments', id } : null;
}

/** Everything the blocks refer to; links to /pages/{id} count as references to the page. */
export function collectReferences(blocks: Block[]): References {
  const found = Object.fromEntries([...REFERENCE_KINDS, 'emoji'].map((kind) => [kind, new Set()])) as unknown as Found;
  for (const block of walk(blocks)) {
    for (const key in block.data) {
      const [kind, id] = [KIND_OF_DATA.get(key), block.data[key]];
      if (kind && typeof id === 'number') found[kind].add(id);
    }
    for (const run of inlineRuns(block)) for (const node of run) addInline(node, found);
  }
  return Object.fromEntries(Object.entries(found).map(([kind, named]) => [kind, [...named]])) as unknown as References;
}

type Found = Record<ReferenceKind, Set<number>> & { emoji: Set<string> };

function addInline(node: Inline, found: Found): void {
  for (const [kind, id] of namedBy(node)) found[kind].add(id);
  if (node.type === 'emoji') found.emoji.add(node.name);
  if (node.type !== 'text' || !node.marks) return;
  for (const mark of node.marks) {
    const page = mark.type === 'link' ? pageOfAddress(String(mark.attrs?.href)) : null;
    if (page) found.pages.add(page);
  }
}

type Inside = [ReferenceKind, number, (string | number)[]];
const NOTHING: Inside[] = [];

/** What an inline node names by id; an address is none. */
function namedBy(node: Inline): Inside[] {
  if (node.type === 'pageLink') return [['pages', node.pageId, ['pageId']]];
  if (node.type === 'mention') return [['users', node.userId, ['userId']]];
  if (node.type !== 'text' || !node.marks) return NOTHING;
  return node.marks.flatMap(({ type, attrs }, at): Inside[] =>
    type === 'comment' ? [['comments', Number(attrs?.id), ['marks', at, 'attrs', 'id']]] : [],
  );
}

/** Each id that the blocks name, wherever it stands. */
export function* blockReferences(blocks: Block[]): Generator<BlockReference> {
  for (const block of walk(blocks)) {
    for (const [key, kind] of KEYS) {
      const id = block.data[key];
      if (typeof id === 'number') yield { kind, id, block, at: ['data', key] };
    }
    for (const [run, before] of runsOf(block))
      for (const [index, node] of run.entries())
        for (const [kind, id, inside] of namedBy(node)) yield { kind, id, block, at: [...before, index, ...inside] };
  }
}

/** The inline runs of a block, each with its place in it. */
function runsOf(block: Block): [Inline[], (string | number)[]][] {
  if (block.type !== 'table') return block.content ? [[block.content, ['content']]] : [];
  return tableRows(block).flatMap((row, y) =>
    row.map(({ content }, x): [Inline[], (string | number)[]] => [content, ['data', 'rows', y, x, 'content']]),
  );
}

/** Takes out ids in place; a block that is nothing without one becomes an empty line. */
export function leaveOut(blocks: Block[], isHidden: (kind: ReferenceKind, id: number) => boolean): void {
  const kept = (run: Inline[]): Inline[] => {
    if (!run.some((node) => namedBy(node).some(([kind, id]) => isHidden(kind, id)))) return run;
    return joinText(run.flatMap((node) => withoutHidden(node, isHidden)));
  };
  for (const block of walk(blocks)) {
    for (const [key, kind] of KEYS) {
      if (!isHidden(kind, Number(block.data[key]))) continue;
      if (SPARED.has(key)) delete block.data[key];
      else Object.assign(block, { type: 'paragraph', data: {}, content: [] });
    }
    if (block.content) block.content = kept(block.content);
    if (block.type !== 'table') continue;
    const rows = tableRows(block).map((row) =>
      row.map((cell): TableBlockCell => ({ ...cell, content: kept(cell.content) })),
    );
    block.data.rows = rows as unknown as Json;
  }
}

function withoutHidden(node: Inline, isHidden: (kind: ReferenceKind, id: number) => boolean): Inline[] {
  if (!namedBy(node).some(([kind, id]) => isHidden(kind, id))) return [node];
  if (node.type !== 'text') return [];
  const marks = (node.marks ?? []).filter(
    ({ type, attrs }) => type !== 'comment' || !isHidden('comments', Number(attrs?.id)),
  );
  return [textNode(node.text, marks)];
}
