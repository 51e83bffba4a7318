/** Markdown to blocks: what importers, REST and the clipper read. Nothing is dropped silently; front matter is not read here. */
import type { Block } from '../block.ts';
import { BlockMaker } from './block-builder.ts';
import type { MarkdownOptions } from './options.ts';
import { parseMarkdown } from './parser.ts';
import { growTree } from './token-tree.ts';

/**
 * The canonical blocks of a Markdown text. Depth stays within BLOCK_DEPTH_MAX (what is deeper becomes siblings or text);
 * the number of blocks is the caller's to check. Takes time linear in the text.
 */
export function parseMarkdownBlocks(markdown: string, options: MarkdownOptions = {}): Block[] {
  const tokens = parseMarkdown(storable(markdown), options);
  return tokens.length > 0 ? new BlockMaker(options).list(growTree(tokens), 1) : [];
}

/** Text that both databases can hold: what cannot be stored becomes U+FFFD, as the CommonMark specification asks. */
function storable(markdown: string): string {
  return markdown.replaceAll('\u0000', '\ufffd').toWellFormed();
}
