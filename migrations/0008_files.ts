// Stored files, the pages that refer to them (which decides who may read them), and avatars.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  await trx.schema.createTable('files', (table) => {
    table.increments('id');
    table.integer('workspace_id').references('workspaces.id').onDelete('CASCADE').index();
    table.text('filename').notNullable().unique();
    table.text('name').notNullable();
    table.text('mime').notNullable();
    table.bigInteger('size').notNullable();
    table.text('sha256').notNullable();
    table.integer('created_by').references('users.id').onDelete('SET NULL').index();
    dialect.timestamp(table, 'created_at').notNullable();
    table.index(['workspace_id', 'sha256'], 'files_content');
  });
  await trx.schema.createTable('file_references', (table) => {
    table.integer('file_id').notNullable().references('files.id').onDelete('CASCADE');
    table.integer('page_id').notNullable().references('pages.id').onDelete('CASCADE').index();
    table.primary(['file_id', 'page_id']);
  });
  await trx.schema.createTable('avatars', (table) => {
    table.integer('user_id').primary().references('users.id').onDelete('CASCADE');
    table.integer('file_id').notNullable().references('files.id').onDelete('CASCADE').index();
  });
};

const down: Migration['down'] = async (trx) => {
  for (const table of ['avatars', 'file_references', 'files']) await trx.schema.dropTable(table);
};

export default { up, down } satisfies Migration;
