/** Code as fences. */
import type { Block, Data } from '../../block.ts';
import type { MarkdownParser } from '../../markdown/block-markdown.ts';
import { blockNote, withKeys } from '../../markdown/block-notes.ts';

export function codeMarkdown(block: Block): string {
  const language = String(block.data.language);
  const plain = /^[\p{L}\p{N}+#._-]*$/u.test(language) && language !== 'mermaid' ? language : '';
  const text = String(block.data.text);
  return fenced(block, text, { info: plain, native: { text, language: plain } });
}

/** `native` is what the reader makes of the fence alone. */
export function fenced(block: Block, text: string, { info, native }: { info: string; native: Data }): string {
  if (text.includes('\r')) return blockNote(block);
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return withKeys(`${fence}${info}\n${text}\n${fence}`, native, block.data);
}

/** Without the line end that closes the last line. */
export const fenceText = (content: string): string => content.replace(/\n$/, '');

export const codeParser: MarkdownParser = ({ token }, reader) => {
  const [language = '', ...rest] = token.info.trim().split(/\s+/);
  const caption = rest.join(' ').slice(0, 2000);
  const data = { text: fenceText(token.content), language: language.slice(0, 64), ...(caption ? { caption } : {}) };
  return [reader.block('code', data)];
};
