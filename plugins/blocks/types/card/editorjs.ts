/** Links and embedded sites of Editor.js. */
import { isRecord } from '../../codec/block-data.ts';
import { htmlWords, type RawBlock, type ToolData, withAddress, withoutEmpty } from '../../editorjs/tool.ts';

export function embedTool(data: ToolData): RawBlock[] {
  return withAddress(data.source ?? data.embed, (url) => ({
    type: 'embed',
    data: withoutEmpty({ url, title: htmlWords(data.caption) }),
  }));
}

export function linkTool(data: ToolData): RawBlock[] {
  const meta: ToolData = isRecord(data.meta) ? data.meta : {};
  return withAddress(data.link, (url) => ({
    type: 'bookmark',
    data: withoutEmpty({ url, title: htmlWords(meta.title), description: htmlWords(meta.description) }),
  }));
}
