// Rules that people make, and what came of each time one was looked at.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  await trx.schema.createTable('automations', (table) => {
    table.increments('id');
    table.integer('workspace_id').notNullable().references('workspaces.id').onDelete('CASCADE').index();
    table.text('name').notNullable();
    table.text('trigger_type').notNullable().defaultTo('event');
    table.text('event').notNullable().defaultTo('page.created');
    table.text('cron_expression').notNullable().defaultTo('');
    table.text('timezone').notNullable().defaultTo('UTC');
    table.integer('collection_id').references('collections.id').onDelete('CASCADE').index();
    table.text('condition_json').notNullable().defaultTo('[]');
    table.text('actions_json').notNullable().defaultTo('[]');
    dialect.flag(table, 'enabled');
    dialect.flag(table, 'include_imports');
    // Whose rights it has; null once that account is gone.
    table.integer('run_as').references('users.id').onDelete('SET NULL').index();
    // Of a button: presser, or author.
    table.text('runs_as').notNullable().defaultTo('presser');
    table.text('least_role').notNullable().defaultTo('viewer');
    table.integer('created_by').references('users.id').onDelete('SET NULL').index();
    dialect.timestamp(table, 'last_run_at');
    dialect.timestamp(table, 'next_run_at');
    table.integer('run_count').notNullable().defaultTo(0);
    // Errors since it last did what it should.
    table.integer('error_count').notNullable().defaultTo(0);
    table.text('last_error');
    table.text('disabled_reason');
    dialect.timestamp(table, 'created_at').notNullable();
    dialect.timestamp(table, 'updated_at').notNullable();
    table.index(['enabled', 'next_run_at'], 'automations_due');
  });
  // One row: how often rules have changed, so that every process knows whether it knows them.
  await trx.schema.createTable('automation_revision', (table) => {
    table.integer('id').primary();
    table.integer('revision').notNullable();
  });
  await trx('automation_revision').insert({ id: 1, revision: 0 });
  await trx.schema.createTable('automation_runs', (table) => {
    table.increments('id');
    table.integer('automation_id').notNullable().references('automations.id').onDelete('CASCADE');
    table.integer('workspace_id').notNullable();
    // What it was looked at for: an event, a slot of the clock, a press. Each is acted on once.
    table.text('cause').notNullable();
    table.text('trigger_source').notNullable().defaultTo('event');
    table.text('status').notNullable().defaultTo('fired');
    table.text('reason').notNullable().defaultTo('');
    table.text('detail').notNullable().defaultTo('');
    table.text('steps_json').notNullable().defaultTo('[]');
    table.integer('actor_id').references('users.id').onDelete('SET NULL').index();
    table.integer('collection_id');
    table.integer('page_id').index();
    dialect.timestamp(table, 'created_at').notNullable();
    table.unique(['automation_id', 'cause'], { indexName: 'automation_runs_once' });
    table.index(['automation_id', 'id'], 'automation_runs_latest');
    table.index(['workspace_id', 'status', 'created_at'], 'automation_runs_minute');
  });
};

const down: Migration['down'] = async (trx) => {
  for (const table of ['automation_runs', 'automation_revision', 'automations']) await trx.schema.dropTable(table);
};

export default { up, down } satisfies Migration;
