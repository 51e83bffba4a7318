// One record per save of a page, everybody who wrote what it holds, and the links between pages that its blocks hold.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  await trx.schema.createTable('page_versions', (table) => {
    table.increments('id');
    table.integer('page_id').notNullable().references('pages.id').onDelete('CASCADE').index();
    table.integer('user_id').references('users.id').onDelete('SET NULL').index();
    table.text('title').notNullable();
    table.text('note').notNullable().defaultTo('');
    dialect.timestamp(table, 'created_at').notNullable();
    table.text('blocks_json').notNullable();
  });
  await trx.schema.createTable('page_authors', (table) => {
    table.increments('id');
    table.integer('page_id').notNullable().references('pages.id').onDelete('CASCADE');
    // Without one until what they wrote becomes a version.
    table.integer('version_id').references('page_versions.id').onDelete('CASCADE').index();
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE').index();
    table.index(['page_id', 'version_id']);
  });
  await trx.schema.createTable('page_links', (table) => {
    table.integer('source_page_id').notNullable().references('pages.id').onDelete('CASCADE');
    table.integer('target_page_id').notNullable().references('pages.id').onDelete('CASCADE').index();
    table.primary(['source_page_id', 'target_page_id']);
  });
};

const down: Migration['down'] = async (trx) => {
  await trx.schema.dropTable('page_links');
  await trx.schema.dropTable('page_authors');
  await trx.schema.dropTable('page_versions');
};

export default { up, down } satisfies Migration;
