/** What Markdown says of a picture: its words, and how wide it is where the text or the dialect has a place for that. */
import type { Token } from 'markdown-it';
import type { MarkdownOptions } from './options.ts';

const SIZED_ALT = /^(.*?)\s*\|\s*(\d{1,5})(?:x\d{1,5})?\s*$/s;

export interface PictureToken {
  alt: string;
  /** in pixels */
  width?: number;
}

/** Obsidian writes the width behind the words; HTML has an attribute for it. */
export function pictureToken(token: Token, { wiki }: Pick<MarkdownOptions, 'wiki'>): PictureToken {
  const alt = inlineLabel(token.children ?? []);
  const [, words = '', sign] = (wiki && SIZED_ALT.exec(alt)) || [];
  const width = Number(sign ?? token.attrGet('width') ?? 0);
  const fits = Number.isInteger(width) && width > 0 && width <= 10_000;
  return { alt: fits && sign ? words : alt, ...(fits && { width }) };
}

/** The words of inline tokens. */
export function inlineLabel(tokens: Token[]): string {
  return tokens.map((token) => (/break$/.test(token.type) ? ' ' : token.content)).join('');
}
