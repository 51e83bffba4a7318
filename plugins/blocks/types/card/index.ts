/** Cards of other sites in every format. */
import type { BlockType } from '../../block-type.ts';
import { linkMarkdown } from '../../markdown/escape-text.ts';
import { cardDocument, cardPrint } from './document.ts';
import { embedTool, linkTool } from './editorjs.ts';
import { bookmarkHtml, embedHtml } from './html.ts';
import models from './model.ts';

const own: Record<string, Pick<BlockType, 'toHtml' | 'fromEditorJs'>> = {
  bookmark: { toHtml: bookmarkHtml, fromEditorJs: { linkTool: { read: linkTool } } },
  embed: {
    toHtml: embedHtml,
    fromEditorJs: { embed: { read: embedTool, keys: ['source', 'embed', 'service'] } },
  },
};

const cards: BlockType[] = models.map((model) => ({
  ...model,
  ...own[model.type]!,
  standIn: ({ data }) => linkMarkdown(String(data.title || data.url), String(data.url)),
  toDocument: cardDocument,
  toPrint: cardPrint,
}));
export default cards;
