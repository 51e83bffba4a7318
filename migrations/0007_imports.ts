// Import jobs with their reports, and which page each imported thing became, so that a repeat updates it.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  await trx.schema.createTable('import_jobs', (table) => {
    table.text('id').primary();
    table.integer('workspace_id').notNullable().references('workspaces.id').onDelete('CASCADE').index();
    table.integer('parent_id').references('pages.id').onDelete('SET NULL').index();
    table.integer('user_id').references('users.id').onDelete('SET NULL').index();
    table.text('source').notNullable();
    table.text('filename').notNullable();
    table.text('location').notNullable();
    table.text('status').notNullable().defaultTo('queued');
    dialect.flag(table, 'dry_run');
    table.text('options_json').notNullable().defaultTo('{}');
    table.text('mapping_json').notNullable().defaultTo('{}');
    table.text('progress_json').notNullable().defaultTo('{}');
    table.text('preview_json').notNullable().defaultTo('{}');
    table.text('report_json').notNullable().defaultTo('{}');
    table.text('error').notNullable().defaultTo('');
    table.text('lease_owner');
    dialect.timestamp(table, 'lease_until');
    dialect.timestamp(table, 'created_at').notNullable();
    dialect.timestamp(table, 'updated_at').notNullable();
    dialect.timestamp(table, 'undone_at');
  });
  await trx.schema.createTable('import_items', (table) => {
    table.increments('id');
    table.integer('workspace_id').notNullable().references('workspaces.id').onDelete('CASCADE');
    table.text('source').notNullable();
    table.text('external_id').notNullable();
    table.text('kind').notNullable();
    table.integer('page_id').references('pages.id').onDelete('CASCADE').index();
    // No reference: files come with a later step, and a file may go while what it was imported from stays known.
    table.integer('file_id');
    table.text('job_id').references('import_jobs.id').onDelete('SET NULL').index();
    table.text('created_by_job').references('import_jobs.id').onDelete('SET NULL').index();
    table.text('fingerprint').notNullable().defaultTo('');
    table.integer('page_version').notNullable().defaultTo(0);
    table.text('tags_json').notNullable().defaultTo('[]');
    // What an undo of that import puts back.
    table.text('former_tags_json').notNullable().defaultTo('[]');
    table.text('properties_json').notNullable().defaultTo('{}');
    // Which comments were made of what people said of it in the source: each of them comes once.
    table.text('remarks_json').notNullable().defaultTo('{}');
    dialect.timestamp(table, 'created_at').notNullable();
    dialect.timestamp(table, 'updated_at').notNullable();
    table.unique(['workspace_id', 'source', 'external_id']);
  });
};

const down: Migration['down'] = async (trx) => {
  await trx.schema.dropTable('import_items');
  await trx.schema.dropTable('import_jobs');
};

export default { up, down } satisfies Migration;
