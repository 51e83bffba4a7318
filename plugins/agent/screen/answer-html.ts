// What the agent says as markup: nothing of another site is fetched for it, and links elsewhere say where they lead.
import type { Ctx } from '../../../core/kernel/context.ts';
import { type Block, type Inline, inlineRuns, type TextInline, walk } from '../../blocks/block.ts';
import { linkForeign } from '../../blocks/external-media.ts';
import { renderHtml } from '../../blocks/html/render.ts';
import { pages, pageTexts } from '../../pages/contract.ts';

/** Blocks that would show or ask something outside by themselves. */
const FETCHING = new Set(['bookmark', 'embed', 'image', 'video', 'audio', 'pdf', 'file']);

function hostOf({ marks = [] }: TextInline): string | undefined {
  const href = String(marks.find(({ type }) => type === 'link')?.attrs?.href ?? '');
  return /^https?:/i.test(href) && URL.canParse(href) ? new URL(href).host : undefined;
}

/** In place: behind words that lead elsewhere stands where. */
function nameHosts(run: Inline[]): void {
  for (const [at, node] of [...run.entries()].toReversed()) {
    const host = node.type === 'text' ? hostOf(node) : undefined;
    if (host && !(node as TextInline).text.includes(host)) run.splice(at + 1, 0, { type: 'text', text: ` (${host})` });
  }
}

/** In place: what shows files becomes a link, and only files of ours stay. */
function withoutFetching(blocks: Block[]): void {
  linkForeign(blocks);
  for (const block of walk(blocks)) {
    const url = String(block.data.url ?? '');
    if (!FETCHING.has(block.type) || !/^https?:/i.test(url)) continue;
    const link = { type: 'text' as const, text: url, marks: [{ type: 'link', attrs: { href: url } }] };
    Object.assign(block, { type: 'paragraph', data: {}, content: [link] });
  }
}

export async function answerHtml(ctx: Ctx, workspaceId: number | null, markdown: string): Promise<string> {
  const blocks = await ctx.use(pageTexts).blocks(ctx, workspaceId ?? 0, markdown);
  withoutFetching(blocks);
  for (const block of walk(blocks)) for (const run of inlineRuns(block)) nameHosts(run);
  return renderHtml(blocks, await ctx.use(pages).links(ctx, workspaceId ?? 0, blocks));
}
