/** Pictures and files in documents of word processors and on paper. */
import type { Block } from '../../block.ts';
import type { PrintContext } from '../../block-type.ts';
import { type DocumentWriter, linkLine, writeCaption } from '../../document-writer.ts';

export function mediaDocument({ type, data }: Block, writer: DocumentWriter): void {
  const { url, name, caption, alt, width } = data as Record<string, string> & { width?: number };
  const label = name || alt || url || 'File not available';
  const isDrawn = type === 'image' && url ? writer.picture(url, alt || label, width) : false;
  if (!isDrawn) writer.line(linkLine(label, url));
  writeCaption(caption, writer);
}

/** A picture is one as long as its content is here; whatever else is a link to it. */
export function mediaPrint(block: Block, { links, address }: PrintContext): Block {
  const { data } = block;
  const file = typeof data.fileId === 'number' ? links.file(data.fileId) : null;
  if (block.type === 'image' && file?.href.startsWith('data:')) return block;
  const url = file?.href ?? (typeof data.url === 'string' ? (address(data.url) ?? data.url) : undefined);
  const { fileId: _, ...rest } = data;
  const name = String(data.name || file?.name || '');
  return { ...block, type: 'file', data: url === undefined ? rest : { ...rest, name, url } };
}
