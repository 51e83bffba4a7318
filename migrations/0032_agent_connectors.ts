// Sources outside the house that a person reads from here.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  await trx.schema.createTable('agent_connectors', (table) => {
    table.increments('id');
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE');
    table.text('name').notNullable();
    // The name as it is compared: unique for each person.
    table.text('name_key').notNullable();
    table.text('kind').notNullable().defaultTo('http');
    table.text('url').notNullable();
    // With the origin it was given for: it is never sent anywhere else.
    table.text('secret_encrypted');
    // The header that carries the secret; null: Authorization, as a bearer token.
    table.text('auth_header');
    dialect.flag(table, 'enabled');
    table.text('status').notNullable().defaultTo('unknown');
    table.text('detail').notNullable().defaultTo('');
    dialect.timestamp(table, 'probed_at');
    dialect.timestamp(table, 'created_at').notNullable();
    dialect.timestamp(table, 'updated_at').notNullable();
    table.unique(['user_id', 'name_key'], { indexName: 'agent_connectors_name' });
  });
};

const down: Migration['down'] = async (trx) => {
  await trx.schema.dropTable('agent_connectors');
};

export default { up, down };
