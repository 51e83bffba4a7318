/** Blocks that came through Markdown in a comment: read by the codec's rules, since anyone may have written them. */

import { BLOCK_DEPTH_MAX, type Block, walk } from '../block.ts';
import { BlockFault } from '../codec/block-errors.ts';
import { readBlocks } from '../codec/codec.ts';
import { blockTypes } from '../types/registry.ts';
import type { BlockAnnotation } from './annotations.ts';
import type { BlockMaker } from './block-builder.ts';
import type { Marker } from './block-rules.ts';
import type { MarkdownOptions } from './options.ts';
import type { TokenTree } from './token-tree.ts';

/** The blocks of a note and what stands up to its end, or null when the note breaks a rule. */
export function blocksOfNote(maker: BlockMaker, tree: TokenTree, depth: number): Block[] | null {
  const marker = tree.token.meta!.marker as Extract<Marker, { kind: 'note' }>;
  const { note } = marker;
  if (note.nest) return group(maker, tree, depth);
  if (note.type === 'columns' && !note.children) return columns(maker, note, tree, depth);
  // A column outside of columns is only its content.
  if (note.type === 'column') return maker.list(tree.children, depth);
  return single(maker, note, depth)?.map((block) => placed(block, tree, maker.options)) ?? null;
}

function group(maker: BlockMaker, tree: TokenTree, depth: number): Block[] | null {
  const [first, ...rest] = tree.children;
  // The parent may itself be wrapped, in a note with keys for it.
  const lead = first && isPatch(first) ? 2 : 1;
  const [parent, ...others] = maker.list(tree.children.slice(0, lead), depth);
  const trees = lead === 1 ? rest : rest.slice(1);
  if (!parent?.content || parent.type === 'footnote') return null;
  const deeper = depth < BLOCK_DEPTH_MAX;
  const children = [...others, ...maker.list(trees, deeper ? depth + 1 : depth)];
  if (!deeper) return [parent, ...children];
  if (children.length > 0) parent.children = [...(parent.children ?? []), ...children];
  return [parent];
}

function isPatch(tree: TokenTree): boolean {
  const marker = tree.token.meta?.marker as Marker | undefined;
  return tree.kind === 'note' && marker?.kind === 'note' && !marker.note.type && !marker.note.nest;
}

function columns(maker: BlockMaker, note: BlockAnnotation, tree: TokenTree, depth: number): Block[] | null {
  const parts = tree.children.filter((child) => child.kind === 'note' && noteType(child) === 'column');
  // Levels: columns, column, and at least one block inside.
  if (parts.length === 0 || parts.length !== tree.children.length || depth + 2 > BLOCK_DEPTH_MAX) return null;
  const [block] = single(maker, { type: 'columns', data: note.data, children: [{ type: 'column' }] }, depth) ?? [];
  if (!block) return null;
  block.children = parts.map((part) => {
    const column = maker.ids.block('column', {});
    const children = maker.list(part.children, depth + 2);
    column.children = children.length > 0 ? children : [maker.ids.block('paragraph', {}, [])];
    return column;
  });
  return [block];
}

function noteType(tree: TokenTree): string | undefined {
  const marker = tree.token.meta?.marker as Marker | undefined;
  return marker?.kind === 'note' ? marker.note.type : undefined;
}

function single(maker: BlockMaker, note: BlockAnnotation, depth: number): Block[] | null {
  const { type, data, content, children } = note;
  try {
    const { blocks } = readBlocks([{ type, data, content, children }]);
    for (const block of walk(blocks)) block.id = maker.ids.block(block.type, {}).id;
    return depth + depthOf(blocks) - 1 > BLOCK_DEPTH_MAX ? null : blocks;
  } catch (error) {
    if (error instanceof BlockFault) return null;
    throw error;
  }
}

/** As its type finishes it, by what stands below the comment. */
function placed(block: Block, tree: TokenTree, options: MarkdownOptions): Block {
  return blockTypes().get(block.type)?.fromNote?.(block, tree, options) ?? block;
}

/** How many levels a list has. */
function depthOf(blocks: Block[]): number {
  return blocks.reduce((most, { children }) => Math.max(most, 1 + (children ? depthOf(children) : 0)), 0);
}
