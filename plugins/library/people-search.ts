// People behind `@` in the palette, and what each of them has made.
import type { Ctx } from '../../core/kernel/context.ts';
import type { SignMatch, SignSource } from '../../core/views/sign-search.ts';
import { accounts } from '../auth/contract.ts';
import { pages } from '../pages/contract.ts';

const SIGN = '@';
/** Whose pages are asked for, and words of their titles. */
const PAGES_OF = /^(\d{1,9}):(.*)$/s;

async function people(ctx: Ctx, query: string, limit: number): Promise<SignMatch[]> {
  const found = await ctx.use(accounts).search(ctx, query, limit);
  return found.map(({ id, full_name, login }) => ({
    label: full_name || login,
    note: full_name ? `@${login}` : '',
    icon: 'user',
    next: `${SIGN}${id}:`,
  }));
}

async function pagesOf(ctx: Ctx, userId: number, title: string, limit: number): Promise<SignMatch[]> {
  const [maker] = await ctx.use(accounts).known(ctx, [userId]);
  if (!maker) return [];
  const query = ctx.db('pages').where('pages.created_by', userId).whereNull('pages.collection_id');
  ctx.use(pages).narrow(ctx, query, await ctx.app.access.scope(ctx), title ? { title } : {});
  const rows = await query.orderBy('pages.updated_at', 'desc').limit(limit).select('pages.id', 'pages.title');
  const paths = await ctx.use(pages).paths(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, title: name }) => ({
    label: name || ctx.app.messages.text(ctx.locale, 'core.client.untitled'),
    note: (paths.get(id) ?? []).join(' / '),
    icon: 'file-text',
    url: `/pages/${id}`,
  }));
}

/** Those whom the actor knows; behind each, their newest pages that the actor sees. */
export const peopleSearch: SignSource = {
  sign: SIGN,
  find(ctx, query, limit) {
    const [, id, title = ''] = PAGES_OF.exec(query) ?? [];
    return id ? pagesOf(ctx, Number(id), title.trim(), limit) : people(ctx, query, limit);
  },
};
