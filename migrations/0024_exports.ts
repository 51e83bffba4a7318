// Exports: what was asked for, how far it is, and the file it became.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  await trx.schema.createTable('exports', (table) => {
    table.text('id').primary();
    // Neither workspace nor page: the whole service.
    table.integer('workspace_id').references('workspaces.id').onDelete('CASCADE').index();
    table.integer('page_id').references('pages.id').onDelete('CASCADE').index();
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE').index();
    table.text('format').notNullable();
    dialect.flag(table, 'subtree');
    // Made by the clock: kept until newer ones take its place.
    dialect.flag(table, 'scheduled');
    table.text('status').notNullable();
    table.text('progress_json').notNullable().defaultTo('{}');
    table.text('report_json').notNullable().defaultTo('{}');
    // What people see it called, and the blob it is.
    table.text('name').notNullable();
    table.text('filename').notNullable().defaultTo('').index();
    table.bigInteger('size').notNullable().defaultTo(0);
    table.text('sha256').notNullable().defaultTo('');
    table.text('error').notNullable().defaultTo('');
    // What it holds: whoever fetches it has to see all of that still.
    table.text('holds_json');
    dialect.timestamp(table, 'created_at').notNullable();
    dialect.timestamp(table, 'updated_at').notNullable();
    dialect.timestamp(table, 'expires_at');
  });
  await trx.schema.createTable('export_schedules', (table) => {
    table.integer('workspace_id').primary().references('workspaces.id').onDelete('CASCADE');
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE').index();
    table.text('format').notNullable();
    table.text('every').notNullable();
    table.integer('keep').notNullable();
    dialect.timestamp(table, 'next_at').notNullable();
  });
};

const down: Migration['down'] = async (trx) => {
  await trx.schema.dropTable('export_schedules');
  await trx.schema.dropTable('exports');
};

export default { up, down } satisfies Migration;
