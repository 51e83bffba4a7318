// What a page is read with wherever it is shown: all fields that the contract names, but the text; and where somebody
// looks at it, what there is about it in other tables.
import type { Knex } from 'knex';
import type { Ctx } from '../../core/kernel/context.ts';
import type { Page } from './contract.ts';
import { pageMarks } from './page-view-points.ts';

export const PAGE_FIELDS = [
  ...(['id', 'workspace_id', 'parent_id', 'kind', 'title', 'content_format', 'page_icon'] as const),
  ...(['cover_url', 'cover_position', 'position', 'is_locked', 'locked_by', 'full_width', 'font_small'] as const),
  ...(['permission_type', 'sync_version', 'slug', 'is_published'] as const),
  ...(['created_by', 'updated_by', 'created_at', 'updated_at', 'deleted_at'] as const),
] satisfies (keyof Page)[];

const MARK = 'mark_';

/** Which marks there are, for the names of statements that ask for them. */
export const markNames = ({ app }: Ctx): string =>
  app
    .contributions(pageMarks)
    .map(({ name }) => name)
    .join();

/** Columns of a page's row, one for each mark. */
export function markColumns(ctx: Ctx): Record<string, Knex.QueryBuilder> {
  const page = { id: 'pages.id', workspaceId: 'pages.workspace_id' };
  return Object.fromEntries(ctx.app.contributions(pageMarks).map((one) => [MARK + one.name, one.select(ctx, page)]));
}

/** Names of the marks that a row has, of one that was read with them. */
export const pageMarksOf = (row: object): ReadonlySet<string> =>
  new Set(
    Object.entries(row).flatMap(([name, value]) =>
      name.startsWith(MARK) && value !== null ? [name.slice(MARK.length)] : [],
    ),
  );
