// What other plugins may know of synced blocks: their shape and the service.

import type { ExpectedVersion } from '../../core/http/pagination.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { type Service, service } from '../../core/kernel/plugin.ts';
import type { Block } from '../blocks/block.ts';

/** A list of blocks that several pages show and that is kept once (specification, Synced block). */
export interface SyncedBlock {
  id: number;
  title: string;
  content: Block[];
  created_by: number | null;
  /** slug of the workspace; empty for one that serves all of them */
  workspace: string;
  workspace_id: number | null;
  /** the page whose rights apply; null once it is gone */
  page_id: number | null;
  sync_version: number;
  created_at: string;
  updated_at: string;
}

/** A page that shows a synced block. */
export interface SyncedReference {
  page_id: number;
  title: string;
  /** place in the page's top-level list of blocks, from 0 */
  block_index: number;
}

export interface SyncedInput {
  title?: string;
  blocks: Block[];
  /** null: for all workspaces */
  workspaceId: number | null;
  pageId: number | null;
}

export interface SyncedChange {
  title?: string;
  blocks?: Block[];
  /** version the client saw (If-Match), or null */
  expected?: ExpectedVersion;
}

export interface SyncedBlocks {
  /** @throws Problem validation_failed for a file that the writer may not read */
  create(ctx: Ctx, input: SyncedInput): Promise<SyncedBlock>;
  /** @throws Problem version_conflict, conflict when the block would hold itself, page_locked */
  change(ctx: Ctx, id: number, change: SyncedChange): Promise<SyncedBlock>;
  remove(ctx: Ctx, id: number): Promise<void>;
  /** pages that show it, of those the actor may see, by title */
  references(ctx: Ctx, id: number): Promise<SyncedReference[]>;
  /** whether the actor may write it now: nobody else keeps it locked */
  isEditable(ctx: Ctx, id: number): Promise<boolean>;
}

/** Blocks that are shown on several pages and are the same everywhere. */
export const syncedBlocks: Service<SyncedBlocks> = service('synced');
