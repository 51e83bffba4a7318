/** Filters of the library that people keep under a name. */
import type { Migration } from '../core/database/migrate.ts';

const migration: Migration = {
  async up(trx, dialect) {
    await trx.schema.createTable('library_filters', (table) => {
      table.increments('id');
      table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE').index();
      table.text('name').notNullable();
      table.text('query_json').notNullable();
      dialect.timestamp(table, 'created_at').notNullable();
    });
  },

  async down(trx) {
    await trx.schema.dropTable('library_filters');
  },
};
export default migration;
