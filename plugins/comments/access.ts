// Who may do what with a comment: its page decides, and who wrote it may do more.
import { atLeast, type ResourceType, type Subject } from '../../core/access/access-control.ts';
import type { Role } from '../../core/http/route.ts';
import { actorId, type Ctx } from '../../core/kernel/context.ts';
import { commentStore, type PlacedComment } from './store.ts';

async function load(ctx: Ctx, id: number | string): Promise<Subject | undefined> {
  const row = await commentStore.placed(ctx, Number(id));
  return (
    row && {
      id: row.id,
      workspaceId: row.workspace_id,
      epoch: row.epoch,
      rootId: row.access_root_id,
      pageId: row.page_id,
      trashed: row.page_deleted_at !== null,
      row,
    }
  );
}

const wroteIt = (ctx: Ctx, subject: Subject): boolean => {
  const { author_id } = subject.row as PlacedComment;
  return author_id !== null && author_id === actorId(ctx);
};

/** Who wrote it owns it as long as they may comment; everybody else has what `rest` makes of their role on the page. */
const byAuthor = (rest: (role: Role) => Role): ResourceType => ({
  load,
  async role(ctx, subject) {
    const role = await ctx.app.access.roleOn(ctx, subject);
    if (!role) return null;
    return atLeast(role, 'commenter') && wroteIt(ctx, subject) ? 'owner' : rest(role);
  },
});

export const commentResources: Record<string, ResourceType> = {
  /** to answer, resolve and react; owners of the page delete it too */
  comment: byAuthor((role) => role),
  /** its words, which nobody else may change */
  'comment-words': byAuthor((role) => (atLeast(role, 'commenter') ? 'commenter' : 'viewer')),
};
