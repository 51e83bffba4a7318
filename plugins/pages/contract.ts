// What other plugins may know of pages: their shape, the service, the block list, and where they join a save.
import type { Knex } from 'knex';
import type { Scope } from '../../core/access.ts';
import type { Ctx } from '../../core/context.ts';
import { type Point, point, type Service, service } from '../../core/plugin.ts';
import type { Block } from './blocks/block.ts';

export { type Block, type Inline, newBlockId } from './blocks/block.ts';
export { BlockFault } from './blocks/fault.ts';
export { markdownToBlocks } from './blocks/markdown-in.ts';
export type { MarkdownOptions, Resolved } from './blocks/markdown-source.ts';
export { plainText } from './blocks/text.ts';

export type PageKind = 'page' | 'file' | 'folder' | 'collection';

/** A page without its content, as lists show it (contract 5). */
export interface Page {
  id: number;
  workspace_id: number;
  parent_id: number | null;
  kind: PageKind;
  title: string;
  content_format: 'blocks' | 'markdown' | 'collection' | 'file';
  page_icon: string;
  cover_url: string;
  position: number;
  is_locked: number;
  locked_by: number | null;
  full_width: number;
  font_small: number;
  permission_type: 'inherit' | 'restricted' | 'private';
  sync_version: number;
  slug: string | null;
  is_published: number;
  created_by: number | null;
  updated_by: number | null;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
}

export interface TreeItem {
  id: number;
  title: string;
  kind: PageKind;
  page_icon: string;
  parent_id: number | null;
  position: number;
  has_children: boolean;
  children?: TreeItem[];
}

export interface PageInput {
  workspaceId: number;
  parentId?: number | null;
  kind?: PageKind;
  title: string;
  blocks?: Block[];
  icon?: string;
  /** of the uploaded file, for kind file */
  fileId?: number;
  createdAt?: string;
  updatedAt?: string;
}

export interface Pages {
  /** @throws Problem forbidden, conflict, validation_failed */
  create(ctx: Ctx, input: PageInput): Promise<Page>;
  /** Writes a body and one version. @throws Problem version_conflict, validation_failed */
  save(
    ctx: Ctx,
    pageId: number,
    change: { title?: string; blocks?: Block[]; note?: string; expected?: number | null },
  ): Promise<Page>;
  byId(ctx: Ctx, id: number): Promise<Page | undefined>;
  blocks(ctx: Ctx, id: number): Promise<Block[]>;
  trash(ctx: Ctx, id: number): Promise<void>;
  /** visible pages changed last, newest first */
  recent(ctx: Ctx, limit: number): Promise<Page[]>;
  /** what the actor may see of the trash of a workspace, newest first */
  trashed(ctx: Ctx, workspaceId: number, limit: number): Promise<Page[]>;
  /** one visible level of the tree */
  children(ctx: Ctx, workspaceId: number, parentId: number | null): Promise<TreeItem[]>;
  /** from the top to the page itself */
  breadcrumb(ctx: Ctx, page: Pick<Page, 'id' | 'title' | 'kind'>): Promise<Pick<Page, 'id' | 'title' | 'kind'>[]>;
  /** narrows a query over pages to the live ones within the scope */
  narrow(ctx: Ctx, query: Knex.QueryBuilder, scope: Scope): void;
  /** titles of the ancestors, from the top, for many pages at once */
  paths(ctx: Ctx, ids: number[]): Promise<Map<number, string[]>>;
}

export const pages: Service<Pages> = service('pages');

export interface SavedPage {
  page: Page;
  /** the new body; absent when only other fields changed */
  blocks?: Block[];
}

/** Runs inside the transaction of every change of a page that concerns what is found: body, title, restore. */
export const pageSaved: Point<(ctx: Ctx, saved: SavedPage) => Promise<void>> = point('pages.saved');

/** Runs inside the transaction that puts pages into the trash. */
export const pagesTrashed: Point<(ctx: Ctx, pageIds: number[]) => Promise<void>> = point('pages.trashed');
