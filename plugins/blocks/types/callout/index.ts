/** Callouts in every format. */
import { escapeHtml } from '../../../../core/views/html-escape.ts';
import type { Block } from '../../block.ts';
import type { BlockType } from '../../block-type.ts';
import { textNode } from '../../codec/inline.ts';
import type { DocumentWriter } from '../../document-writer.ts';
import { dataText, type HtmlView } from '../../html/html-view.ts';
import { warningCallout } from './editorjs.ts';
import { calloutMarkdown, containedCallout, quotedCallout } from './markdown.ts';
import { calloutSyntax } from './markdown-syntax.ts';
import model from './model.ts';

function toHtml(block: Block, view: HtmlView): string {
  const icon = String(block.data.icon);
  const own = /^custom:(\d{1,10})$/.exec(icon)?.[1];
  const shown = own ? `<img class="emoji" src="/api/emoji/${own}" alt="">` : escapeHtml(icon);
  const mark = icon ? `<span class="icon" data-icon="${escapeHtml(icon)}" aria-hidden="true">${shown}</span>` : '';
  const body = `<div><p>${view.text(block)}</p>${view.children(block)}</div>`;
  return `<aside class="callout" role="note" id="${block.id}" data-color="${dataText(block, 'color')}"${view.direction(block)}>${mark}${body}</aside>`;
}

function toDocument(block: Block, writer: DocumentWriter): void {
  const icon = String(block.data.icon ?? '');
  const sign = icon && !icon.startsWith('custom:') ? [textNode(`${icon} `)] : [];
  writer.line([...sign, ...(block.content ?? [])], 'Callout');
  writer.inside(block);
}

const callout: BlockType = {
  ...model,
  toHtml,
  toMarkdown: calloutMarkdown,
  nesting: 'always',
  fromMarkdown: { callout: quotedCallout, container: containedCallout },
  syntax: calloutSyntax,
  fromEditorJs: { warning: { read: warningCallout } },
  toDocument,
};
export default callout;
