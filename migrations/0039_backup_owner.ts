// Which process makes a backup: two of them would write over each other.
import type { Migration } from '../core/database/migrate.ts';

const migration: Migration = {
  async up(trx) {
    await trx.schema.alterTable('backups', (table) => {
      table.text('owner').notNullable().defaultTo('');
    });
  },

  async down(trx) {
    await trx.schema.alterTable('backups', (table) => {
      table.dropColumn('owner');
    });
  },
};
export default migration;
