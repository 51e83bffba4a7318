// A copy of a page with all below it that its reader sees: bodies, looks and attachments, but no rights, lock or history.

import { portions } from '../../../core/database/chunks.ts';
import { notFound } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { workspacePolicies, workspaces } from '../../workspaces/contract.ts';
import { fillPages, reservePages } from '../bulk-import.ts';
import { flushLiveDocument } from '../content/live-document.ts';
import { type CopiedOthers, type FilledPage, type Page, pagesCopied } from '../contract.ts';
import { closeCopies, copiedBody, copiedTitle, copyLooks } from '../copies/copied-page.ts';
import { beginPageCopy, COPIED_AT_ONCE_MAX, type StartedCopy } from '../copies/copy-request.ts';
import { narrowPages } from '../page-queries.ts';
import { pagePolicies } from '../policies.ts';
import { presentPage } from '../present.ts';
import { type PageRow, pageStore } from '../store.ts';
import { reposition } from './move.ts';
import { lockTree, parentOf, requireDepth } from './page-tree.ts';

/** pages in one statement: SQLite takes a limited number of values */
const AT_ONCE = 200;

type Source = PageRow & { content: string; depth: number };

/** Where the copy goes; default: behind the page itself. */
export interface Copy {
  parentId?: number | null;
}

/**
 * Seeing the page has been checked by access, and writing below a named parent; a copy is no write to the page. Of many
 * pages a job makes it.
 * @throws Problem forbidden, not_found, page_locked (the parent), conflict when it is too deep
 */
export async function duplicatePage(ctx: Ctx, id: number, { parentId }: Copy): Promise<Page | StartedCopy> {
  const page = await pageStore.byId(ctx, id);
  if (!page || page.deleted_at) throw notFound();
  const target = parentId === undefined ? page.parent_id : parentId;
  const { access } = ctx.app;
  if (target === null) await access.require(ctx, workspacePolicies.addContent, page.workspace_id);
  else await access.require(ctx, pagePolicies.addBelow, target);
  const nodes = await pageStore.subtree(ctx, id);
  if (nodes.length > COPIED_AT_ONCE_MAX) return beginPageCopy(ctx, page, target);
  // What is being written at this moment is copied, too.
  for (const node of nodes) await flushLiveDocument(ctx, node.id);
  return ctx.tx(async (tx) => {
    await lockTree(tx, page.workspace_id);
    const parent = await parentOf(tx, page.workspace_id, target);
    const sources = await sourcesOf(tx, id);
    if (parent) await requireDepth(tx, parent.id, Math.max(...sources.map(({ depth }) => depth)) + 1);
    const ids = await reserve(tx, sources);
    await fill(tx, page.workspace_id, sources, ids, target);
    await copyOthers(tx, ids);
    await dress(tx, sources, ids);
    const copy = (await pageStore.byId(tx, ids.get(id) as number)) as PageRow;
    if (target !== page.parent_id) return presentPage(copy);
    const place = await reposition(tx, copy, page.workspace_id, target, page.position + 1);
    await pageStore.place(tx, copy.id, place);
    return presentPage({ ...copy, position: place });
  });
}

async function copyOthers(tx: Ctx, copies: ReadonlyMap<number, number>): Promise<void> {
  const others: CopiedOthers = { collections: new Map(), properties: new Map() };
  const copied = { copies, all: copies, others, isSilent: false };
  const copiers = tx.app.contributions(pagesCopied);
  for (const { begin } of copiers) await begin?.(tx, copied);
  for (const { connect } of copiers) await connect?.(tx, copied);
  for (const { fill } of copiers) await fill(tx, copied);
}

/** The page and what the actor sees below it, parents first; what lies below something hidden stays away with it. */
async function sourcesOf(ctx: Ctx, id: number): Promise<Source[]> {
  const nodes = await pageStore.subtree(ctx, id);
  const depths = new Map(nodes.map((node) => [node.id, node.depth]));
  const query = pageStore
    .query(ctx)
    .select('pages.content')
    .whereIn('pages.id', [...depths.keys()]);
  narrowPages(ctx, query, await ctx.app.access.scope(ctx));
  const rows = (await query) as (PageRow & { content: string })[];
  const sorted = rows
    .map((row) => ({ ...row, depth: depths.get(row.id) as number }))
    .sort((a, b) => a.depth - b.depth || a.position - b.position);
  const kept = new Map<number, Source>();
  for (const row of sorted) if (row.id === id || kept.has(row.parent_id as number)) kept.set(row.id, row);
  return [...kept.values()];
}

/** Ids of the copies by those of their originals. */
async function reserve(ctx: Ctx, sources: Source[]): Promise<Map<number, number>> {
  const ids = new Map<number, number>();
  for (const some of portions(sources, AT_ONCE)) {
    const given = await reservePages(
      ctx,
      some.map(({ workspace_id, kind, title, page_icon }) => ({
        workspaceId: workspace_id,
        kind,
        title,
        icon: page_icon,
      })),
    );
    for (const [index, { id }] of some.entries()) ids.set(id, given[index] as number);
  }
  return ids;
}

async function fill(
  ctx: Ctx,
  workspaceId: number,
  sources: Source[],
  ids: Map<number, number>,
  target: number | null,
): Promise<void> {
  const [top] = sources as [Source];
  const filled = sources.map(
    (source): FilledPage => ({
      id: ids.get(source.id) as number,
      parentId: source === top ? target : (ids.get(source.parent_id as number) as number),
      title: source === top ? copiedTitle(ctx, source.title) : source.title,
      isCopy: true,
      ...copiedBody(source, ids),
    }),
  );
  for (const some of portions(filled, AT_ONCE)) await fillPages(ctx, workspaceId, some);
}

/**
 * Looks like the original. A page with rights of its own is private to whoever copied it until they share it: rights do
 * not follow, and without any more people would read the copy than the page. What the copy was given by then stays.
 */
async function dress(ctx: Ctx, sources: Source[], ids: Map<number, number>): Promise<void> {
  await copyLooks(ctx, sources, ids);
  const closed = await closeCopies(ctx, sources, ids);
  for (const root of closed) {
    const inheriting = sources.filter(({ access_root_id }) => access_root_id === root).map((one) => ids.get(one.id));
    await pageStore.setRoots(ctx, inheriting as number[], ids.get(root) as number);
  }
  if (closed.length) await ctx.use(workspaces).bumpEpoch(ctx, (sources[0] as Source).workspace_id);
}
