// The comments below a page: a list and forms for those who have no scripts, and where the panel begins for the others.
import type { Request } from '@hapi/hapi';
import { atLeast, subjectOf } from '../../core/access/access-control.ts';
import type { ShownMoment } from '../../core/i18n/elapsed-time.ts';
import { shownMoment } from '../../core/i18n/relative-time.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { walk } from '../blocks/block.ts';
import { type Page, type PageSection, pages } from '../pages/contract.ts';
import { type CommentPiece, pieces } from './body.ts';
import { peopleOf } from './mention-candidates.ts';
import type { Comment } from './present.ts';
import { listComments } from './service.ts';

const SHOWN_MAX = 500;

interface ShownComment {
  id: number;
  /** empty for one that was deleted */
  author: string;
  moment: ShownMoment;
  pieces: (CommentPiece & { name?: string })[];
}

interface ShownThread {
  first: ShownComment;
  answers: ShownComment[];
  quote: string;
  block_id: string | null;
  /** what it was about is no more in the text */
  isLost: boolean;
  isResolved: boolean;
}

/** Of pages that have comments. */
export const COMMENT_MARK = 'comments';

export async function commentSection(
  request: Request,
  page: Page,
  marks: ReadonlySet<string>,
): Promise<PageSection | null> {
  // Beside another page there is no room for them.
  if (request.query.embed === '1') return null;
  const { ctx } = request;
  const any = marks.has(COMMENT_MARK);
  const mayComment = atLeast(await ctx.app.access.roleOn(ctx, subjectOf(request, 'page_id')), 'commenter');
  if (!any && !mayComment) return null;
  const values = { pageId: page.id, any, mayComment };
  return { template: '/comments/section', values: { ...values, threads: any ? await threadsOf(ctx, page) : [] } };
}

async function threadsOf(ctx: Ctx, page: Page): Promise<ShownThread[]> {
  const { items } = await listComments(ctx, page.id, {}, SHOWN_MAX, 0);
  const people = await peopleOf(ctx, items);
  const isPlaced = items.some(({ block_id }) => block_id);
  const blocks = new Set(isPlaced ? [...walk(await ctx.use(pages).blocks(ctx, page.id))].map(({ id }) => id) : []);
  const show = (one: Comment): ShownComment => ({
    id: one.id,
    author: people[one.author_id ?? 0]?.name ?? '',
    moment: shownMoment(ctx, one.created_at),
    pieces: pieces(one.body).map((piece) =>
      'userId' in piece ? { ...piece, name: people[piece.userId]?.name } : piece,
    ),
  });
  return items
    .filter(({ parent_id }) => parent_id === null)
    .map((first) => ({
      first: show(first),
      answers: items.filter(({ parent_id }) => parent_id === first.id).map(show),
      quote: first.quote,
      block_id: first.block_id,
      isLost: first.block_id !== null && !blocks.has(first.block_id),
      isResolved: first.resolved_at !== null,
    }));
}
