/** Lists and checklists of Editor.js. */
import { BLOCK_DEPTH_MAX } from '../../block.ts';
import { isRecord } from '../../codec/block-data.ts';
import { htmlText, type RawBlock, type ToolData } from '../../editorjs/tool.ts';

export function listItems(items: unknown, style: string, meta?: unknown, depth = 1): RawBlock[] {
  // One level too many is enough for the codec to refuse the list.
  if (depth > BLOCK_DEPTH_MAX + 1) return [];
  const start = isRecord(meta) && Number.isInteger(meta.start) && meta.start !== 1 ? { start: meta.start } : {};
  return (Array.isArray(items) ? items : []).map((item, i) => {
    const source: ToolData = isRecord(item) ? item : { content: item };
    const block = {
      content: htmlText(source.content ?? source.text),
      children: listItems(source.items, style, undefined, depth + 1),
    };
    if (style === 'checklist') return { ...block, type: 'todo', data: { checked: isChecked(source) } };
    if (style === 'ordered') return { ...block, type: 'numbered', data: i === 0 ? start : {} };
    return { ...block, type: 'bullet' };
  });
}

function isChecked(source: ToolData): boolean {
  return source.checked === true || (isRecord(source.meta) && source.meta.checked === true);
}
