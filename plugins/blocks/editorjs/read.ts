/** Reads the blocks of Editor.js and its common tools, for clients that still write them. */
import { isRecord } from '../codec/block-data.ts';
import { blockTypes } from '../types/registry.ts';
import type { EditorJsTool, RawBlock } from './tool.ts';

let tools: Map<string, EditorJsTool> | undefined;

/**
 * The blocks an Editor.js block stands for, or null when it is not one. A type both sides know (paragraph, code,
 * table, image, embed, quote) counts as Editor.js only when its data has a key of that tool.
 */
export function fromEditorJs(raw: unknown): RawBlock[] | null {
  if (!isRecord(raw) || typeof raw.type !== 'string' || raw.content !== undefined) return null;
  tools ??= new Map([...blockTypes().values()].flatMap((type) => Object.entries(type.fromEditorJs ?? {})));
  const tool = tools.get(raw.type);
  const data = isRecord(raw.data) ? raw.data : {};
  if (!tool || (tool.keys && !tool.keys.some((key) => Object.hasOwn(data, key)))) return null;
  const [first, ...rest] = tool.read(data);
  return first ? [{ ...first, id: raw.id }, ...rest] : [{ type: 'paragraph', id: raw.id }];
}
