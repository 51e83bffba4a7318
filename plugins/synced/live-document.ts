// Synced blocks and the documents in which people write them together: each brought to what the other says.
import type { Actor, Ctx } from '../../core/kernel/context.ts';
import { type Block, walk } from '../blocks/block.ts';
import { foreignAddresses, linkForeign } from '../blocks/external-media.ts';
import { collectReferences } from '../blocks/references.ts';
import { nameAskedFiles, type PageBody, pages } from '../pages/contract.ts';
import { type LiveKind, type LiveName, rooms } from '../rooms/contract.ts';
import { syncedSubject } from './access.ts';
import { reached } from './cycle-check.ts';
import { syncedBlockPolicies } from './policies.ts';
import { type SyncedRow, syncedStore } from './store.ts';

const KIND = 'synced';
/** Each writer's rights were looked at when they wrote. */
const SYSTEM: Actor = { type: 'system', reason: 'synced blocks written together' };

export const liveNameOf = (id: number): LiveName => ({ kind: KIND, id });

/** The row as it is once everything written so far is in it. */
export async function flushSyncedBlock(ctx: Ctx, row: SyncedRow): Promise<SyncedRow> {
  if (!(await ctx.use(rooms).settle(ctx, liveNameOf(row.id)))) return row;
  return (await syncedStore.byId(ctx, row.id)) ?? row;
}

const blocksOf = ({ content }: SyncedRow): Block[] => JSON.parse(content) as Block[];

/** What would show the block within itself is an empty line in the text that is kept. */
async function leaveOutCircles(ctx: Ctx, id: number, blocks: Block[]): Promise<void> {
  for (const shown of collectReferences(blocks).synced) {
    if (shown !== id && !(await reached(ctx, [shown])).has(id)) continue;
    for (const block of walk(blocks))
      if (block.data.syncedBlockId === shown) Object.assign(block, { type: 'paragraph', data: {}, content: [] });
  }
}

/**
 * Writes changed words with what is kept beside the page they come from, and tells everybody. `reader` is who must be
 * able to read the files among them.
 */
export async function saveSyncedChange(
  ctx: Ctx,
  reader: Ctx,
  row: SyncedRow,
  change: Partial<SyncedRow>,
): Promise<void> {
  await syncedStore.change(ctx, row.id, change);
  if (change.content !== undefined && row.origin) await ctx.use(pages).refresh(reader, [row.origin]);
  await ctx.emit({
    type: 'synced_block.updated',
    data: { id: row.id, origin_page_id: row.origin },
    workspace_id: row.workspace_id,
    changed: Object.keys(change),
  });
}

async function project(ctx: Ctx, id: number, { title, blocks }: PageBody): Promise<boolean> {
  const row = await syncedStore.hold(ctx, id);
  if (!row) return false;
  await nameAskedFiles(ctx, blocks);
  linkForeign(blocks, foreignAddresses(blocksOf(row)));
  await leaveOutCircles(ctx, id, blocks);
  const content = JSON.stringify(blocks);
  const change = {
    ...(title === row.title || !title.trim() ? {} : { title }),
    ...(content === row.content ? {} : { content }),
  };
  if (Object.keys(change).length) await saveSyncedChange(ctx, ctx.as(SYSTEM), row, change);
  return true;
}

export const syncedKind: LiveKind = {
  kind: KIND,
  view: syncedBlockPolicies.view,
  edit: syncedBlockPolicies.edit,
  param: 'synced_id',
  async subjects(ctx, ids) {
    return new Map((await syncedStore.byIds(ctx, ids)).map((row) => [row.id, syncedSubject(row)]));
  },
  isText: () => true,
  hold: async (ctx, id) => (await syncedStore.hold(ctx, id)) !== undefined,
  async body(ctx, id) {
    const row = await (ctx.inTransaction ? syncedStore.hold : syncedStore.byId)(ctx, id);
    return row && { title: row.title, blocks: blocksOf(row) };
  },
  project,
  async namedBefore(ctx, id) {
    const row = await syncedStore.byId(ctx, id);
    return row && { workspaceId: row.workspace_id, blocks: blocksOf(row), files: [] };
  },
  events: 'synced_block.',
  async versions(ctx, ids) {
    return new Map((await syncedStore.visible(ctx, ids)).map((row) => [row.id, row.sync_version]));
  },
  // A synced block has no versions of its own.
  checkpoint: async () => {},
};
