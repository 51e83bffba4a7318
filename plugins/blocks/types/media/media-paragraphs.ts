/** Paragraphs that hold nothing but pictures or embeds: they become blocks instead of text. */
import type { Token } from 'markdown-it';
import type { Block, Data } from '../../block.ts';
import { isOwnAddress, isWebAddress } from '../../link-address.ts';
import type { MarkdownReader } from '../../markdown/block-markdown.ts';
import type { MarkdownOptions, ResolvedLink } from '../../markdown/options.ts';
import { askOnce, EMBED_SIZE, splitTarget, type WikiTarget } from '../../markdown/parse-inline.ts';
import { pictureToken } from '../../markdown/picture-token.ts';
import type { TokenTree } from '../../markdown/token-tree.ts';

/** Data of a picture that Markdown names by its address only. */
export function imageData(url: string, alt: string): Data {
  const name = (url.split(/[?#]/, 1)[0] ?? '').split('/').at(-1) ?? '';
  return { url, name: name.slice(0, 2000), ...(alt ? { alt } : {}) };
}

/** The blocks of a paragraph of pictures, or null when it holds anything else or one of them leads nowhere. */
export function mediaParagraph(tree: TokenTree, reader: MarkdownReader): Block[] | null {
  const tokens = tree.inlines[0]?.children ?? [];
  const kept = tokens.filter((token) => token.type !== 'softbreak' && (token.type !== 'text' || token.content.trim()));
  if (kept.length === 0 || !kept.every((token) => token.type === 'image' || isEmbed(token))) return null;
  const blocks: Block[] = [];
  for (const token of kept) {
    const block = token.type === 'image' ? image(token, reader) : embed(token, reader);
    if (!block) return null;
    blocks.push(block);
  }
  return blocks;
}

function isEmbed(token: Token): boolean {
  return token.type === 'wiki' && (token.meta as unknown as WikiTarget).embed;
}

function image(token: Token, reader: MarkdownReader): Block | null {
  const src = String(token.attrGet('src') ?? '');
  const { alt: words, width } = pictureToken(token, reader.options);
  const alt = words.replace(/\s+/g, ' ').slice(0, 2000);
  const title = String(token.attrGet('title') ?? '').replace(/\s+/g, ' ');
  const shown: Data = { ...(title && { caption: title.slice(0, 2000) }), ...(width && { width }) };
  const resolved = askOnce(token, reader.options, src, 'image', alt);
  const found = resolvedMedia(resolved, reader, { ...(alt ? { alt } : {}), ...shown });
  if (found || (resolved && !('href' in resolved))) return found;
  const url = resolved ? resolved.href : src;
  return isWebAddress(url) ? reader.block('image', { ...imageData(url, alt), ...shown }) : null;
}

function resolvedMedia(resolved: ResolvedLink | null, reader: MarkdownReader, extra: Data): Block | null {
  if (!resolved || !('fileId' in resolved)) return null;
  return reader.block(resolved.kind, { fileId: resolved.fileId, name: resolved.name, ...extra });
}

function embed(token: Token, reader: MarkdownReader): Block | null {
  const { target, alias = '' } = token.meta as unknown as WikiTarget;
  const resolved = askOnce(token, reader.options, target, 'embed', alias || undefined);
  if (!resolved) return null;
  const width = Number(EMBED_SIZE.exec(alias)?.[1] ?? 0);
  const sized: Data = width > 0 && width <= 10_000 ? { width } : {};
  if ('fileId' in resolved)
    return resolvedMedia(resolved, reader, alias && !EMBED_SIZE.test(alias) ? { alt: alias } : sized);
  if ('href' in resolved)
    return isWebAddress(resolved.href) ? reader.block('image', { ...imageData(resolved.href, ''), ...sized }) : null;
  // A page link block shows the whole page's title; which part of it was embedded is lost.
  if (splitTarget(target)[1]) reader.options.onLoss?.({ kind: 'embed', detail: target });
  return reader.block('pageLink', { pageId: resolved.pageId });
}

/** A file that a comment names by its path, as the caller knows it. */
export function mediaFromNote(block: Block, _tree: TokenTree, options: MarkdownOptions): Block {
  const { url, ...data } = block.data;
  const found = typeof url === 'string' && isOwnAddress(url) ? options.link?.(url, 'image') : null;
  return found && 'fileId' in found ? { ...block, data: { fileId: found.fileId, ...data } } : block;
}
