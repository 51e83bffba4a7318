// What proves somebody beside a password: codes of a device, backup codes and passkeys; and the devices known to be theirs.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  await trx.schema.createTable('two_factor', (table) => {
    table.integer('user_id').primary().references('users.id').onDelete('CASCADE');
    table.text('secret_encrypted').notNullable();
    dialect.timestamp(table, 'created_at').notNullable();
    // Null while it is being set up.
    dialect.timestamp(table, 'enabled_at');
  });
  // One row for each code that was used, so that of all processes only one can take it.
  await trx.schema.createTable('two_factor_steps', (table) => {
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE');
    table.integer('step').notNullable();
    dialect.timestamp(table, 'used_at').notNullable().index();
    table.primary(['user_id', 'step']);
  });
  await trx.schema.createTable('backup_codes', (table) => {
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE');
    table.text('code_hash').notNullable();
    dialect.timestamp(table, 'used_at');
    table.primary(['user_id', 'code_hash']);
  });
  await trx.schema.createTable('pending_logins', (table) => {
    table.text('token_hash').primary();
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE').index();
    dialect.timestamp(table, 'created_at').notNullable();
    dialect.timestamp(table, 'expires_at').notNullable().index();
    dialect.timestamp(table, 'used_at');
  });
  await trx.schema.createTable('passkeys', (table) => {
    table.increments('id');
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE').index();
    table.text('name').notNullable();
    table.text('credential_id').notNullable().unique();
    table.text('public_key').notNullable();
    table.bigInteger('counter').notNullable();
    table.text('transports').notNullable().defaultTo('');
    dialect.timestamp(table, 'created_at').notNullable();
    dialect.timestamp(table, 'last_used_at');
  });
  await trx.schema.createTable('passkey_challenges', (table) => {
    table.text('challenge').primary();
    table.text('purpose').notNullable();
    table.integer('user_id').references('users.id').onDelete('CASCADE').index();
    dialect.timestamp(table, 'expires_at').notNullable().index();
  });
  await trx.schema.createTable('two_factor_workspaces', (table) => {
    table.integer('workspace_id').primary().references('workspaces.id').onDelete('CASCADE');
    dialect.timestamp(table, 'created_at').notNullable();
  });
  await trx.schema.createTable('known_devices', (table) => {
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE');
    table.text('device_hash').notNullable();
    dialect.timestamp(table, 'last_seen_at').notNullable().index();
    table.primary(['user_id', 'device_hash']);
  });
};

const down: Migration['down'] = async (trx) => {
  const tables = ['known_devices', 'two_factor_workspaces', 'passkey_challenges', 'passkeys', 'pending_logins'];
  for (const table of [...tables, 'backup_codes', 'two_factor_steps', 'two_factor']) await trx.schema.dropTable(table);
};

export default { up, down } satisfies Migration;
