// The people of a page's comments: who wrote, reacted or is mentioned, and who may be mentioned.

import { fold } from '../../core/i18n/text-normalization.ts';
import { type Ctx, userOf } from '../../core/kernel/context.ts';
import { accounts, type User } from '../auth/contract.ts';
import { pages } from '../pages/contract.ts';
import { workspaces } from '../workspaces/contract.ts';
import type { Comment } from './present.ts';
import { mentionStore } from './store.ts';

export interface MentionCandidate {
  id: number;
  name: string;
  avatar_url: string;
}

const present = ({ id, full_name, login, avatar_url }: User): MentionCandidate => ({
  id,
  name: full_name || login,
  avatar_url,
});

/** Whoever took part in what the reader sees has a name there; a made-up mention has none. */
export async function peopleOf(ctx: Ctx, comments: Comment[]): Promise<Record<string, MentionCandidate>> {
  const named = await mentionStore.inComments(
    ctx,
    comments.map(({ id }) => id),
  );
  const ids = new Set<number>([userOf(ctx).id, ...named.map(({ user_id }) => user_id)]);
  for (const { author_id, resolved_by, reactions } of comments) {
    for (const id of [author_id, resolved_by, ...reactions.flatMap(({ user_ids }) => user_ids)]) if (id) ids.add(id);
  }
  const users = await ctx.use(accounts).byIds(ctx, [...ids]);
  return Object.fromEntries(users.map((user) => [user.id, present(user)]));
}

const SHOWN_MAX = 8;
/** More who fit by name than this, and one goes on typing. */
const ASKED_MAX = 40;

/** Members whose name begins with `q`, or has a word that does, whom the actor knows and who may see the page. */
export async function findPeople(
  ctx: Ctx,
  page: { id: number; workspace_id: number },
  q: string,
): Promise<MentionCandidate[]> {
  const wanted = fold(q.trim());
  const members = await ctx.use(workspaces).members(ctx, page.workspace_id);
  const fitting = members.filter(({ full_name }) => ` ${fold(full_name)}`.includes(` ${wanted}`));
  const ids = fitting.slice(0, ASKED_MAX).map(({ user_id }) => user_id);
  const known = new Set((await ctx.use(accounts).known(ctx, ids)).map(({ id }) => id));
  const readers = await ctx.use(pages).readers(ctx, page.id, [...known]);
  return readers.slice(0, SHOWN_MAX).map(present);
}
