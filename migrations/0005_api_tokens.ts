// Bearer tokens of API clients: only a hash of each is kept.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  await trx.schema.createTable('api_tokens', (table) => {
    table.increments('id');
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE').index();
    table.integer('parent_id').references('api_tokens.id').onDelete('CASCADE').index();
    table.text('name').notNullable().defaultTo('API token');
    table.text('token_hash').notNullable().unique();
    table.text('token_prefix').notNullable().defaultTo('');
    table.text('scopes').notNullable().defaultTo('read,write');
    dialect.timestamp(table, 'expires_at');
    dialect.timestamp(table, 'last_used_at');
    dialect.flag(table, 'revoked');
    dialect.timestamp(table, 'created_at').notNullable();
  });
};

const down: Migration['down'] = async (trx) => {
  await trx.schema.dropTable('api_tokens');
};

export default { up, down } satisfies Migration;
