/** What readers of Editor.js blocks share. */
import type { Inline } from '../block.ts';
import { isWebAddress } from '../link-address.ts';
import { parseInlineHtml } from './inline-html.ts';

/** A block as the codec reads it; ids are checked there. */
export interface RawBlock {
  id?: unknown;
  type: string;
  data?: Record<string, unknown>;
  content?: Inline[];
  children?: RawBlock[];
}

export type ToolData = Record<string, unknown>;

/** One tool of Editor.js; `keys` tell its data from ours where both know the type. */
export interface EditorJsTool {
  read(data: ToolData): RawBlock[];
  keys?: string[];
}

export const htmlText = (value: unknown): Inline[] => parseInlineHtml(typeof value === 'string' ? value : '');

/** The words of inline HTML on one line. */
export const htmlWords = (value: unknown): string =>
  htmlText(value)
    .map((node) => (node.type === 'text' ? node.text : ' '))
    .join('')
    .replace(/[\r\n]+/g, ' ');

export const htmlParagraph = (value: unknown): RawBlock => ({ type: 'paragraph', content: htmlText(value) });

/** What an address that no block may name becomes: its text, so that nothing is lost. */
export function withAddress(url: unknown, make: (url: string) => RawBlock): RawBlock[] {
  if (isWebAddress(url)) return [make(url)];
  const text = String(url ?? '');
  return [{ type: 'paragraph', content: text === '' ? [] : [{ type: 'text', text }] }];
}

/** `data` without the keys that have no value. */
export function withoutEmpty(data: ToolData): ToolData {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined && value !== ''));
}
