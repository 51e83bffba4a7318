// A search looks at each hit whether the caller may see it. Pages and texts are long rows: what that needs to know of
// them lies together in these indexes.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx) => {
  await trx.schema.alterTable('search_entries', (table) => table.index(['id', 'page_id'], 'search_entries_page_index'));
  await trx.schema.alterTable('pages', (table) =>
    table.index(
      ['id', 'workspace_id', 'access_root_id', 'deleted_at', 'kind', 'collection_id'],
      'pages_visibility_index',
    ),
  );
};

const down: Migration['down'] = async (trx) => {
  await trx.schema.alterTable('pages', (table) => table.dropIndex([], 'pages_visibility_index'));
  await trx.schema.alterTable('search_entries', (table) => table.dropIndex([], 'search_entries_page_index'));
};

export default { up, down } satisfies Migration;
