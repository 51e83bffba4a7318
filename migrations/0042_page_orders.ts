// Indexes that hold the order in which live pages and rows are asked for: PostgreSQL takes no order from an index that has
// the day of deletion before it, and SQLite took the index of access roots for pages that have none, which are nearly all.
import type { Migration } from '../core/database/migrate.ts';

const NAMES = ['pages_access_root_id_index', 'pages_recent', 'pages_rows'];

const AFTER = [
  'create index pages_access_root_id_index on pages (access_root_id) where access_root_id is not null',
  'create index pages_recent on pages (workspace_id, updated_at, id, access_root_id) where deleted_at is null',
  `create index pages_rows on pages (collection_id, position, id, access_root_id, workspace_id, parent_id)
   where deleted_at is null and collection_id is not null`,
];

const BEFORE = [
  'create index pages_access_root_id_index on pages (access_root_id)',
  'create index pages_recent on pages (workspace_id, deleted_at, updated_at)',
  'create index pages_rows on pages (collection_id, deleted_at, access_root_id)',
];

const replace = async (trx: Parameters<Migration['up']>[0], indexes: string[]): Promise<void> => {
  for (const name of NAMES) await trx.raw('drop index ??', [name]);
  for (const index of indexes) await trx.raw(index);
};

const migration: Migration = {
  up: (trx) => replace(trx, AFTER),
  down: (trx) => replace(trx, BEFORE),
};
export default migration;
