/** Blocks as Markdown that people can read and `markdownToBlocks` reads back: what Markdown cannot say goes in notes. */
import type { Block, Data } from '../block.ts';
import { calloutKind, calloutLook, type Look } from '../callout-kinds.ts';
import type { Links } from '../link-context.ts';
import { CLOSE, difference, writeNote } from './annotations.ts';
import { guardStart } from './escape-text.ts';
import { type Count, numberItem } from './list-numbers.ts';
import { writeSolid } from './serialize-atoms.ts';
import { inlineMarkdown } from './serialize-inline.ts';

/**
 * Markdown of canonical blocks. Lost: ids, comment marks, empty paragraphs; everything else comes back
 * (inline emoji where the reader's `emoji` knows the name).
 */
export function blocksToMarkdown(blocks: Block[], links: Links): string {
  const source = new Writer(links).list(blocks);
  return source === '' ? '' : `${source}\n`;
}

/** One block as written: its lines, and whether a list may go on right below it. */
interface Piece {
  source: string;
  tight: boolean;
}

const ITEMS = new Set(['bullet', 'numbered', 'todo']);

class Writer {
  private links: Links;

  constructor(links: Links) {
    this.links = links;
  }

  list(blocks: Block[]): string {
    let out = '';
    let previous: Block | null = null;
    let last: Piece = { source: '', tight: false };
    let count: Count | null = null;
    for (const block of blocks) {
      if (isNothing(block)) continue;
      count = block.type === 'numbered' ? numberItem(block, previous?.type === 'numbered' ? count : null) : null;
      const piece = this.piece(block, count);
      if (count) count.open = !isGroup(block);
      const close = last.tight && piece.tight && !count?.fresh && isBullet(previous) === isBullet(block);
      out += (previous ? (close ? '\n' : '\n\n') : '') + piece.source;
      previous = block;
      last = piece;
    }
    return out;
  }

  private piece(block: Block, count: Count | null): Piece {
    if (isGroup(block)) return { source: this.group(block), tight: false };
    const piece = this.bare(block, count);
    const patch = count ? count.patch : patchOf(block);
    return patch ? { source: `${writeNote({ data: patch })}\n\n${piece.source}`, tight: false } : piece;
  }

  /** A parent that Markdown cannot nest under: the first block of a group, its children after it. */
  private group(block: Block): string {
    const { children, ...alone } = block;
    const parent = isNothing(alone) ? writeNote({ type: 'paragraph' }) : this.list([alone]);
    // An empty comment keeps a list above from taking in the list below.
    const gap = ITEMS.has(block.type) ? ['<!-- -->'] : [];
    return [writeNote({ nest: true }), parent, ...gap, this.list(children!), CLOSE].join('\n\n');
  }

  private text(block: Block): string {
    return inlineMarkdown(block.content ?? [], this.links);
  }

  private bare(block: Block, count: Count | null): Piece {
    switch (block.type) {
      case 'bullet':
        return this.item('- ', block);
      case 'todo':
        return this.item(`- [${block.data.checked ? 'x' : ' '}] `, block);
      case 'numbered':
        return this.item(`${count!.number}${count!.delimiter} `, block);
      default:
        return { source: this.loose(block), tight: false };
    }
  }

  private item(marker: string, block: Block): Piece {
    const text = guardStart(this.text(block));
    const head = (marker + text).trimEnd();
    const body = this.list(block.children ?? []);
    if (body === '') return { source: head, tight: text !== '' };
    const indent = ' '.repeat(marker.startsWith('-') ? 2 : marker.length);
    const tight = /^- [^\s]/.test(body) && !body.includes('\n\n');
    return { source: `${head}${tight ? '\n' : '\n\n'}${prefixed(body, indent)}`, tight };
  }

  private loose(block: Block): string {
    switch (block.type) {
      case 'paragraph':
        return guardStart(this.text(block));
      case 'heading': {
        const title = this.text(block).replace(/(^|\s)(#+)$/, '$1\\$2');
        return `${'#'.repeat(Number(block.data.level))} ${title}`.trimEnd();
      }
      case 'quote':
        return quoted([guardStart(this.text(block)), this.list(block.children ?? [])]);
      case 'callout':
        return this.callout(block);
      case 'toggle': {
        const head = `<details${block.data.open ? ' open' : ''}>\n<summary>${this.text(block)}</summary>`;
        return [head, this.list(block.children ?? []), '</details>'].filter(Boolean).join('\n\n');
      }
      case 'columns':
        return this.columns(block);
      case 'footnote':
        return `[^${block.data.key}]: ${this.text(block)}`.trimEnd();
      default:
        return writeSolid(block, this.links);
    }
  }

  private callout(block: Block): string {
    const kind = calloutKind(block.data as unknown as Look) ?? 'note';
    const text = guardStart(this.text(block));
    return quoted([`[!${kind}]${text ? `\n${text}` : ''}`, this.list(block.children ?? [])]);
  }

  private columns(block: Block): string {
    const columns = block.children!.map((column) => {
      return [writeNote({ type: 'column' }), this.list(column.children ?? []), CLOSE].filter(Boolean).join('\n\n');
    });
    return [writeNote({ type: 'columns', data: block.data }), ...columns, CLOSE].join('\n\n');
  }
}

/** What Markdown has no sign for: an empty line is only a gap. */
function isNothing(block: Block): boolean {
  return block.type === 'paragraph' && !block.content?.length && !hasChildren(block);
}

function hasChildren(block: Block): boolean {
  return block.children?.some((child) => !isNothing(child)) === true;
}

function isBullet(block: Block | null): boolean {
  return block?.type === 'bullet' || block?.type === 'todo';
}

/** Whether children need a group: nothing nests under text and headings, and an empty item would take in the first. */
function isGroup(block: Block): boolean {
  if (!hasChildren(block)) return false;
  if (block.type === 'paragraph' || block.type === 'heading') return true;
  return (ITEMS.has(block.type) || block.type === 'quote') && !block.content?.length;
}

function patchOf(block: Block): Data | undefined {
  if (block.type === 'heading' && block.data.toggle !== undefined) return { toggle: block.data.toggle };
  if (block.type !== 'callout') return undefined;
  const kind = calloutKind(block.data as unknown as Look) ?? 'note';
  return difference({ ...calloutLook(kind)! }, block.data);
}

function prefixed(source: string, indent: string): string {
  // Not by a pattern with ^ and m: U+2028 is no line end in Markdown.
  return source
    .split('\n')
    .map((line) => (line === '' ? '' : indent + line))
    .join('\n');
}

function quoted(parts: string[]): string {
  return parts
    .filter((part, i) => i === 0 || part !== '')
    .join('\n\n')
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}
