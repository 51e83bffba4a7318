// Work that outlives its request, what follows a change of many pages slice by slice, and the mails that wait to be sent or read by the administrator.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  await trx.schema.createTable('jobs', (table) => {
    table.increments('id');
    table.text('kind').notNullable();
    table.text('payload').notNullable().defaultTo('{}');
    table.text('unique_key').unique();
    table.text('status').notNullable();
    table.integer('attempts').notNullable().defaultTo(0);
    dialect.timestamp(table, 'run_at').notNullable();
    table.text('lease_owner');
    dialect.timestamp(table, 'lease_until');
    table.text('error').notNullable().defaultTo('');
    dialect.timestamp(table, 'created_at').notNullable();
    dialect.timestamp(table, 'finished_at');
    table.index(['status', 'run_at'], 'jobs_due');
  });
  await trx.schema.createTable('subtree_jobs', (table) => {
    table.increments('id');
    table.integer('workspace_id').notNullable().references('workspaces.id').onDelete('CASCADE').index();
    table.integer('user_id').references('users.id').onDelete('SET NULL').index();
    table.text('origin').notNullable();
    table.text('change').notNullable();
    // Up to which place it has told of its pages, where they are told of before anything else is done.
    table.integer('told').notNullable().defaultTo(0);
    dialect.flag(table, 'is_stuck');
    dialect.timestamp(table, 'created_at').notNullable();
  });
  await trx.schema.createTable('subtree_job_pages', (table) => {
    table.integer('job_id').notNullable().references('subtree_jobs.id').onDelete('CASCADE');
    table.integer('place').notNullable();
    // No reference: each page that goes would be looked for here.
    table.integer('page_id').notNullable().index();
    table.primary(['job_id', 'place']);
  });
  await trx.schema.createTable('mail_outbox', (table) => {
    table.increments('id');
    table.text('to_address').notNullable();
    table.text('to_name').notNullable().defaultTo('');
    table.text('subject').notNullable();
    table.text('text_encrypted').notNullable();
    table.text('status').notNullable();
    table.integer('attempts').notNullable().defaultTo(0);
    table.text('error').notNullable().defaultTo('');
    dialect.timestamp(table, 'created_at').notNullable();
    dialect.timestamp(table, 'sent_at');
  });
};

const down: Migration['down'] = async (trx) => {
  await trx.schema.dropTable('mail_outbox');
  await trx.schema.dropTable('subtree_job_pages');
  await trx.schema.dropTable('subtree_jobs');
  await trx.schema.dropTable('jobs');
};

export default { up, down } satisfies Migration;
