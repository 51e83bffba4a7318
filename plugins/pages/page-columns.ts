// What a page is read with wherever it is shown: all fields that the contract names, but the text.
import type { Page } from './contract.ts';

export const PAGE_FIELDS = [
  ...(['id', 'workspace_id', 'parent_id', 'kind', 'title', 'content_format', 'page_icon'] as const),
  ...(['cover_url', 'cover_position', 'position', 'is_locked', 'locked_by', 'full_width', 'font_small'] as const),
  ...(['permission_type', 'sync_version', 'slug', 'is_published'] as const),
  ...(['created_by', 'updated_by', 'created_at', 'updated_at', 'deleted_at'] as const),
] satisfies (keyof Page)[];
