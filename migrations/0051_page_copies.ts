// Copies of many pages that are made slice by slice: how far each is, and which page becomes which.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  await trx.schema.createTable('page_copies', (table) => {
    table.increments('id');
    table.integer('workspace_id').notNullable().references('workspaces.id').onDelete('CASCADE').index();
    table.integer('user_id').references('users.id').onDelete('SET NULL').index();
    table.text('origin').notNullable();
    // No references: the original may go while it is copied, and so may the place of the copy.
    table.integer('source_id').notNullable();
    table.integer('parent_id');
    table.text('title').notNullable();
    table.text('status').notNullable();
    table.text('error').notNullable().defaultTo('');
    table.text('stage').notNullable();
    // Of the last page that the stage has dealt with.
    table.integer('place').notNullable().defaultTo(0);
    table.integer('total').notNullable();
    table.text('others_json').notNullable().defaultTo('{}');
    table.integer('page_id');
    table.integer('subtree_job_id');
    dialect.timestamp(table, 'created_at').notNullable();
    dialect.timestamp(table, 'finished_at');
  });
  await trx.schema.createTable('page_copy_pages', (table) => {
    table.integer('job_id').notNullable().references('page_copies.id').onDelete('CASCADE');
    table.integer('place').notNullable();
    table.integer('source_id').notNullable();
    table.text('kind').notNullable();
    table.integer('parent_place').notNullable();
    table.integer('depth').notNullable();
    table.integer('position').notNullable();
    table.integer('page_id');
    table.primary(['job_id', 'place']);
  });
};

const down: Migration['down'] = async (trx) => {
  await trx.schema.dropTable('page_copy_pages');
  await trx.schema.dropTable('page_copies');
};

export default { up, down } satisfies Migration;
