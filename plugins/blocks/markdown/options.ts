/** What a caller of the Markdown reader may decide: where links lead, which dialect it is, what to be told. */

/** What a link turned out to be. */
export type Resolved =
  | { pageId: number }
  | { fileId: number; kind: 'image' | 'video' | 'audio' | 'pdf' | 'file'; name: string }
  | { href: string };

/** Options of `markdownToBlocks`; all of them may be left out. */
export interface MarkdownOptions {
  /** Makes block ids; must not repeat itself. */
  id?(): string;
  /** Where a link leads; null keeps the source visible. `href` is what stands in the text, fragment included. */
  link?(href: string, kind: 'markdown' | 'wiki' | 'embed' | 'image', label?: string): Resolved | null;
  /** Obsidian's dialect: [[links]], ![[embeds]], ^block-ids. */
  wiki?: boolean;
  /** A single line end is a line break. */
  breaks?: boolean;
  /** Whether `:name:` is an emoji. */
  emoji?(name: string): boolean;
  /** Called for each #tag in running text; the text stays as it is. */
  tag?(name: string): void;
  /** Called for what the block list cannot say: an inline image, the heading a wiki link points to, a link title. */
  onLoss?(loss: {
    kind: 'inline-image' | 'heading-anchor' | 'link-title' | 'embed' | 'alignment';
    detail: string;
  }): void;
}
