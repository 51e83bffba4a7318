/** Pictures, films, sounds and documents in every format. */
import type { BlockType } from '../../block-type.ts';
import { mediaDocument, mediaPrint } from './document.ts';
import { attachmentTool, imageTool } from './editorjs.ts';
import { mediaHtml } from './html.ts';
import { fileStandIn, imageMarkdown } from './markdown.ts';
import { mediaFromNote, mediaParagraph } from './media-paragraphs.ts';
import models from './model.ts';

const tools: Record<string, BlockType['fromEditorJs']> = {
  image: {
    image: { read: imageTool, keys: ['file', 'withBorder', 'withBackground', 'stretched'] },
    simpleImage: { read: imageTool },
  },
  file: { attaches: { read: attachmentTool } },
};

const media: BlockType[] = models.map((model) => ({
  ...model,
  ...(model.type === 'pdf' && { isLively: true }),
  toHtml: mediaHtml,
  ...(model.type === 'image' ? { toMarkdown: imageMarkdown, fromParagraph: mediaParagraph } : { standIn: fileStandIn }),
  fromNote: mediaFromNote,
  fromEditorJs: tools[model.type],
  toDocument: mediaDocument,
  toPrint: mediaPrint,
}));
export default media;
