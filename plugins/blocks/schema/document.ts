/** The list as a ProseMirror document of the real schema, and back: what editor and rooms work on. */
import type { Node } from 'prosemirror-model';
import { type Block, type Data, type Inline, newBlockId, type TableBlockCell } from '../block.ts';
import { joinText } from '../codec/inline.ts';
import { INLINE_RULES } from '../inline-types.ts';
import { BLOCK_MODELS } from '../types/models.ts';
import { fromDocJson, toDocJson } from './prosemirror-json.ts';
import { schema } from './schema.ts';

/** The document of canonical blocks. Throws RangeError for a type the schema does not have. */
export function toDoc(blocks: Block[]): Node {
  return schema.nodeFromJSON(toDocJson(blocks));
}

/** The canonical blocks of a document that `check()` accepts; nodes without an id get one. */
export function fromDoc(doc: Node): Block[] {
  return (fromDocJson(doc.toJSON()) as Block[]).map(canonical);
}

/** Throws RangeError when the editor's schema would refuse the blocks. */
export function checkDocument(blocks: Block[]): void {
  toDoc(blocks).check();
}

function canonical(raw: Block): Block {
  const rule = BLOCK_MODELS.get(raw.type)!;
  const block: Block = { id: raw.id ?? newBlockId(), type: raw.type, data: ordered(raw, Object.keys(rule.data)) };
  if (rule.content) block.content = inline(raw.content!);
  if (raw.children) block.children = raw.children.map(canonical);
  return block;
}

function ordered(raw: Block, keys: string[]): Data {
  const data: Data = {};
  for (const key of keys) {
    if (raw.data?.[key] !== undefined) data[key] = raw.data[key];
  }
  if (raw.type !== 'table') return data;
  const rows = raw.data.rows as unknown as TableBlockCell[][];
  const cells = rows.map((row) =>
    row.map(({ content, colspan = 1, rowspan = 1, color }) => ({
      content: inline(content),
      ...(colspan > 1 ? { colspan } : {}),
      ...(rowspan > 1 ? { rowspan } : {}),
      ...(color ? { color } : {}),
    })),
  );
  return { ...data, rows: cells } as unknown as Data;
}

function inline(nodes: Inline[]): Inline[] {
  return joinText(nodes.map((node) => (node.type === 'text' ? node : atom(node))));
}

function atom(node: Inline): Inline {
  const attrs = Object.keys(INLINE_RULES.get(node.type)!).map((key) => [key, (node as Record<string, unknown>)[key]]);
  return { type: node.type, ...Object.fromEntries(attrs) } as Inline;
}
