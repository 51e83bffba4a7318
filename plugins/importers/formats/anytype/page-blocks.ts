// Blocks of an object of Anytype as blocks of a page.
import type { Block, Inline } from '../../../blocks/block.ts';
import { textNode } from '../../../blocks/codec/inline.ts';
import { isWebAddress } from '../../../blocks/link-address.ts';
import { SOURCE_MAX } from '../../../blocks/value-rules.ts';
import { codeBlocks } from '../../items/plain-text.ts';
import { sourcePathAddress } from '../../reading/embedded-file.ts';
import { objectLink, withColor } from './inline.ts';
import { type AnytypeBlock, type AnytypeContext, entryOf } from './object.ts';

export const pageBlocks = (blocks: AnytypeBlock[], context: AnytypeContext): Block[] =>
  blocks.flatMap((block) => new BlockWriter(context).write(block));

const TEXTUAL = new Set(['paragraph', 'quote', 'bullet', 'numbered']);
/** What stands inside of it has no place of its own here. */
const HOLDING = new Set(['group', 'none', 'divider', 'file', 'link', 'bookmark', 'embed', 'code', 'toc', 'dataview']);
const DATA: Record<string, (block: AnytypeBlock) => Block['data']> = {
  todo: ({ isChecked }) => ({ checked: isChecked === true }),
  toggle: () => ({ open: false }),
  callout: ({ icon }) => ({ icon: line(icon).slice(0, 64), color: 'default' }),
};
const LINE_MAX = 2000;

const made = (type: string, data: Block['data'] = {}, content?: Inline[]): Block => ({
  ...{ id: '', type, data },
  ...(content && { content }),
});
const line = (text = ''): string => text.replace(/\s+/g, ' ').trim().slice(0, LINE_MAX).toWellFormed();
const paragraph = (content: Inline[]): Block => made('paragraph', {}, content);

class BlockWriter {
  readonly #context: AnytypeContext;

  constructor(context: AnytypeContext) {
    this.#context = context;
  }

  write(block: AnytypeBlock): Block[] {
    if (block.kind === 'row') return this.#row(block);
    const children = block.children.flatMap((child) => this.write(child));
    if (block.kind === 'column') return children;
    if (HOLDING.has(block.kind) || block.rows) return [...this.#solid(block), ...children];
    if (block.kind === 'unknown') return [...this.#unknown(block), ...children];
    return this.#textual(block, children);
  }

  #textual(block: AnytypeBlock, children: Block[]): Block[] {
    const content = withColor(withColor(block.content, 'color', block.color), 'highlight', block.background);
    if (block.kind === 'heading') {
      const level = Math.min(4, Math.max(1, block.level ?? 1));
      const heading = made('heading', { level, ...(block.isToggle && { toggle: true }) }, content);
      return block.isToggle && children.length ? [{ ...heading, children }] : [heading, ...children];
    }
    const data = entryOf(DATA, block.kind)?.(block);
    const own = made(data || TEXTUAL.has(block.kind) ? block.kind : 'paragraph', data ?? {}, content);
    return [children.length ? { ...own, children } : own];
  }

  /** Side by side, where there is more than one column. */
  #row(block: AnytypeBlock): Block[] {
    const columns = block.children.map((child) => this.write(child)).filter(({ length }) => length > 0);
    if (columns.length < 2) return columns.flat();
    return [{ ...made('columns'), children: columns.map((children) => ({ ...made('column'), children })) }];
  }

  #solid(block: AnytypeBlock): Block[] {
    const { kind, rows, text = '', language = '' } = block;
    if (rows) return this.#table(block);
    if (kind === 'divider' || kind === 'toc') return [made(kind)];
    if (kind === 'code') return codeBlocks(text, line(language).slice(0, 64));
    if (kind === 'file') return this.#file(block);
    if (kind === 'link') return this.#link(block);
    if (kind === 'bookmark') return this.#bookmark(block);
    if (kind === 'embed') return this.#embed(block);
    if (kind === 'dataview') return this.#dataview(block);
    return [];
  }

  #table({ rows = [], hasHeader }: AnytypeBlock): Block[] {
    if (!rows.length) return [];
    const cells = rows.map((row) => row.map((content) => ({ content })));
    return [made('table', { header: { row: hasHeader === true, column: false }, rows: cells as never })];
  }

  #file({ target = '', name = '', media = '' }: AnytypeBlock): Block[] {
    const path = this.#context.file(target) ?? this.#context.fileNamed(name);
    const known = ['image', 'video', 'audio', 'pdf'].includes(media) ? media : 'file';
    if (path) return [made(known, { url: sourcePathAddress(path), ...(line(name) && { name: line(name) }) })];
    if (!target && !name) return [];
    this.#context.count('missing_file');
    return [paragraph([textNode(`[${line(name) || this.#context.title(target) || target}]`)])];
  }

  #link({ target = '', name = '' }: AnytypeBlock): Block[] {
    const mark = objectLink(target, this.#context);
    const words = line(name) || this.#context.title(target) || (target && `[${target}]`) || '';
    if (!words) return [];
    return [paragraph([textNode(words, mark ? [mark] : [])])];
  }

  #bookmark(block: AnytypeBlock): Block[] {
    const { url = '', name = '', description = '', target = '' } = block;
    const data = { ...(line(name) && { title: line(name) }), ...(description && { description }) };
    if (isWebAddress(url) && description.length <= 10_000) return [made('bookmark', { url, ...data })];
    const words = [name, description, url].filter(Boolean).join(' – ');
    return words ? [paragraph([textNode(words)])] : this.#link({ ...block, target, name });
  }

  #embed({ text = '', language = '' }: AnytypeBlock): Block[] {
    if (!text.trim()) return [];
    if (language === 'latex' && text.length <= SOURCE_MAX) return [made('math', { tex: text })];
    if (language === 'mermaid' && text.length <= SOURCE_MAX) return [made('mermaid', { source: text })];
    if (/^https?:\/\/\S+$/.test(text.trim()) && isWebAddress(text.trim())) return [made('embed', { url: text.trim() })];
    this.#context.count('editor_text');
    return codeBlocks(text, language.slice(0, 64));
  }

  /** A set or collection within a page leads to its own page. */
  #dataview(block: AnytypeBlock): Block[] {
    const names = block.name ? [paragraph([textNode(`[${line(block.name)}]`)])] : [];
    if (this.#context.isDatabase && !block.target) return [];
    this.#context.count('database_view');
    return [...this.#link({ ...block, name: '' }), ...names];
  }

  #unknown({ content, raw }: AnytypeBlock): Block[] {
    this.#context.count('unknown_node');
    const json = raw && Object.keys(raw).length ? codeBlocks(JSON.stringify(raw, null, 2), 'json') : [];
    return [...(content.length ? [paragraph(content)] : []), ...json];
  }
}
