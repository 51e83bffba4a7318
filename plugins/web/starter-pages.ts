// The first pages of a workspace: a few real ones that show what pages can do and link to each other.
import { readFileSync } from 'node:fs';
import type { Ctx } from '../../core/kernel/context.ts';
import { type Block, newBlockId } from '../blocks/block.ts';
import { markdownToBlocks } from '../blocks/markdown/lazy.ts';
import { pages } from '../pages/contract.ts';

/** In the order of the tree; `inside` names the page above. */
const PAGES = [
  { key: 'start', icon: '👋' },
  { key: 'meetings', icon: '🗓️' },
  { key: 'meeting', icon: '📝', inside: 'meetings' },
  { key: 'reading', icon: '📚' },
  { key: 'handbook', icon: '🧭' },
  { key: 'first-week', icon: '🌱', inside: 'handbook' },
] as const;

/** The first line is the title, the rest is the page; `page:start` is a link to another one of them. */
function read(locale: string, key: string): { title: string; markdown: string } {
  const text = readFileSync(new URL(`./starter/${locale}/${key}.md`, import.meta.url), 'utf8');
  const end = text.indexOf('\n');
  return { title: text.slice(2, end), markdown: text.slice(end + 1).trim() };
}

function blocksOf(markdown: string, ids: Map<string, number>): Block[] {
  return markdownToBlocks(markdown, {
    id: newBlockId,
    link: (href) => {
      const pageId = href.startsWith('page:') ? ids.get(href.slice('page:'.length)) : undefined;
      return pageId === undefined ? { href } : { pageId };
    },
  });
}

/** Makes them at the end of the workspace, in the actor's language; returns the id of the page to begin with. */
export async function makeStarterPages(ctx: Ctx, workspaceId: number): Promise<number> {
  const locale = ctx.locale === 'de' ? 'de' : 'en';
  return ctx.tx(async (tx) => {
    const texts = PAGES.map((page) => ({ ...page, ...read(locale, page.key) }));
    const service = tx.use(pages);
    const given = await service.reserve(
      tx,
      texts.map(({ title, icon }) => ({ workspaceId, kind: 'page', title, icon })),
    );
    const ids = new Map(texts.map(({ key }, index) => [key as string, given[index] as number]));
    await service.fill(
      tx,
      workspaceId,
      texts.map((page) => ({
        id: ids.get(page.key) as number,
        parentId: 'inside' in page ? (ids.get(page.inside) as number) : null,
        title: page.title,
        blocks: blocksOf(page.markdown, ids),
      })),
    );
    return ids.get('start') as number;
  });
}
