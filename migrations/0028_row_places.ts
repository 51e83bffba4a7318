// Whether a reader sees every row of a database is asked after each change of a row: this index knows without looking
// at the pages, which are long rows.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx) => {
  await trx.schema.alterTable('pages', (table) => {
    table.dropIndex([], 'pages_rows');
    table.index(['collection_id', 'deleted_at', 'access_root_id'], 'pages_rows');
  });
};

const down: Migration['down'] = async (trx) => {
  await trx.schema.alterTable('pages', (table) => {
    table.dropIndex([], 'pages_rows');
    table.index(['collection_id', 'deleted_at'], 'pages_rows');
  });
};

export default { up, down } satisfies Migration;
