// A synced block whose page is gone for good remembers that not everybody of its workspace could read it there.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx) => {
  await trx.schema.alterTable('synced_blocks', (table) => {
    table.specificType('was_closed', 'smallint').notNullable().defaultTo(0);
  });
};

const down: Migration['down'] = async (trx) => {
  await trx.schema.alterTable('synced_blocks', (table) => {
    table.dropColumn('was_closed');
  });
};

export default { up, down } satisfies Migration;
