/** How a block type is written as Markdown and read from it: what it may say, and what it is given to do so. */
import type { MarkdownIt, Token } from 'markdown-it';
import type { Block, Data, Inline, Mark } from '../block.ts';
import type { Links } from '../link-context.ts';
import type { Count } from './list-numbers.ts';
import type { MarkdownOptions } from './options.ts';
import type { TokenTree } from './token-tree.ts';

export interface MarkdownWriter {
  links: Links;
  /** the text of a block */
  text(block: Block): string;
  /** what stands inside a block, or '' */
  children(block: Block): string;
}

export interface MarkdownReader {
  options: MarkdownOptions;
  block(type: string, data: Data, content?: Inline[]): Block;
  /** the text of a thing: its title, its cell */
  content(tree: TokenTree): Inline[];
  inline(token: Token | undefined, marks?: Mark[]): Inline[];
  /** the blocks of what stands at a depth, 1 for the page itself */
  list(trees: TokenTree[], depth: number): Block[];
  /** a block with the blocks of `trees` below it */
  nest(block: Block, trees: TokenTree[], depth: number): Block[];
  /** the same, but its text is the first paragraph among them */
  adopt(block: Block, trees: TokenTree[], depth: number): Block[];
}

export type MarkdownParser = (
  tree: TokenTree,
  reader: MarkdownReader,
  place: { depth: number; previous: Block | undefined },
) => Block[];

/** The Markdown half of a block type. What says nothing is carried whole in a comment that comes back as the block. */
export interface BlockMarkdown {
  /** its lines; without it they are a comment, with what `standIn` answers for people to read */
  toMarkdown?(block: Block, writer: MarkdownWriter): string;
  /** what a reader without our comments sees, as Markdown */
  standIn?(block: Block, links: Links): string;
  /** in front of the text of an item of a list */
  itemMarker?(block: Block, count: Count | null): string;
  /** its items are counted, and the marker says so */
  isCounted?: true;
  /** whether `toMarkdown` writes what stands inside: always, or below text only. Default: never, a comment groups them */
  nesting?: 'always' | 'with-text';
  /**
   * By the name of what the parser found: `heading`, `hr`, `table`, `fence`; `fence <language>` and `container <name>`
   * for one of these.
   */
  fromMarkdown?: Record<string, MarkdownParser>;
  /** a paragraph that is something else; null when it is not */
  fromParagraph?(tree: TokenTree, reader: MarkdownReader): Block[] | null;
  /** finishes a block that came in a comment, by what stands below it and what the caller knows */
  fromNote?(block: Block, tree: TokenTree, options: MarkdownOptions): Block;
  /** adds syntax to the parser */
  syntax?(parser: MarkdownIt): void;
}
