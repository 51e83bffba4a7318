// A copy of a page with all below it that its reader sees: bodies, looks and attachments, but no rights, lock or history.

import { portions } from '../../../core/database/chunks.ts';
import { notFound, Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Block } from '../../blocks/block.ts';
import { relinkBlocks } from '../../blocks/relink.ts';
import { workspacePolicies, workspaces } from '../../workspaces/contract.ts';
import { fillPages, reservePages } from '../bulk-import.ts';
import { bulkStore } from '../bulk-store.ts';
import { flushLiveDocument } from '../content/live-document.ts';
import { keepCover, storedBlocks } from '../content/page-body.ts';
import { type FilledPage, type Page, pagesCopied } from '../contract.ts';
import { narrowPages } from '../page-queries.ts';
import { pagePolicies } from '../policies.ts';
import { presentPage } from '../present.ts';
import { type PageRow, pageStore } from '../store.ts';
import { reposition } from './move.ts';
import { lockTree, parentOf, requireDepth } from './page-tree.ts';

const PAGES_MAX = 2000;
/** pages in one statement: SQLite takes a limited number of values */
const AT_ONCE = 200;
const TITLE_MAX = 500;

type Source = PageRow & { content: string; depth: number };

/** Where the copy goes; default: behind the page itself. */
export interface Copy {
  parentId?: number | null;
}

/**
 * Seeing the page has been checked by access, and writing below a named parent; a copy is no write to the page.
 * @throws Problem forbidden, not_found, page_locked (the parent), conflict when it is too much or too deep
 */
export async function duplicatePage(ctx: Ctx, id: number, { parentId }: Copy): Promise<Page> {
  const page = await pageStore.byId(ctx, id);
  if (!page || page.deleted_at) throw notFound();
  const target = parentId === undefined ? page.parent_id : parentId;
  const { access } = ctx.app;
  if (target === null) await access.require(ctx, workspacePolicies.addContent, page.workspace_id);
  else await access.require(ctx, pagePolicies.addBelow, target);
  await settleAll(ctx, id);
  return ctx.tx(async (tx) => {
    await lockTree(tx, page.workspace_id);
    const parent = await parentOf(tx, page.workspace_id, target);
    const sources = await sourcesOf(tx, id);
    if (parent) await requireDepth(tx, parent.id, Math.max(...sources.map(({ depth }) => depth)) + 1);
    const ids = await reserve(tx, sources);
    await fill(tx, page.workspace_id, sources, ids, target);
    for (const join of tx.app.contributions(pagesCopied)) await join(tx, ids);
    await dress(tx, sources, ids);
    const copy = (await pageStore.byId(tx, ids.get(id) as number)) as PageRow;
    if (target !== page.parent_id) return presentPage(copy);
    const place = await reposition(tx, copy, page.workspace_id, target, page.position + 1);
    await pageStore.place(tx, copy.id, place);
    return presentPage({ ...copy, position: place });
  });
}

/** What is being written at this moment is copied, too. */
async function settleAll(ctx: Ctx, id: number): Promise<void> {
  const nodes = await pageStore.subtree(ctx, id);
  if (nodes.length <= PAGES_MAX) for (const node of nodes) await flushLiveDocument(ctx, node.id);
}

/** The page and what the actor sees below it, parents first; what lies below something hidden stays away with it. */
async function sourcesOf(ctx: Ctx, id: number): Promise<Source[]> {
  const nodes = await pageStore.subtree(ctx, id);
  if (nodes.length > PAGES_MAX)
    throw new Problem('conflict', `At most ${PAGES_MAX} pages are copied at once; this page has ${nodes.length}.`);
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
      ...bodyOf(source, ids),
    }),
  );
  for (const some of portions(filled, AT_ONCE)) await fillPages(ctx, workspaceId, some);
}

function bodyOf(
  source: Source,
  ids: Map<number, number>,
): { fileId: number } | { blocks: Block[] } | { isCollection: true } {
  if (source.kind === 'collection') return { isCollection: true };
  if (source.kind === 'file') return JSON.parse(source.content) as { fileId: number };
  return { blocks: relinkBlocks(storedBlocks(source), ids) };
}

const copiedTitle = (ctx: Ctx, title: string): string => {
  const text = (of: string) => ctx.app.messages.text(ctx.locale, 'pages.copy_of', { title: of });
  return text(title.slice(0, TITLE_MAX - text('').length));
};

/**
 * Looks like the original. A page with rights of its own is private to whoever copied it until they share it: rights do
 * not follow, and without any more people would read the copy than the page. What the copy was given by then stays.
 */
async function dress(ctx: Ctx, sources: Source[], ids: Map<number, number>): Promise<void> {
  for (const { id, cover_url, cover_position, full_width, font_small } of sources) {
    if (!cover_url && !full_width && !font_small) continue;
    const looks = { cover_url, cover_position, full_width, font_small };
    const row = await pageStore.change(ctx, ids.get(id) as number, looks);
    if (cover_url && row.kind !== 'file') await keepCover(ctx, row);
  }
  const given = new Map((await bulkStore.byIds(ctx, [...ids.values()])).map((row) => [row.id, row.access_root_id]));
  const isGiven = (id: number) => given.get(id) === id;
  const own = sources.filter(({ id, access_root_id }) => access_root_id === id && !isGiven(ids.get(id) as number));
  for (const { id: root } of own) {
    const id = ids.get(root) as number;
    await pageStore.change(ctx, id, { permission_type: 'private' });
    const inheriting = sources.filter(({ access_root_id }) => access_root_id === root).map((one) => ids.get(one.id));
    await pageStore.setRoots(ctx, inheriting as number[], id);
  }
  if (own.length) await ctx.use(workspaces).bumpEpoch(ctx, (sources[0] as Source).workspace_id);
}
