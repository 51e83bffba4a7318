/** Cards in documents of word processors and on paper. */
import type { Block } from '../../block.ts';
import type { PrintContext } from '../../block-type.ts';
import { textNode } from '../../codec/inline.ts';
import { type DocumentWriter, writeCaption } from '../../document-writer.ts';

export function cardDocument({ data }: Block, writer: DocumentWriter): void {
  const { url, title, description } = data as Record<string, string>;
  writer.line([textNode(title || url || '', [{ type: 'link', attrs: { href: url ?? '' } }])]);
  writeCaption(description, writer);
}

/** A card, without a picture that would have to be fetched. */
export function cardPrint(block: Block, { links }: PrintContext): Block {
  const { imageFileId, ...data } = block.data;
  const isHere = typeof imageFileId === 'number' && links.file(imageFileId)?.href.startsWith('data:');
  return { ...block, type: 'bookmark', data: isHere ? { ...data, imageFileId } : data };
}
