/** Dividers in every format. */
import type { BlockType } from '../../block-type.ts';
import model from './model.ts';

const divider: BlockType = {
  ...model,
  toHtml: (block) => `<hr id="${block.id}">`,
  fromHtml: { hr: (_, source) => [source.block('divider')] },
  // Three hyphens at the top of a file would open front matter.
  toMarkdown: () => '***',
  fromMarkdown: { hr: (_, reader) => [reader.block('divider', {})] },
  fromEditorJs: { delimiter: { read: () => [{ type: 'divider' }] } },
  toDocument: (_, writer) => writer.rule(),
};
export default divider;
