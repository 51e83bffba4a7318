// What other pages say about a page: the sentences that link to it, and those that name it without a link.

import { atLeast } from '../../../core/access/access-control.ts';
import { Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { linkMention, linkSentences, type SentenceMention, unlinkedMention } from '../../blocks/link-sentences.ts';
import { pageFinder } from '../contract.ts';
import { visibleIds } from '../page-queries.ts';
import { pagePolicies } from '../policies.ts';
import { linkStore, type PageRow, pageStore } from '../store.ts';
import { linksFor } from './link-resolver.ts';
import { storedBlocks } from './page-body.ts';
import { savePage } from './update-page.ts';

export interface PageWithMentions {
  id: number;
  title: string;
  page_icon: string;
  mentions: SentenceMention[];
}

const PAGES_MAX = 100;
const SENTENCES_MAX = 5;
/** pages whose words are looked at for a title */
const LOOKED_AT = 40;
/** shorter titles are words of every sentence */
const TITLE_MIN = 3;

type Source = PageRow & { content: string };

const sourcesOf = async (ctx: Ctx, ids: number[]): Promise<Source[]> =>
  ids.length
    ? ((await pageStore
        .query(ctx)
        .select('pages.content')
        .whereIn('pages.id', ids)
        .orderBy('pages.updated_at', 'desc')) as Source[])
    : [];

const mentioning = ({ id, title, page_icon }: PageRow, mentions: SentenceMention[]): PageWithMentions => {
  return { id, title, page_icon, mentions };
};

/** Visible pages that link to this one, changed last first, each with the sentences around its links. */
export async function linkedFrom(ctx: Ctx, pageId: number): Promise<PageWithMentions[]> {
  const visible = [...(await visibleIds(ctx, await linkStore.backlinks(ctx, pageId)))];
  const found: PageWithMentions[] = [];
  for (const row of (await sourcesOf(ctx, visible)).slice(0, PAGES_MAX)) {
    const blocks = storedBlocks(row);
    found.push(
      mentioning(row, linkSentences(blocks, pageId, await linksFor(ctx, row.workspace_id, blocks), SENTENCES_MAX)),
    );
  }
  return found;
}

/** Visible pages of the workspace that name the title of this one and do not link to it. */
export async function unlinkedMentions(ctx: Ctx, { id, title, workspace_id }: PageRow): Promise<PageWithMentions[]> {
  const find = ctx.find(pageFinder);
  if (!find || title.trim().length < TITLE_MIN) return [];
  const linked = new Set(await linkStore.backlinks(ctx, id));
  const ids = (await find(ctx, title, workspace_id, LOOKED_AT)).filter((one) => one !== id && !linked.has(one));
  return (await sourcesOf(ctx, ids)).flatMap((row) => {
    const mention = unlinkedMention(storedBlocks(row), title.trim());
    return mention ? [mentioning(row, [mention])] : [];
  });
}

/** Makes the first mention of the page in another one a link. @throws Problem conflict when there is none any more */
export async function linkMentionIn(ctx: Ctx, page: PageRow, sourceId: number): Promise<void> {
  await savePage(ctx, sourceId, {
    blocks: (now) => {
      const blocks = linkMention(now, page.title.trim(), page.id);
      if (!blocks) throw new Problem('conflict', 'The page no longer mentions this title.');
      return blocks;
    },
  });
}

/** Which of these pages the actor may write, and nobody keeps locked: only there a mention can become a link. */
export async function linkableIn(ctx: Ctx, pages: PageWithMentions[]): Promise<Set<number>> {
  const able = new Set<number>();
  for (const { id } of pages) {
    const subject = await ctx.app.access.require(ctx, pagePolicies.view, id);
    if (!subject.lock && atLeast(await ctx.app.access.roleOn(ctx, subject), 'editor')) able.add(id);
  }
  return able;
}
