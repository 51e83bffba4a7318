/** HTML from elsewhere as blocks: what a type is given to read an element. */
import type { Block, Data } from '../block.ts';

export interface HtmlElement {
  tag: string;
  attrs: Record<string, string>;
  children: (HtmlElement | string)[];
}

export interface HtmlSource {
  block(type: string, data?: Data): Block;
  /** a block whose first paragraph is its own text and the rest stands inside it; none of an empty element */
  titled(type: string, data: Data, element: HtmlElement): Block[];
}

export type HtmlParser = (element: HtmlElement, source: HtmlSource) => Block[];
