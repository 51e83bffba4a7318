// Emoji that a workspace has made its own, as its pages show them and as its Markdown names them; and that Markdown.

import { invalid } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Block } from '../../blocks/block.ts';
import { cutOrigin, foreignAddresses, linkForeign } from '../../blocks/external-media.ts';
import { emojiSource } from '../contract.ts';
import { type PageRow, pageStore } from '../store.ts';
import { storedBlocks } from './page-body.ts';
import { readMarkdown } from './parse-markdown.ts';

/** Addresses of pictures by name, of those that are there and that the actor may see. */
export async function emojiNamed(ctx: Ctx, workspaceId: number, names: string[]): Promise<Map<string, string>> {
  const source = ctx.find(emojiSource);
  return source && names.length ? source.named(ctx, workspaceId, names) : new Map();
}

/** @throws Problem validation_failed when the sign of a page is a picture that its workspace does not have */
export async function checkIcon(ctx: Ctx, workspaceId: number, icon = ''): Promise<void> {
  const source = ctx.find(emojiSource);
  const own = /^custom:(\d+)$/.exec(icon)?.[1];
  if (own && source && !(await source.has(ctx, workspaceId, Number(own))))
    throw invalid(['body', 'page_icon'], 'must be an emoji of this workspace', 'value_error', icon);
}

const NAME = /:([A-Za-z0-9_+-]{1,64})(?=:)/g;

/** More names than this in one text are no emoji. */
const NAMES_MAX = 500;

/** A page that a Markdown text is for; without an id one that is about to be made. */
export type MarkdownPlace = Pick<PageRow, 'workspace_id'> & { id?: number };

/**
 * The blocks of a Markdown text in which `:name:` is an emoji where the workspace has one of this name. Pictures of
 * other servers are links to them, unless the page has shown them so far.
 * @throws Problem validation_failed
 */
export async function blocksFromMarkdown(ctx: Ctx, place: MarkdownPlace, markdown: string): Promise<Block[]> {
  const names = new Set([...markdown.matchAll(NAME)].map(([, name = '']) => name));
  const known = await emojiNamed(ctx, place.workspace_id, [...names].slice(0, NAMES_MAX));
  const blocks = await readMarkdown({ markdown, emoji: [...known.keys()] });
  cutOrigin(blocks, ctx.app.baseUrl);
  if (foreignAddresses(blocks).size) linkForeign(blocks, foreignAddresses(await storedIn(ctx, place)));
  return blocks;
}

async function storedIn(ctx: Ctx, { id }: MarkdownPlace): Promise<Block[]> {
  const [row] = id === undefined ? [] : await pageStore.whole(ctx, [id]);
  return row ? storedBlocks(row) : [];
}
