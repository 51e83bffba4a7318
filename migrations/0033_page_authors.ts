// Everybody who wrote what a version holds: people write together, and a version has named the last of them only.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx) => {
  await trx.schema.createTable('page_authors', (table) => {
    table.increments('id');
    table.integer('page_id').notNullable().references('pages.id').onDelete('CASCADE');
    // Without one until what they wrote becomes a version.
    table.integer('version_id').references('page_versions.id').onDelete('CASCADE').index();
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE').index();
    table.index(['page_id', 'version_id']);
  });
};

const down: Migration['down'] = async (trx) => {
  await trx.schema.dropTable('page_authors');
};

export default { up, down } satisfies Migration;
