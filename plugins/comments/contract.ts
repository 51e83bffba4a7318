// What other plugins may know of comments: the threads of a page, and adding to them.
import type { Ctx } from '../../core/kernel/context.ts';
import { type Service, service } from '../../core/kernel/plugin.ts';

export { commentPolicies } from './policies.ts';

export interface PageComment {
  id: number;
  /** the comment that it answers */
  parent_id: number | null;
  block_id: string | null;
  body: string;
  author_id: number | null;
  resolved_at: string | null;
  created_at: string;
}

export interface PageComments {
  /** oldest first; the caller has checked that the actor sees the page */
  list(ctx: Ctx, pageId: number, limit: number): Promise<{ items: PageComment[]; total: number }>;
  /** the caller has checked the right to comment. @throws Problem validation_failed where the page has no such block */
  add(
    ctx: Ctx,
    page: { id: number; workspace_id: number },
    comment: { body: string; block_id?: string | null },
  ): Promise<PageComment>;
  /** the caller has checked that it is the actor's own; one that was answered leaves an empty place */
  remove(ctx: Ctx, id: number, workspaceId: number): Promise<void>;
}

/** Comments of a page, for those who read and write them without the browser. */
export const pageComments: Service<PageComments> = service('comments');
