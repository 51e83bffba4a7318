/** What a caller of the Markdown reader may decide: where links lead, which dialect it is, what to be told. */
import type { MarkdownIt } from 'markdown-it';
import type { MarkdownParser } from './block-markdown.ts';

/** What a link turned out to be. */
export type ResolvedLink =
  | { pageId: number }
  | { fileId: number; kind: 'image' | 'video' | 'audio' | 'pdf' | 'file'; name: string }
  | { href: string };

/** What Markdown of other programs has besides; one object for all texts. */
export interface ForeignMarkdown {
  /** adds its syntax to a parser that knows HTML */
  syntax(parser: MarkdownIt): void;
  /** by the name of what the parser found */
  parsers: Record<string, MarkdownParser>;
}

/** Options of `markdownToBlocks`; all of them may be left out. */
export interface MarkdownOptions {
  /** Makes block ids; must not repeat itself. */
  id?(): string;
  /** Where a link leads; null keeps the source visible. `href` is what stands in the text, fragment included. */
  link?(href: string, kind: 'markdown' | 'wiki' | 'embed' | 'image', label?: string): ResolvedLink | null;
  /** Obsidian's dialect: [[links]], ![[embeds]], ^block-ids. */
  wiki?: boolean;
  /** ` ^id` at the end of a block, or a line of its own below it, names the block, as in Obsidian; `wiki` has it, too. */
  blockIds?: boolean;
  /** A single line end is a line break. */
  breaks?: boolean;
  /** Whether `:name:` is an emoji. */
  emoji?(name: string): boolean;
  /** Called for each #tag in running text; the text stays as it is. */
  tag?(name: string): void;
  /** The text is of another program, which writes what our own Markdown does not. */
  foreign?: ForeignMarkdown;
  /**
   * Called for what the block list cannot say, by its kind: `inline-image`, `heading-anchor`, `heading-level`,
   * `link-title`, `embed`, `alignment`, `picture-size`, `task-state`, and those of foreign syntax.
   */
  onLoss?(loss: { kind: string; detail: string }): void;
}
