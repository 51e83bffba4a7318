/** The list as ProseMirror JSON and back: plain objects on both sides, so that reading a `doc` needs no editor code. */
import {
  BLOCK_DEPTH_MAX,
  type Block,
  type Data,
  type Inline,
  type Json,
  newBlockId,
  type TableBlockCell,
  tableRows,
} from '../block.ts';
import { isRecord } from '../codec/block-data.ts';
import { cellColumns } from '../codec/table.ts';
import { INLINE_RULES } from '../inline-types.ts';
import { BLOCK_MODELS } from '../types/models.ts';

/** A node of ProseMirror JSON. */
export interface NodeJson {
  type: string;
  attrs?: Record<string, unknown>;
  content?: NodeJson[];
  text?: string;
  marks?: { type: string; attrs?: Record<string, unknown> }[];
}

const BLOCK_TYPES = new Map(
  [...BLOCK_MODELS.values()].flatMap(({ type, node }) => (node?.name ? [[node.name, type] as const] : [])),
);

const INLINE_NAMES = new Map(
  [...INLINE_RULES.keys()].flatMap((type) =>
    BLOCK_MODELS.has(type) && !BLOCK_MODELS.get(type)!.node?.name
      ? [[type, `inline${type[0]!.toUpperCase()}${type.slice(1)}`] as const]
      : [],
  ),
);
const INLINE_TYPES = new Map([...INLINE_RULES.keys()].map((type) => [INLINE_NAMES.get(type) ?? type, type]));

/** The schema's name of a block's content node: its type, unless an inline node or a mark is called so. */
export function nodeName(type: string): string {
  return BLOCK_MODELS.get(type)?.node?.name ?? type;
}

/** The schema's name of an inline node: its type, unless a block is called so. Documents that are kept name blocks by it. */
export function inlineName(type: string): string {
  return INLINE_NAMES.get(type) ?? type;
}

/** The block type a content node stands for. */
export function blockType(name: string): string {
  return BLOCK_TYPES.get(name) ?? name;
}

/** Whether a node is the content of a block that the catalogue has. */
export const isBlockNode = (name: string): boolean => BLOCK_MODELS.has(blockType(name));

/** Whether blocks of a type may hold others. */
export const holdsBlocks = (type: string): boolean => (BLOCK_MODELS.get(type)?.children ?? 'none') !== 'none';

/** The `doc` of a list; an empty list is one empty paragraph. */
export function toDocJson(blocks: Block[]): NodeJson {
  const list = blocks.length > 0 ? blocks : [{ id: newBlockId(), type: 'paragraph', data: {}, content: [] }];
  return { type: 'doc', content: list.map(blockJson) };
}

/** One block with all it holds as a `block` node. */
export function blockJson(block: Block): NodeJson {
  const content = [contentJson(block)];
  if (block.children && block.type !== 'columns')
    content.push({ type: 'group', content: block.children.map(blockJson) });
  return { type: 'block', attrs: { id: block.id }, content };
}

function contentJson(block: Block): NodeJson {
  const type = nodeName(block.type);
  if (block.type === 'table') return tableJson(block);
  const textKey = BLOCK_MODELS.get(block.type)?.node?.text;
  if (textKey) {
    const { [textKey]: text, ...attrs } = block.data;
    return { type, attrs, content: text ? [{ type: 'text', text: text as string }] : [] };
  }
  if (block.type === 'columns') return { type, attrs: block.data, content: (block.children ?? []).map(columnJson) };
  return { type, attrs: block.data, content: (block.content ?? []).map(inlineJson) };
}

function columnJson(column: Block): NodeJson {
  return { type: 'column', attrs: { id: column.id }, content: (column.children ?? []).map(blockJson) };
}

function inlineJson(node: Inline): NodeJson {
  if (node.type === 'text') return node;
  const { type, ...attrs } = node;
  return { type: inlineName(type), attrs };
}

function tableJson(block: Block): NodeJson {
  const rows = tableRows(block);
  const header = block.data.header as { row: boolean; column: boolean };
  const widths = block.data.widths as number[] | undefined;
  const columns = cellColumns(rows);
  const content = rows.map((row, y) => ({
    type: 'table_row',
    content: row.map((cell, x) => {
      const column = columns[y]![x]!;
      const isHeader = (header.row && y === 0) || (header.column && column === 0);
      return cellJson(cell, isHeader, widths?.slice(column, column + (cell.colspan ?? 1)));
    }),
  }));
  return { type: 'table', attrs: { header }, content };
}

function cellJson(cell: TableBlockCell, isHeader: boolean, colwidth: number[] | undefined): NodeJson {
  const { colspan = 1, rowspan = 1, color = null } = cell;
  const known = colwidth?.length === colspan && colwidth.some((width) => width > 0);
  const attrs = { colspan, rowspan, colwidth: known ? colwidth : null, color };
  return { type: isHeader ? 'table_header' : 'table_cell', attrs, content: cell.content.map(inlineJson) };
}

/** The blocks of a `doc` as the codec reads them; nodes the schema does not know come back as they are. */
export function fromDocJson(doc: unknown, depth = 1): unknown[] {
  // One level too many is enough for the codec to refuse the list.
  if (depth > BLOCK_DEPTH_MAX + 1) return [];
  return contentOf(doc).map((node) => {
    const [content, group] = node.type === 'block' ? contentOf(node) : [node];
    if (!content || !BLOCK_MODELS.has(blockType(content.type))) return content ?? node;
    return rawBlock(content, node.type === 'block' ? node.attrs?.id : undefined, group, depth);
  });
}

function rawBlock(node: NodeJson, id: unknown, group: NodeJson | undefined, depth: number): Record<string, unknown> {
  const type = blockType(node.type);
  const raw: Record<string, unknown> = { id, type, data: dataOf(node) };
  if (BLOCK_MODELS.get(type)!.content) raw.content = contentOf(node).map(rawInline);
  if (type === 'columns') raw.children = contentOf(node).map((column) => rawColumn(column, depth + 1));
  else if (group) raw.children = fromDocJson(group, depth + 1);
  return raw;
}

function rawColumn(column: NodeJson, depth: number): Record<string, unknown> {
  return { id: column.attrs?.id, type: column.type, children: fromDocJson(column, depth + 1) };
}

function contentOf(node: unknown): NodeJson[] {
  const content = isRecord(node) && Array.isArray(node.content) ? node.content : [];
  return content.filter((child): child is NodeJson => isRecord(child) && typeof child.type === 'string');
}

function given(attrs: unknown): Data {
  const entries = isRecord(attrs) ? Object.entries(attrs) : [];
  return Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined)) as Data;
}

function dataOf(node: NodeJson): Data {
  // `original` may be null itself, which is not the same as having none.
  if (node.type === 'unknown') return (node.attrs ?? {}) as Data;
  const textKey = BLOCK_MODELS.get(blockType(node.type))?.node?.text;
  if (textKey)
    return {
      ...given(node.attrs),
      [textKey]: contentOf(node)
        .map((child) => child.text)
        .join(''),
    };
  return node.type === 'table' ? rawTable(node) : given(node.attrs);
}

function rawTable(node: NodeJson): Data {
  const rows = contentOf(node).map(contentOf);
  const widths = (rows[0] ?? []).flatMap((cell) => {
    const { colspan = 1, colwidth } = cell.attrs ?? {};
    return Array.isArray(colwidth) ? colwidth : new Array(Number(colspan)).fill(0);
  });
  const data: Data = { ...given(node.attrs), rows: rows.map((row) => row.map(rawCell)) as unknown as Json };
  if (widths.some((width) => width > 0)) data.widths = widths;
  return data;
}

function rawCell(cell: NodeJson): Record<string, unknown> {
  const { colwidth: _derived, ...spans } = given(cell.attrs);
  return { ...spans, content: contentOf(cell).map(rawInline) };
}

function rawInline(node: NodeJson): Record<string, unknown> {
  if (node.type !== 'text')
    return INLINE_TYPES.has(node.type)
      ? { ...given(node.attrs), type: INLINE_TYPES.get(node.type) }
      : { type: node.type };
  // ProseMirror's attribute objects have no prototype; the list holds plain ones.
  const marks = node.marks?.map(({ type, attrs }) => (attrs ? { type, attrs: { ...attrs } } : { type }));
  return marks?.length ? { type: 'text', text: node.text, marks } : { type: 'text', text: node.text };
}
