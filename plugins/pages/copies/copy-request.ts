// A copy of more pages than one transaction makes: what it takes is settled at once, by whoever asks, and a job does the rest.
import { Problem } from '../../../core/http/problem.ts';
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import { narrowPages } from '../page-queries.ts';
import { downward, type PageRow } from '../store.ts';
import { parentOf, requireDepth } from '../tree/page-tree.ts';
import { copiedTitle } from './copied-page.ts';
import { type CopyEntry, type CopyStatus, copyStore } from './copy-store.ts';

/** Of so many pages all is done in the transaction that copies them. */
export const COPIED_AT_ONCE_MAX = 2000;

export interface StartedCopy {
  job: { id: number; status: CopyStatus };
}

const LISTED = ['id', 'parent_id', 'kind', 'position', 'depth'];
type Listed = [number, number | null, CopyEntry['kind'], number, number];

/** @throws Problem conflict when it is too deep, page_locked for the page that the copy comes below */
export async function beginPageCopy(ctx: Ctx, page: PageRow, target: number | null): Promise<StartedCopy> {
  const pages = await listed(ctx, page.id);
  return ctx.tx(async (tx) => {
    const parent = await parentOf(tx, page.workspace_id, target);
    if (parent) await requireDepth(tx, parent.id, (pages.at(-1)?.depth ?? 0) + 1);
    const job = {
      workspace_id: page.workspace_id,
      user_id: userOf(tx).id,
      origin: tx.origin ?? 'user',
      source_id: page.id,
      parent_id: target,
      title: copiedTitle(tx, page.title),
    };
    const id = await copyStore.insert(tx, job, pages);
    await tx.enqueue('pages.copy', { id }, { uniqueKey: `page-copy:${id}` });
    return { job: { id, status: 'queued' } };
  });
}

/** @throws Problem conflict when it has ended already */
export async function cancelPageCopy(ctx: Ctx, id: number): Promise<void> {
  if (!(await ctx.tx((tx) => copyStore.cancel(tx, id))))
    throw new Problem('conflict', 'The copy has come to its end already.');
}

/** What the actor sees of a page and what lies below it, level by level; what is inside something hidden stays away. */
async function listed(ctx: Ctx, id: number): Promise<Omit<CopyEntry, 'page_id'>[]> {
  const query = downward(ctx, id)
    .join('pages', 'pages.id', 'below.id')
    .select('pages.id', 'pages.parent_id', 'pages.kind', 'pages.position', 'below.depth');
  narrowPages(ctx, query, await ctx.app.access.scope(ctx));
  const [row] = await ctx.dialect.rowsAsText(ctx.db, query, LISTED);
  const rows = (JSON.parse(row.rows) as Listed[]).sort((a, b) => a[4] - b[4] || a[3] - b[3] || a[0] - b[0]);
  const places = new Map<number, number>();
  const inside = new Map<number, number>();
  return rows.flatMap(([source_id, parent_id, kind, , depth]) => {
    const parent_place = source_id === id ? 0 : places.get(parent_id as number);
    if (parent_place === undefined) return [];
    const place = places.size + 1;
    places.set(source_id, place);
    const position = inside.get(parent_place) ?? 0;
    inside.set(parent_place, position + 1);
    return { place, source_id, kind, parent_place, depth, position };
  });
}
