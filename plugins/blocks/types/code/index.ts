/** Code in every format. */
import { escapeHtml } from '../../../../core/views/html-escape.ts';
import type { Block } from '../../block.ts';
import type { BlockType } from '../../block-type.ts';
import { writeCaption } from '../../document-writer.ts';
import type { RawBlock } from '../../editorjs/tool.ts';
import { captioned, type HtmlView } from '../../html/html-view.ts';
import { codeMarkdown, codeParser } from './markdown.ts';
import model from './model.ts';

function toHtml(block: Block, view: HtmlView): string {
  const language = String(block.data.language ?? '').replace(/[^A-Za-z0-9+#.-]+/g, '-');
  const name = language ? ` class="language-${escapeHtml(language)}"` : '';
  return captioned(block, 'code', `<pre><code${name}>${view.code(block)}</code></pre>`);
}

const codeTool = (text: unknown, language: string): RawBlock[] => [
  { type: 'code', data: { text: typeof text === 'string' ? text : '', language } },
];

const code: BlockType = {
  ...model,
  isLively: true,
  toHtml,
  toMarkdown: codeMarkdown,
  fromMarkdown: { fence: codeParser, code_block: codeParser },
  fromEditorJs: {
    code: {
      read: ({ code: text, languageCode, language }) => codeTool(text, String(languageCode ?? language ?? '')),
      keys: ['code'],
    },
    raw: { read: ({ html }) => codeTool(html, 'html') },
  },
  toDocument: ({ data }, writer) => {
    writer.code(String(data.text ?? ''));
    writeCaption(data.caption, writer);
  },
  toText: ({ data }) => String(data.text),
};
export default code;
