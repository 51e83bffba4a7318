// What one person filters and sorts a shared view by, until it is saved for everyone or given up.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  await trx.schema.createTable('view_drafts', (table) => {
    table.increments('id');
    table.integer('view_id').notNullable().references('collection_views.id').onDelete('CASCADE');
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE').index();
    table.text('config_json').notNullable();
    dialect.timestamp(table, 'updated_at').notNullable();
    table.unique(['view_id', 'user_id'], { indexName: 'view_drafts_once' });
  });
};

const down: Migration['down'] = async (trx) => {
  await trx.schema.dropTable('view_drafts');
};

export default { up, down } satisfies Migration;
