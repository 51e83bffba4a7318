// Scripts and styles of all releases that serve, or did so lately: pages that one has sent may ask another for them.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  await trx.schema.createTable('asset_files', (table) => {
    table.text('name').notNullable();
    table.text('hash').notNullable();
    table.binary('content').notNullable();
    // The release that has it, as the last one said that has it.
    table.text('build').notNullable().index();
    dialect.timestamp(table, 'replaced_at');
    table.primary(['name', 'hash']);
  });
};

const down: Migration['down'] = async (trx) => {
  await trx.schema.dropTable('asset_files');
};

export default { up, down } satisfies Migration;
