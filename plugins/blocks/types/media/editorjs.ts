/** Pictures and attachments of Editor.js. */
import { isRecord } from '../../codec/block-data.ts';
import { htmlWords, type RawBlock, type ToolData, withAddress, withoutEmpty } from '../../editorjs/tool.ts';

export function imageTool(data: ToolData): RawBlock[] {
  const url = isRecord(data.file) ? data.file.url : data.url;
  return withAddress(url, (address) => ({
    type: 'image',
    data: withoutEmpty({ url: address, caption: htmlWords(data.caption) }),
  }));
}

export function attachmentTool(data: ToolData): RawBlock[] {
  const file: ToolData = isRecord(data.file) ? data.file : {};
  const name = htmlWords(data.title ?? file.title ?? file.name);
  return withAddress(file.url, (url) => ({ type: 'file', data: withoutEmpty({ url, name }) }));
}
