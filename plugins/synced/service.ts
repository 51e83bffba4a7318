// Synced blocks: made, changed and removed in one transaction with what is kept beside the pages they belong to.

import { requireVersion } from '../../core/http/pagination.ts';
import { notFound, Problem } from '../../core/http/problem.ts';
import { actorId, type Ctx } from '../../core/kernel/context.ts';
import { type Block, walk } from '../blocks/block.ts';
import { blocksPlainText } from '../blocks/plain-text.ts';
import { collectReferences } from '../blocks/references.ts';
import {
  checkBlockReferences,
  type EmbeddedSource,
  type NamedSource,
  nameOwnFiles,
  pages,
  type SavedPage,
  type SyncedLoss,
} from '../pages/contract.ts';
import { rooms } from '../rooms/contract.ts';
import type { SyncedBlock, SyncedBlocks, SyncedChange, SyncedInput } from './contract.ts';
import { reached } from './cycle-check.ts';
import { flushSyncedBlock, liveNameOf, saveSyncedChange } from './live-document.ts';
import { syncedBlockPolicies } from './policies.ts';
import { referenceStore, type SyncedRow, syncedStore } from './store.ts';

const TITLE_MAX = 80;

export const presentSynced = (row: SyncedRow): SyncedBlock => ({
  id: row.id,
  title: row.title,
  content: JSON.parse(row.content) as Block[],
  created_by: row.created_by,
  workspace: row.workspace_slug ?? '',
  workspace_id: row.workspace_id,
  page_id: row.origin,
  sync_version: row.sync_version,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

/** Without a title a block is called by its first words. */
const titleOf = (title: string | undefined, blocks: Block[]): string =>
  title?.trim() || blocksPlainText(blocks).trim().split('\n')[0]?.slice(0, TITLE_MAX).trim() || '';

async function existing(ctx: Ctx, id: number): Promise<SyncedRow> {
  const row = await syncedStore.byId(ctx, id);
  if (!row) throw notFound();
  return row;
}

async function create(ctx: Ctx, { title, blocks, workspaceId, pageId }: SyncedInput): Promise<SyncedBlock> {
  await nameOwnFiles(ctx, blocks);
  await checkBlockReferences(ctx, workspaceId, blocks);
  return ctx.tx(async (tx) => {
    const id = await syncedStore.insert(tx, {
      title: titleOf(title, blocks),
      content: JSON.stringify(blocks),
      created_by: actorId(tx),
      workspace_id: workspaceId,
      origin_page_id: pageId,
    });
    if (pageId) await tx.use(pages).refresh(tx, [pageId]);
    const data = { id, origin_page_id: pageId };
    await tx.emit({ type: 'synced_block.created', data, workspace_id: workspaceId });
    return presentSynced(await existing(tx, id));
  });
}

async function change(ctx: Ctx, id: number, { title, blocks, expected }: SyncedChange): Promise<SyncedBlock> {
  await ctx.use(rooms).settle(ctx, liveNameOf(id));
  const stored = async () => JSON.parse((await existing(ctx, id)).content) as Block[];
  if (blocks) await nameOwnFiles(ctx, blocks, stored);
  const write = await ctx.use(rooms).prepare(ctx, liveNameOf(id), { title, blocks });
  return ctx.tx(async (tx) => {
    await tx.app.access.require(tx, syncedBlockPolicies.edit, id);
    const held = await syncedStore.hold(tx, id);
    if (!held) throw notFound();
    const row = await flushSyncedBlock(tx, held);
    requireVersion(expected, row.sync_version);
    if (blocks)
      await checkBlockReferences(tx, row.workspace_id, blocks, async () => JSON.parse(row.content) as Block[]);
    if (blocks && (await reached(tx, collectReferences(blocks).synced)).has(id))
      throw new Problem('conflict', 'A synced block cannot hold itself, not even through another one.');
    await write(tx);
    const content = blocks && JSON.stringify(blocks);
    const changed: Partial<SyncedRow> = {
      ...(title === undefined || title === row.title ? {} : { title }),
      ...(content === undefined || content === row.content ? {} : { content }),
    };
    if (!Object.keys(changed).length) return presentSynced(row);
    await saveSyncedChange(tx, tx, row, changed);
    return presentSynced(await existing(tx, id));
  });
}

async function remove(ctx: Ctx, id: number): Promise<void> {
  await ctx.tx(async (tx) => {
    await tx.app.access.require(tx, syncedBlockPolicies.edit, id);
    const row = await existing(tx, id);
    await syncedStore.remove(tx, id);
    if (row.origin) await tx.use(pages).refresh(tx, [row.origin]);
    await tx.emit({ type: 'synced_block.deleted', data: { id }, workspace_id: row.workspace_id });
  });
}

export const syncedService: SyncedBlocks = {
  create,
  change,
  remove,
  references: (ctx, id) => referenceStore.pages(ctx, id),
  isEditable: (ctx, id) => ctx.app.access.allows(ctx, syncedBlockPolicies.edit, id),
};

/** What pages ask while they are shown or saved. */
export const embedded: EmbeddedSource = {
  existing: syncedStore.existing,
  async visible(ctx, ids) {
    const found = new Map<number, Block[]>();
    const asked = new Set<number>();
    for (let next = ids; next.length; ) {
      for (const id of next) asked.add(id);
      for (const id of ctx.inTransaction ? [] : next) await ctx.use(rooms).settle(ctx, liveNameOf(id));
      const rows = await syncedStore.visible(ctx, next);
      for (const row of rows) found.set(row.id, JSON.parse(row.content) as Block[]);
      const inside = rows.flatMap(({ id }) => collectReferences(found.get(id) ?? []).synced);
      next = [...new Set(inside)].filter((id) => !asked.has(id));
    }
    return found;
  },
  async ofPages(ctx, pageIds) {
    const found = new Map<number, Block[]>();
    for (const { origin_page_id, content } of await syncedStore.ofPages(ctx, pageIds))
      found.set(origin_page_id, [...(found.get(origin_page_id) ?? []), ...(JSON.parse(content) as Block[])]);
    return found;
  },
  shownOn: async (ctx, pageId) =>
    (await referenceStore.elsewhere(ctx, [pageId])).map(({ id, title }) => ({ id, title })),
  foreign: referenceStore.foreign,
};

const NAMED_MAX = 5;

/** Of pages with all that goes with them: each whose blocks are shown on pages that stay. */
export async function syncedLosses(ctx: Ctx, pageIds: number[]): Promise<{ synced: SyncedLoss[] }> {
  const uses = pageIds.length ? await referenceStore.elsewhere(ctx, pageIds, { alsoBelow: true }) : [];
  const sources = [...Map.groupBy(uses, ({ source }) => source)];
  return {
    synced: sources.map(([page_id, of]) => ({
      page_id,
      title: of[0]?.source_title ?? '',
      uses: of.length,
      pages: of.slice(0, NAMED_MAX).map(({ id, title }) => ({ id, title })),
    })),
  };
}

export const namedBlocks: NamedSource = {
  kind: 'synced',
  visible: async (ctx, ids) => new Set((await syncedStore.visible(ctx, ids)).map(({ id }) => id)),
};

/** Where saved pages show which synced blocks: at the place of the top-level block that holds each first. */
export async function keepReferences(ctx: Ctx, saved: SavedPage[]): Promise<void> {
  for (const one of saved) await keepReferencesOf(ctx, one);
}

async function keepReferencesOf(ctx: Ctx, { page, blocks, fresh }: SavedPage): Promise<void> {
  if (!blocks) return;
  const places = new Map<number, number>();
  for (const [index, block] of blocks.entries())
    for (const { data } of walk([block]))
      if (typeof data.syncedBlockId === 'number' && !places.has(data.syncedBlockId))
        places.set(data.syncedBlockId, index);
  if (!places.size && fresh) return;
  // One that is hidden from the writer stays in the text, where it shows nothing, and is no use of it.
  const visible = new Set((await syncedStore.visible(ctx, [...places.keys()])).map(({ id }) => id));
  await referenceStore.replace(ctx, page.id, new Map([...places].filter(([id]) => visible.has(id))));
}
