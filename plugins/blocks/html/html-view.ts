/** What the HTML of one block is made with: the page around it, and whoever reads it. */
import { escapeHtml } from '../../../core/views/html-escape.ts';
import type { Block, Inline } from '../block.ts';
import type { Links } from '../link-context.ts';
import type { Heading } from '../outline.ts';

export interface HtmlView {
  links: Links;
  /** the headings of the page */
  outline(): Heading[];
  /** the text of a block */
  text(block: Block): string;
  /** a run of text, such as that of a cell */
  inline(content: Inline[]): string;
  /** the lines of a block of code */
  code(block: Block): string;
  /** what stands inside a block */
  children(block: Block): string;
  /** the same as an element of its own, below a block that is a line */
  nested(block: Block): string;
  /** The attribute that says which way a block goes with its marker and what is below it; its lines find their own. */
  direction(block: Block): string;
  directionOf(text: string): string;
  /** the list of a synced block, or null where it must not or cannot be shown */
  synced(id: number): string | null;
  /** a formula as markup, or its source and what is wrong with it */
  formula(tex: string): string;
}

/** A key of the data of a block as escaped text. */
export const dataText = (block: Block, key: string): string => escapeHtml(String(block.data[key] ?? ''));

export function captioned(block: Block, kind: string, inner: string): string {
  const caption = block.data.caption ? `<figcaption>${dataText(block, 'caption')}</figcaption>` : '';
  const align = block.data.align ? ` data-align="${dataText(block, 'align')}"` : '';
  return `<figure class="${kind}" id="${block.id}"${align}>${inner}${caption}</figure>`;
}

/** A link to another site; both parts are escaped. */
export const foreignLink = (href: string, label: string): string =>
  `<a href="${href}" rel="noopener nofollow">${label}</a>`;
