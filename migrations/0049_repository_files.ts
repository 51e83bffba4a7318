// Files that were renamed in their source are known again by their content, and commits that were refused are not fetched again.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx) => {
  await trx.schema.alterTable('import_items', (table) => {
    // Of what the source had under this name when it was read last; empty where it is not known.
    table.text('content_hash').notNullable().defaultTo('');
  });
  await trx.schema.alterTable('projects', (table) => {
    // The commit whose files were refused as a whole, or empty, and why.
    table.text('refused_commit').notNullable().defaultTo('');
    table.text('refused_reason').notNullable().defaultTo('');
  });
};

const down: Migration['down'] = async (trx) => {
  await trx.schema.alterTable('projects', (table) => table.dropColumns('refused_commit', 'refused_reason'));
  await trx.schema.alterTable('import_items', (table) => table.dropColumn('content_hash'));
};

export default { up, down };
