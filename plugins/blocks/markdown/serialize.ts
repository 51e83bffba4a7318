/** Blocks as Markdown that people can read and `markdownToBlocks` reads back: what Markdown cannot say goes in notes. */
import type { Block } from '../block.ts';
import type { BlockType } from '../block-type.ts';
import type { Links } from '../link-context.ts';
import { blockTypes } from '../types/registry.ts';
import { ANNOTATION_END, writeNote } from './annotations.ts';
import type { MarkdownWriter } from './block-markdown.ts';
import { blockNote } from './block-notes.ts';
import { guardStart } from './escape-text.ts';
import { indented } from './line-prefixes.ts';
import { type Count, numberItem } from './list-numbers.ts';
import { inlineMarkdown } from './serialize-inline.ts';

/**
 * Markdown of canonical blocks. Lost: ids, comment marks, empty paragraphs; everything else comes back
 * (inline emoji where the reader's `emoji` knows the name).
 * @param names of the blocks that links lead to, by their ids; for readers with `blockIds`
 */
export function blocksToMarkdown(blocks: Block[], links: Links, names?: ReadonlyMap<string, string>): string {
  const source = new Writer(links, names).list(blocks);
  return source === '' ? '' : `${source}\n`;
}

/** One block as written: its lines, and whether a list may go on right below it. */
interface Piece {
  source: string;
  tight: boolean;
}

const typeOf = (block: Block): BlockType => blockTypes().get(block.type)!;

class Writer implements MarkdownWriter {
  readonly links: Links;
  readonly #names: ReadonlyMap<string, string> | undefined;

  constructor(links: Links, names?: ReadonlyMap<string, string>) {
    this.links = links;
    this.#names = names;
  }

  list(blocks: Block[]): string {
    let out = '';
    let previous: Block | null = null;
    let last: Piece = { source: '', tight: false };
    let count: Count | null = null;
    for (const block of blocks) {
      if (isNothing(block)) continue;
      count = typeOf(block).isCounted ? numberItem(block, previous?.type === block.type ? count : null) : null;
      const piece = this.piece(block, count);
      if (count) count.open = !isGroup(block);
      const close = last.tight && piece.tight && !count?.fresh && isUncounted(previous) === isUncounted(block);
      out += (previous ? (close ? '\n' : '\n\n') : '') + piece.source;
      previous = block;
      last = piece;
    }
    return out;
  }

  text(block: Block): string {
    const source = inlineMarkdown(block.content ?? [], this.links);
    // What somebody wrote is no name of a block.
    return this.#names ? source.replace(/(^|\s)\^(?=[A-Za-z0-9-]{1,32}$)/, '$1\\^') : source;
  }

  children(block: Block): string {
    return this.list(block.children ?? []);
  }

  private piece(block: Block, count: Count | null): Piece {
    if (isGroup(block)) return { source: this.group(block), tight: false };
    const piece = this.bare(block, count);
    return count?.patch ? { source: `${writeNote({ data: count.patch })}\n\n${piece.source}`, tight: false } : piece;
  }

  /** A parent that Markdown cannot nest under: the first block of a group, its children after it. */
  private group(block: Block): string {
    const { children, ...alone } = block;
    const parent = isNothing(alone) ? writeNote({ type: 'paragraph' }) : this.list([alone]);
    // An empty comment keeps a list above from taking in the list below.
    const gap = typeOf(block).isItem ? ['<!-- -->'] : [];
    return [writeNote({ nest: true }), parent, ...gap, this.list(children!), ANNOTATION_END].join('\n\n');
  }

  private bare(block: Block, count: Count | null): Piece {
    const { itemMarker, toMarkdown } = typeOf(block);
    // Links know headings by their words.
    const name = block.type === 'heading' ? undefined : this.#names?.get(block.id);
    if (itemMarker) return this.item(itemMarker(block, count), block, name ? ` ^${name}` : '');
    if (name) return this.named(block, name);
    return { source: toMarkdown ? toMarkdown(block, this) : blockNote(block, this.standIn(block)), tight: false };
  }

  /** Behind a line of text, else in a line of its own. */
  private named(block: Block, name: string): Piece {
    const { source } = this.bare({ ...block, id: '' }, null);
    const isLine = block.type === 'paragraph' && !source.includes('\n') && !source.endsWith('>');
    return { source: `${source}${isLine ? ' ' : '\n\n'}^${name}`, tight: false };
  }

  private standIn(block: Block): string {
    const { standIn } = typeOf(block);
    return standIn ? standIn(block, this.links) : guardStart(this.text(block));
  }

  private item(marker: string, block: Block, name: string): Piece {
    const text = guardStart(this.text(block)) + name;
    const head = (marker + text).trimEnd();
    const body = this.children(block);
    if (body === '') return { source: head, tight: text !== '' };
    const indent = ' '.repeat(marker.startsWith('-') ? 2 : marker.length);
    const tight = /^- [^\s]/.test(body) && !body.includes('\n\n');
    return { source: `${head}${tight ? '\n' : '\n\n'}${indented(body, indent)}`, tight };
  }
}

/** What Markdown has no sign for: an empty line is only a gap. */
function isNothing(block: Block): boolean {
  return block.type === 'paragraph' && !block.content?.length && !hasChildren(block);
}

function hasChildren(block: Block): boolean {
  return block.children?.some((child) => !isNothing(child)) === true;
}

/** Items that go on in one list although they are of two types. */
function isUncounted(block: Block | null): boolean {
  if (!block) return false;
  const { itemMarker, isCounted } = typeOf(block);
  return itemMarker !== undefined && !isCounted;
}

/** Whether children need a group: nothing nests under text and headings, and an empty item would take in the first. */
function isGroup(block: Block): boolean {
  if (!hasChildren(block)) return false;
  const { nesting } = typeOf(block);
  return nesting === 'with-text' ? !block.content?.length : nesting !== 'always';
}
