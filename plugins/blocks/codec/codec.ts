/** The one way a block list comes in (REST, import, clipper, agent, templates, restore) and the one way it goes out. */
import { BLOCK_DEPTH_MAX, type Block, type Inline, isBlockId, type Json, MAX_BLOCKS, newBlockId } from '../block.ts';
import type { BlockModel } from '../block-type.ts';
import { inlineToHtml, parseInlineHtml } from '../editorjs/inline-html.ts';
import { fromEditorJs } from '../editorjs/read.ts';
import { fromDocJson } from '../schema/prosemirror-json.ts';
import { BLOCK_MODELS } from '../types/models.ts';
import { isRecord, readData } from './block-data.ts';
import { BlockFault, BlockIssues } from './block-errors.ts';
import { readInline } from './inline.ts';
import { readTableBlock } from './table.ts';

interface Reading {
  faults: BlockIssues;
  ids: Set<string>;
  count: number;
}

/**
 * The canonical block list of an envelope, a bare array, Editor.js blocks or a ProseMirror `doc`.
 * Types nobody knows are kept whole as `unknown`. Throws BlockFault with every issue found (at most 20).
 */
export function readBlocks(input: unknown): { blocks: Block[] } {
  const list = listOf(input);
  const reading: Reading = { faults: new BlockIssues(), ids: new Set(), count: 0 };
  const blocks = readList(list, '/blocks', 1, reading);
  checkColumns('page', blocks, '/blocks', reading.faults);
  reading.faults.settle();
  return { blocks };
}

function listOf(input: unknown): unknown[] {
  if (Array.isArray(input)) return input;
  if (isRecord(input)) {
    if (Array.isArray(input.blocks)) return input.blocks;
    if (input.type === 'doc') return fromDocJson(input);
  }
  throw new BlockFault([{ pointer: '/blocks', rule: 'blocks', message: 'must be an array of blocks' }]);
}

function readList(list: unknown[], pointer: string, depth: number, reading: Reading): Block[] {
  const blocks: Block[] = [];
  for (let i = 0; i < list.length; i++) {
    const at = `${pointer}/${i}`;
    const parts = fromEditorJs(list[i]);
    for (const raw of parts ?? [list[i]]) {
      const block = readBlock(raw, at, depth, reading);
      if (block) blocks.push(block);
    }
  }
  return blocks;
}

function readBlock(raw: unknown, pointer: string, depth: number, reading: Reading): Block | null {
  const { faults } = reading;
  if (++reading.count > MAX_BLOCKS) {
    faults.add(pointer, 'count', `a page holds at most ${MAX_BLOCKS} blocks`);
    throw new BlockFault(faults.issues);
  }
  if (!isRecord(raw) || typeof raw.type !== 'string') {
    faults.add(pointer, 'block', 'must be an object with a type');
    return null;
  }
  if (depth > BLOCK_DEPTH_MAX) {
    faults.add(pointer, 'depth', `blocks nest at most ${BLOCK_DEPTH_MAX} deep`);
    return null;
  }
  const rule = BLOCK_MODELS.get(raw.type);
  if (!rule) return keepUnknown(raw, pointer, reading);
  refuseStrangeKeys(raw, pointer, faults);
  const block: Block = { id: readId(raw.id, pointer, reading), type: raw.type, data: {} };
  readBody(block, raw, rule, pointer, faults);
  const children = readChildren(raw, rule, pointer, depth, reading);
  if (children.length > 0) block.children = children;
  return block;
}

const BLOCK_KEYS = new Set(['id', 'type', 'data', 'content', 'children', 'tunes']);

function refuseStrangeKeys(raw: Record<string, unknown>, pointer: string, faults: BlockIssues): void {
  for (const key of Object.keys(raw)) {
    if (!BLOCK_KEYS.has(key)) faults.add(`${pointer}/${key}`, 'unknown_key', `"${key}" is not a key of a block`);
  }
}

function readId(id: unknown, pointer: string, reading: Reading): string {
  const chosen = id === undefined || id === null ? newBlockId() : id;
  if (!isBlockId(chosen)) {
    reading.faults.add(`${pointer}/id`, 'id', 'must be 1 to 32 of A-Z a-z 0-9 _ -');
    return newBlockId();
  }
  if (reading.ids.has(chosen)) reading.faults.add(`${pointer}/id`, 'unique', `the id "${chosen}" is used twice`);
  reading.ids.add(chosen);
  return chosen;
}

function readBody(
  block: Block,
  raw: Record<string, unknown>,
  rule: BlockModel,
  pointer: string,
  faults: BlockIssues,
): void {
  const given = raw.data ?? {};
  if (!isRecord(given)) {
    faults.add(`${pointer}/data`, 'data', 'must be an object');
    return;
  }
  if (block.type === 'table') {
    block.data = readTableBlock(given, `${pointer}/data`, faults);
  } else {
    block.data = readData(given, rule.data, `${pointer}/data`, faults, rule.content ? ['text'] : []);
  }
  if (rule.content) block.content = readContent(raw.content, given.text, pointer, faults);
  else if (Array.isArray(raw.content) ? raw.content.length > 0 : raw.content != null)
    faults.add(`${pointer}/content`, 'content', `a ${block.type} has no content`);
}

function readContent(content: unknown, html: unknown, pointer: string, faults: BlockIssues): Inline[] {
  if (content !== undefined) return readInline(content, `${pointer}/content`, faults);
  if (html === undefined) return [];
  if (typeof html === 'string') return readInline(parseInlineHtml(html), `${pointer}/data/text`, faults);
  faults.add(`${pointer}/data/text`, 'text', 'must be a string of inline HTML');
  return [];
}

function readChildren(
  raw: Record<string, unknown>,
  rule: BlockModel,
  pointer: string,
  depth: number,
  reading: Reading,
): Block[] {
  const given = raw.children ?? [];
  const at = `${pointer}/children`;
  if (!Array.isArray(given)) {
    reading.faults.add(at, 'children', 'must be an array of blocks');
    return [];
  }
  if (rule.children === 'none' && given.length > 0) {
    reading.faults.add(at, 'children', `a ${raw.type} has no children`);
    return [];
  }
  const children = readList(given, at, depth + 1, reading);
  checkColumns(String(raw.type), children, at, reading.faults);
  // The schema wants at least one block in a column, as in a page.
  if (raw.type === 'column' && given.length === 0)
    children.push(...readList([{ type: 'paragraph' }], at, depth + 1, reading));
  return children;
}

function checkColumns(type: string, children: Block[], pointer: string, faults: BlockIssues): void {
  if (type === 'columns' && children.length === 0) faults.add(pointer, 'children', 'columns need at least one column');
  children.forEach((child, i) => {
    if ((type === 'columns') === (child.type === 'column')) return;
    const message = type === 'columns' ? 'only a column may stand in columns' : 'a column may stand in columns only';
    faults.add(`${pointer}/${i}`, 'children', message);
  });
}

function keepUnknown(raw: Record<string, unknown>, pointer: string, reading: Reading): Block {
  const { faults, ids } = reading;
  const fault = BLOCK_MODELS.get('unknown')!.data.original!.fault(raw);
  if (fault) faults.add(pointer, 'unknown', fault);
  const free = isBlockId(raw.id) && !ids.has(raw.id);
  return { id: readId(free ? raw.id : null, pointer, reading), type: 'unknown', data: { original: raw as Json } };
}

/** Blocks as clients get them: text blocks also carry `data.text`, their text as escaped inline HTML. */
export function writeBlocks(blocks: Block[]): Block[] {
  return blocks.map((block) => {
    const out: Block = { ...block };
    if (block.content) out.data = { ...block.data, text: inlineToHtml(block.content) };
    if (block.children) out.children = writeBlocks(block.children);
    return out;
  });
}
