/** Warnings of Editor.js. */
import type { Inline } from '../../block.ts';
import { orderMarks } from '../../codec/inline.ts';
import { htmlText, type RawBlock, type ToolData } from '../../editorjs/tool.ts';

export function warningCallout(data: ToolData): RawBlock[] {
  const title = htmlText(data.title).map(bold);
  const message = htmlText(data.message);
  const between: Inline[] = title.length > 0 && message.length > 0 ? [{ type: 'hardBreak' }] : [];
  return [{ type: 'callout', data: { icon: '⚠️', color: 'yellow' }, content: [...title, ...between, ...message] }];
}

function bold(node: Inline): Inline {
  if (node.type !== 'text') return node;
  const others = (node.marks ?? []).filter((mark) => mark.type !== 'bold');
  return { ...node, marks: orderMarks([...others, { type: 'bold' }]) };
}
