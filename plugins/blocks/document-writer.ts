/** Blocks in a document of a word processor: what a type says, and the writer that it says it to. */
import type { Block, Inline } from './block.ts';
import { textNode } from './codec/inline.ts';
import type { Links } from './link-context.ts';

export type DocumentStyle = 'Quote' | 'Callout' | 'Caption';

/** Marker of an item: its box when it has one; numbers are counted by the writer. */
export type DocumentMarker = { kind: 'bullet' } | { kind: 'number' } | { kind: 'box'; isChecked: boolean };

/** Writes one after the other, as far in as the block stands. */
export interface DocumentWriter {
  line(content: Inline[], style?: DocumentStyle): void;
  item(content: Inline[], marker: DocumentMarker): void;
  /** in the style of its level, below that of the title above */
  heading(block: Block): void;
  code(text: string): void;
  /** in a line of its own */
  formula(tex: string): void;
  rule(): void;
  table(block: Block): void;
  /** the headings as links */
  contents(): void;
  /** the picture that blocks show by this address; false when there is none */
  picture(url: string, alt: string, width?: number): boolean;
  /** what stands inside a block, one step further in */
  inside(block: Block): void;
  /** the same as if it stood beside it */
  beside(block: Block): void;
}

/** What a document is asked that blocks name by id. */
export interface DocumentContext {
  links: Links;
  /** titles of the pages above this one */
  trail: string[];
}

/** The document half of a block type. */
export interface BlockDocument {
  /** Without it: its text with what stands inside, or its words. Content holds text, formulas and line breaks only. */
  toDocument?(block: Block, writer: DocumentWriter): void;
  /** the line in place of a block that shows something else, asked before `toDocument` */
  documentLine?(block: Block, context: DocumentContext): Inline[];
}

/** A line that leads somewhere, or only says it. */
export const linkLine = (text: string, href: string | undefined): Inline[] => [
  textNode(text, href ? [{ type: 'link', attrs: { href } }] : []),
];

/** The title of a page or database that leads there. */
export const titleLink = ({ title, href }: { title: string; href: string }): Inline[] =>
  linkLine(title || 'Untitled', href);

export function writeCaption(text: unknown, writer: DocumentWriter): void {
  if (text) writer.line([textNode(String(text))], 'Caption');
}
