// What makes the public API safe to repeat and to audit: idempotency keys and the record of each call.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  await trx.schema.createTable('idempotency_keys', (table) => {
    table.text('key').primary();
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE').index();
    table.text('fingerprint').notNullable();
    table.text('response_json');
    table.integer('status_code').notNullable().defaultTo(200);
    dialect.timestamp(table, 'lease_until').notNullable();
    // The process that does the work: nobody waits for one that has died.
    table.text('held_by').notNullable().defaultTo('');
    dialect.timestamp(table, 'created_at').notNullable().index();
  });
  await trx.schema.createTable('api_audit', (table) => {
    table.increments('id');
    table.integer('user_id').references('users.id').onDelete('SET NULL').index();
    table.integer('token_id').references('api_tokens.id').onDelete('SET NULL').index();
    table.text('action').notNullable();
    table.text('resource_type').notNullable();
    table.text('resource_id').notNullable().defaultTo('');
    table.text('ip_address').notNullable().defaultTo('');
    table.text('detail').notNullable().defaultTo('');
    dialect.timestamp(table, 'created_at').notNullable().index();
  });
};

const down: Migration['down'] = async (trx) => {
  await trx.schema.dropTable('api_audit');
  await trx.schema.dropTable('idempotency_keys');
};

export default { up, down } satisfies Migration;
