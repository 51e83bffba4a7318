/** Pictures as Markdown; what else is a file as a link to it. */
import type { Block } from '../../block.ts';
import type { Links } from '../../link-context.ts';
import type { MarkdownWriter } from '../../markdown/block-markdown.ts';
import { blockNote, withKeys } from '../../markdown/block-notes.ts';
import { destination, escapeText, lineMarkdown, linkMarkdown } from '../../markdown/escape-text.ts';
import { imageData } from './media-paragraphs.ts';

export function imageMarkdown(block: Block, { links }: MarkdownWriter): string {
  const { fileId, url, alt = '', caption = '' } = block.data as { [key: string]: string | number };
  const address = fileId ? (links.file(Number(fileId))?.href ?? '') : String(url ?? '');
  if (address === '') return blockNote(block, lineMarkdown(String(block.data.name || caption || '')));
  const clean = (text: string) => text.replace(/\s+/g, ' ').trim();
  const [shownAlt, title] = [clean(String(alt)), clean(String(caption))];
  const native = { ...imageData(address, shownAlt), ...(title ? { caption: title } : {}) };
  const written = title ? ` "${title.replace(/["\\]|&(?=[#A-Za-z])/g, '\\$&')}"` : '';
  return withKeys(`![${escapeText(shownAlt)}](${destination(address)}${written})`, native, block.data);
}

export function fileStandIn({ data }: Block, links: Links): string {
  const file = typeof data.fileId === 'number' ? links.file(data.fileId) : null;
  const href = file?.href ?? String(data.url ?? '');
  return href ? linkMarkdown(String(data.name || file?.name || href), href) : lineMarkdown(String(data.name));
}
