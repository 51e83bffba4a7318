// The full-text index: normalised text of each page, and of each property value once databases exist.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  await dialect.createSearchIndex(trx);
  // A search looks at each hit whether the caller may see it: what that needs to know lies apart from the long rows.
  await trx.schema.alterTable('search_entries', (table) => table.index(['id', 'page_id'], 'search_entries_page_index'));
};

const down: Migration['down'] = async (trx, dialect) => {
  await dialect.dropSearchIndex(trx);
};

export default { up, down } satisfies Migration;
