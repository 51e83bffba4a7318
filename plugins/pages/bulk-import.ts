// Many pages at once, for imports: ids first, so that bodies can link to each other; each page appears when it is whole.

import { refuseLocked } from '../../core/access/access-control.ts';
import { notFound } from '../../core/http/problem.ts';
import { actorId, type Ctx } from '../../core/kernel/context.ts';
import type { Block } from '../blocks/block.ts';
import { collectReferences } from '../blocks/references.ts';
import { files } from '../files/contract.ts';
import { bulkStore, type Filling } from './bulk-store.ts';
import { notifyPageSaved, notifyPagesSaved, serialize } from './content/page-body.ts';
import type { FilledPage, Page, PagePlace } from './contract.ts';
import { emitCreated, emitPages } from './events.ts';
import { pagePolicies } from './policies.ts';
import { presentPage } from './present.ts';
import { linkStore, type PageRow, pageStore } from './store.ts';
import { lockOf, lockTree } from './tree/page-tree.ts';

const formats = { page: 'blocks', folder: 'blocks', file: 'file', collection: 'collection' } as const;

/** Archives write the clock of a wall: what would lie ahead of the one here is of now. */
const notAhead = (at: string | undefined, now: string): string => (at && at < now ? at : now);

/** Takes ids for pages to come. Nobody sees these until `fillPages`; in the order of the input. */
export async function reservePages(ctx: Ctx, places: PagePlace[]): Promise<number[]> {
  if (!places.length) return [];
  return ctx.tx(async (tx) => {
    const now = tx.now();
    const rows = places.map(({ workspaceId, kind, title, icon = '', createdAt }) => ({
      workspace_id: workspaceId,
      parent_id: null,
      kind,
      title,
      content_format: formats[kind],
      page_icon: icon,
      position: 0,
      access_root_id: null,
      content: '',
      created_at: notAhead(createdAt, now),
      updated_at: now,
    }));
    return bulkStore.reserve(tx, rows);
  });
}

/**
 * Makes reserved pages of one workspace appear, each with its first version, index entry and page.created event.
 * Parents must come before their children. @throws Problem not_found when a parent is gone,
 * page_locked, validation_failed
 */
export async function fillPages(ctx: Ctx, workspaceId: number, filled: FilledPage[]): Promise<Page[]> {
  if (!filled.length) return [];
  return ctx.tx(async (tx) => {
    await lockTree(tx, workspaceId);
    const places = await Places.of(tx, workspaceId, filled);
    const rows = await writePages(tx, filled, (page) => places.next(page));
    emitCreated(
      tx,
      rows.map(({ id }) => id),
    );
    return rows.map(presentPage);
  });
}

type Place = Pick<PageRow, 'position' | 'access_root_id'>;

/** Each with its first version and index entry; whoever writes them holds the tree, and tells of them. */
export async function writePages(
  tx: Ctx,
  filled: FilledPage[],
  placeOf: (page: FilledPage) => Place | Promise<Place>,
): Promise<PageRow[]> {
  const { rows, written } = await fillRows(tx, filled, placeOf);
  await keepBodies(tx, rows, filled, written);
  await notifyPagesSaved(
    tx,
    rows.map((row, index) => {
      const { blocks = [], isCopy } = filled[index] as FilledPage;
      return { row, blocks, fresh: true, isCopy };
    }),
  );
  return rows;
}

async function fillRows(
  tx: Ctx,
  filled: FilledPage[],
  placeOf: (page: FilledPage) => Place | Promise<Place>,
): Promise<{ rows: PageRow[]; written: string[] }> {
  const now = tx.now();
  const changes: (Filling & { at: string; written: string })[] = [];
  for (const page of filled) changes.push(fillingOf(page, await placeOf(page), notAhead(page.updatedAt, now)));
  const rows = new Map<number, PageRow>();
  for (const [at, some] of Map.groupBy(changes, (change) => change.at))
    for (const row of await bulkStore.fillTogether(tx, some, at)) rows.set(row.id, row);
  return {
    rows: filled.map(({ id }) => rows.get(id) as PageRow),
    written: changes.map((change) => change.written),
  };
}

/** `written`: its blocks as they are stored, for its first version, too. */
function fillingOf(
  { id, parentId, title, blocks = [], fileId, isCollection }: FilledPage,
  place: Place,
  at: string,
): Filling & { at: string; written: string } {
  const written = serialize(blocks, at);
  const content = fileId !== undefined ? JSON.stringify({ fileId }) : isCollection ? '' : written;
  return { id, ...place, parent_id: parentId, title, content, at, written };
}

/** Positions and access roots of a batch, asked once a parent. */
class Places {
  readonly #ctx: Ctx;
  readonly #workspaceId: number;
  readonly #roots: Map<number, number | null>;
  readonly #positions = new Map<number | null, number>();

  private constructor(ctx: Ctx, workspaceId: number, roots: Map<number, number | null>) {
    this.#ctx = ctx;
    this.#workspaceId = workspaceId;
    this.#roots = roots;
  }

  static async of(ctx: Ctx, workspaceId: number, filled: FilledPage[]): Promise<Places> {
    const own = new Set(filled.map(({ id }) => id));
    const outside = filled.flatMap(({ parentId }) => (parentId === null || own.has(parentId) ? [] : [parentId]));
    const parents = await bulkStore.byIds(ctx, [...new Set(outside)]);
    const live = parents.filter((row) => !row.deleted_at && row.workspace_id === workspaceId);
    for (const row of live) refuseLocked(ctx, lockOf(row));
    return new Places(ctx, workspaceId, new Map(live.map((row) => [row.id, row.access_root_id])));
  }

  async next({ id, parentId }: FilledPage): Promise<Place> {
    const root = parentId === null ? null : this.#roots.get(parentId);
    if (root === undefined) throw notFound();
    this.#roots.set(id, root);
    const position =
      this.#positions.get(parentId) ??
      (await pageStore.nextPosition(this.#ctx, { workspace_id: this.#workspaceId, parent_id: parentId }));
    this.#positions.set(parentId, position + 1);
    return { position, access_root_id: root };
  }
}

/** Versions, links and file references of a batch, one statement each. */
async function keepBodies(ctx: Ctx, rows: PageRow[], filled: FilledPage[], written: string[]): Promise<void> {
  const found = filled.map(({ blocks = [], fileId }) => {
    const { pages, files: named } = collectReferences(blocks);
    return { pages, files: fileId === undefined ? named : [...named, fileId] };
  });
  const named = found.map((one, index) => ({ pageId: (rows[index] as PageRow).id, fileIds: one.files }));
  await ctx.use(files).addReferences(
    ctx,
    named.filter(({ fileIds }) => fileIds.length),
  );
  const targets = [...new Set(found.flatMap(({ pages }) => pages))];
  const existing = new Set(targets.length ? await linkStore.existing(ctx, targets) : []);
  const links = found.flatMap(({ pages }, index) => {
    const source_page_id = (rows[index] as PageRow).id;
    return pages.flatMap((target) =>
      existing.has(target) && target !== source_page_id ? [{ source_page_id, target_page_id: target }] : [],
    );
  });
  await bulkStore.keep(
    ctx,
    links,
    rows.map((row, index) => ({
      page_id: row.id,
      title: row.title,
      blocks_json: written[index] as string,
      note: '',
      user_id: actorId(ctx),
      created_at: ctx.now(),
    })),
  );
}

/** Gives up reserved ids that were never filled. */
export const discardPages = (ctx: Ctx, ids: number[]): Promise<void> =>
  ids.length ? ctx.tx(async (tx) => void (await bulkStore.discard(tx, ids))) : Promise.resolve();

export const pagesByIds = async (ctx: Ctx, ids: number[]): Promise<Page[]> =>
  (await bulkStore.byIds(ctx, ids)).map(presentPage);

/** Puts another file behind a page of kind file. */
export async function replaceFile(ctx: Ctx, id: number, title: string, fileId: number): Promise<Page> {
  return ctx.tx(async (tx) => {
    await tx.app.access.require(tx, pagePolicies.edit, id);
    const row = await pageStore.change(tx, id, { title, content: JSON.stringify({ fileId }) });
    await tx.use(files).setReferences(tx, id, [fileId]);
    await notifyPageSaved(tx, row);
    await emitPages(tx, 'page.updated', [row], { changed: ['content', 'title'] });
    return presentPage(row);
  });
}

/** Title and blocks of the last version but one, or undefined when there is only one. */
export async function previousVersion(ctx: Ctx, id: number): Promise<{ title: string; blocks: Block[] } | undefined> {
  const row = await bulkStore.previous(ctx, id);
  return row && { title: row.title, blocks: (JSON.parse(row.blocks_json) as { blocks: Block[] }).blocks };
}
