// Signed-in browsers, links of forgotten passwords, and the counters that slow down guessing.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  await trx.schema.createTable('user_sessions', (table) => {
    table.text('id').primary();
    table.text('secret_hash').notNullable();
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE').index();
    table.text('ip_address').notNullable().defaultTo('');
    table.text('user_agent').notNullable().defaultTo('');
    dialect.timestamp(table, 'auth_time').notNullable();
    dialect.timestamp(table, 'last_seen_at').notNullable();
    dialect.flag(table, 'revoked');
    dialect.timestamp(table, 'created_at').notNullable();
  });
  await trx.schema.createTable('recovery_tokens', (table) => {
    table.increments('id');
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE').index();
    table.text('token_hash').notNullable().unique();
    dialect.timestamp(table, 'created_at').notNullable();
    dialect.timestamp(table, 'expires_at').notNullable();
    dialect.timestamp(table, 'used_at');
  });
  await trx.schema.createTable('throttles', (table) => {
    table.text('key').primary();
    table.integer('hits').notNullable();
    dialect.timestamp(table, 'resets_at').notNullable().index();
  });
};

const down: Migration['down'] = async (trx) => {
  for (const table of ['throttles', 'recovery_tokens', 'user_sessions']) await trx.schema.dropTable(table);
};

export default { up, down } satisfies Migration;
