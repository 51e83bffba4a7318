/** Footnotes in every format. */
import type { Inline } from '../../block.ts';
import type { BlockType } from '../../block-type.ts';
import type { MarkdownParser } from '../../markdown/block-markdown.ts';
import { footnoteSyntax } from './markdown-syntax.ts';
import model from './model.ts';

const noteParser: MarkdownParser = ({ inlines, token }, reader) => {
  const content = inlines.flatMap((part, i): Inline[] => [
    ...(i > 0 ? [{ type: 'hardBreak' } as const] : []),
    ...reader.inline(part),
  ]);
  return [reader.block('footnote', { key: String(token.meta!.key) }, content)];
};

const footnote: BlockType = {
  ...model,
  // All of them stand at the end of the page.
  toHtml: () => '',
  toMarkdown: (block, writer) => `[^${block.data.key}]: ${writer.text(block)}`.trimEnd(),
  fromMarkdown: { footnote: noteParser },
  syntax: footnoteSyntax,
  // Where the text names it.
  toDocument: () => undefined,
};
export default footnote;
