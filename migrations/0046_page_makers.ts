// Pages are found by whoever made them without a look at all rows of databases.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx) => {
  await trx.raw('create index pages_makers on pages (created_by, updated_at) where collection_id is null');
};

const down: Migration['down'] = async (trx) => {
  await trx.raw('drop index pages_makers');
};

export default { up, down };
