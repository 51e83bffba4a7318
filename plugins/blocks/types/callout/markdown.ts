/** Callouts as quotes with a head line, and from the containers of other dialects. */
import type { Block, Inline } from '../../block.ts';
import { type CalloutLook, calloutKind, calloutLook } from '../../callout-kinds.ts';
import { textNode } from '../../codec/inline.ts';
import type { MarkdownParser, MarkdownReader, MarkdownWriter } from '../../markdown/block-markdown.ts';
import { withKeys } from '../../markdown/block-notes.ts';
import type { Marker } from '../../markdown/block-rules.ts';
import { guardStart } from '../../markdown/escape-text.ts';
import { quotedLines } from '../../markdown/line-prefixes.ts';
import type { TokenTree } from '../../markdown/token-tree.ts';
import type { CalloutHead } from './markdown-syntax.ts';

export function calloutMarkdown(block: Block, writer: MarkdownWriter): string {
  const kind = calloutKind(block.data as unknown as CalloutLook) ?? 'note';
  const text = guardStart(writer.text(block));
  const source = quotedLines([`[!${kind}]${text ? `\n${text}` : ''}`, writer.children(block)]);
  return withKeys(source, { ...calloutLook(kind)! }, block.data);
}

export const quotedCallout: MarkdownParser = (tree, reader, { depth }) => {
  const head = tree.token.meta as unknown as CalloutHead;
  return callout(tree, reader, { ...head, depth });
};

/** `:::name`, whatever the name is. */
export const containedCallout: MarkdownParser = (tree, reader, { depth }) => {
  const marker = tree.token.meta?.marker as Extract<Marker, { kind: 'container' }>;
  return callout(tree, reader, { name: marker.name, takesText: true, depth });
};

const BOLD = [{ type: 'bold' }];

function callout(
  tree: TokenTree,
  reader: MarkdownReader,
  { name, takesText, depth }: { name: string; takesText: boolean; depth: number },
): Block[] {
  const look = calloutLook(name);
  const block = reader.block('callout', { ...(look ?? { icon: '', color: 'default' }) }, []);
  const given = reader.inline(tree.inlines.at(-1), BOLD);
  const title = given.length > 0 || look ? given : [textNode(name, BOLD)];
  const made = takesText ? reader.adopt(block, tree.children, depth) : reader.nest(block, tree.children, depth);
  const between: Inline[] = title.length > 0 && block.content!.length > 0 ? [{ type: 'hardBreak' }] : [];
  block.content = [...title, ...between, ...block.content!];
  return made;
}
