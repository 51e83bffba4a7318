// Work that outlives its request, and the mails that wait to be sent or read by the administrator.
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
  await trx.schema.dropTable('jobs');
};

export default { up, down } satisfies Migration;
