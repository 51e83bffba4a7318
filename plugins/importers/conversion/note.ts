// One note as blocks: its body, its properties on top, its links as they lead here. No I/O of its own.
import { createHash } from 'node:crypto';
import { type Block, MAX_BLOCKS, newBlockId, walk } from '../../blocks/block.ts';
import { BlockFault } from '../../blocks/codec/block-errors.ts';
import { readBlocks } from '../../blocks/codec/codec.ts';
import { markdownToBlocks } from '../../blocks/markdown/lazy.ts';
import type { BrokenLink, PageItem } from '../contract.ts';
import { anchorHeadings } from './anchors.ts';
import { blocksWithLinks } from './block-links.ts';
import { commentBlocks } from './comments.ts';
import { foreignMarkdown } from './foreign-markdown.ts';
import { HEAVY_LENGTH, heavyBlocks } from './large-note.ts';
import { type FileBlock, NoteLinks, type NoteSurroundings, type SourcePlace } from './links.ts';
import { propertyTable } from './properties.ts';

/** What pages and rows have in common. */
export type NoteItem = Omit<PageItem, 'type' | 'kind' | 'parent'>;

/** The note cannot be shown as a page: it is kept as a file instead. */
export class NoteFault extends Error {}

export interface ConvertedNote {
  blocks: Block[];
  links: number;
  broken: BrokenLink[];
  unsupported: Record<string, number>;
  tags: string[];
  /** ids of the files it refers to */
  files: string[];
  /** equal as long as the item and everything its links lead to are the same */
  fingerprint: string;
}

/** What was said of it is quoted below. @throws NoteFault when it is too large or its blocks are not sound */
export async function convertNote(
  item: NoteItem,
  place: SourcePlace,
  around: NoteSurroundings,
): Promise<ConvertedNote> {
  const links = new NoteLinks(place, around, item.wiki ?? false);
  const tags = new Set(item.tags);
  const top = propertiesOf(item, links);
  const body = await bodyOf(item, links, (name) => tags.add(name));
  const named = new Set([...walk(item.blocks ?? [])].flatMap(({ id }) => id || []));
  const blocks = anchorHeadings([...top, ...body, ...commentBlocks(item.comments ?? [])], named);
  return {
    blocks,
    links: links.found,
    broken: links.broken,
    unsupported: links.unsupported,
    tags: [...tags],
    files: [...links.files],
    fingerprint: fingerprintOf(item, links.answers),
  };
}

/** Raised when the conversion itself changes, so that a repeated import brings the new form. */
const CONVERSION = '7';

/** Dates are left out: a copied vault has new ones on every file, and nothing else changed. */
function fingerprintOf({ created: _, updated: __, contentHash: ___, ...item }: NoteItem, answers: string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([CONVERSION, item, answers]))
    .digest('base64url');
}

/** Of a note whose links were not followed. */
export const plainFingerprint = (item: NoteItem): string => fingerprintOf(item, []);

function propertiesOf(item: NoteItem, links: NoteLinks): Block[] {
  const files: FileBlock[] = [];
  const shown = { ...item.properties, ...(item.author && { author: item.author }) };
  const table = propertyTable(shown, (target, label) => {
    const found = links.property(target, label);
    if (found?.file) files.push(found.file);
    return found?.node ?? null;
  });
  const below = files.map(({ kind, ...data }) => ({ id: newBlockId(), type: kind, data }));
  return table ? [table, ...below] : [];
}

async function bodyOf(item: NoteItem, links: NoteLinks, tag: (name: string) => void): Promise<Block[]> {
  if (item.blocks) return soundBlocks(blocksWithLinks(item.blocks, links));
  const markdown = item.markdown ?? '';
  const wiki = item.wiki ?? false;
  const blockIds = item.blockIds ?? wiki;
  if (markdown.length > HEAVY_LENGTH) {
    return heavyBlocks(
      { markdown, wiki, blockIds },
      { link: links.link, tag, loss: (kind) => countLoss(links, kind) },
    ).catch((error: Error) => {
      throw new NoteFault(error.message);
    });
  }
  const blocks = markdownToBlocks(markdown, {
    wiki,
    blockIds,
    breaks: wiki,
    link: links.link,
    tag,
    foreign: foreignMarkdown,
    onLoss: ({ kind }) => countLoss(links, kind),
  });
  let count = 0;
  for (const _ of walk(blocks)) if (++count > MAX_BLOCKS) throw new NoteFault(`holds more than ${MAX_BLOCKS} blocks`);
  return blocks;
}

/** Embeds and headings are counted where links are followed. */
function countLoss(links: NoteLinks, kind: string): void {
  if (kind !== 'embed' && kind !== 'heading-anchor') links.count(kind.replaceAll('-', '_'));
}

function soundBlocks(blocks: Block[]): Block[] {
  try {
    return readBlocks(blocks).blocks;
  } catch (error) {
    if (error instanceof BlockFault) throw new NoteFault(`its blocks do not fit: ${error.message}`);
    throw error;
  }
}
