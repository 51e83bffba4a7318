// Code-hosting services beside this one: which there are, who is connected with them, and repositories kept as pages.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  await trx.schema.createTable('forges', (table) => {
    table.increments('id');
    // forge or forge2.
    table.text('key').notNullable().unique();
    table.text('type').notNullable();
    table.text('name').notNullable();
    table.text('base_url').notNullable();
    table.text('client_id').notNullable().defaultTo('');
    table.text('client_secret_encrypted');
    dialect.flag(table, 'login');
    // GitHub has no right to read private repositories that is not one to write, too.
    dialect.flag(table, 'private_repositories');
    table.text('provisioning_json').notNullable().defaultTo('{}');
    dialect.timestamp(table, 'created_at').notNullable();
    dialect.timestamp(table, 'updated_at').notNullable();
  });
  await trx.schema.createTable('forge_accounts', (table) => {
    table.increments('id');
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE');
    table.integer('forge_id').notNullable().references('forges.id').onDelete('CASCADE');
    table.text('forge_user_id').notNullable();
    table.text('login').notNullable();
    // oauth: given by the forge after a sign-in there; personal: made by the person, without an end that we know.
    table.text('kind').notNullable();
    table.text('access_token_encrypted').notNullable();
    table.text('refresh_token_encrypted');
    dialect.timestamp(table, 'expires_at');
    table.text('status').notNullable().defaultTo('ok');
    // While one renews the token nobody else does: forges burn the old one.
    dialect.timestamp(table, 'lease_until');
    dialect.timestamp(table, 'created_at').notNullable();
    dialect.timestamp(table, 'updated_at').notNullable();
    table.unique(['user_id', 'forge_id']);
    table.unique(['forge_id', 'forge_user_id']);
  });
  await trx.schema.createTable('projects', (table) => {
    table.increments('id');
    table.text('name').notNullable();
    table.text('proj_type').notNullable();
    table.text('owner').notNullable();
    table.integer('forge_id').references('forges.id').onDelete('SET NULL').index();
    table.text('clone_url').notNullable().defaultTo('');
    table.text('default_branch').notNullable().defaultTo('');
    table.text('language').notNullable().defaultTo('');
    table.text('description').notNullable().defaultTo('');
    dialect.timestamp(table, 'last_synced_at');
    dialect.timestamp(table, 'created_at').notNullable();
    table.integer('workspace_id').notNullable().references('workspaces.id').onDelete('CASCADE').index();
    // The folder below which its files are pages; null once it is gone for good.
    table.integer('page_id').references('pages.id').onDelete('SET NULL').index();
    // Whose token reads the repository.
    table.integer('user_id').references('users.id').onDelete('SET NULL').index();
    table.text('ref').notNullable();
    // The folder of the repository whose files are pages; empty: all of it.
    table.text('path').notNullable().defaultTo('');
    table.text('sync').notNullable().defaultTo('off');
    table.text('push_secret_encrypted').notNullable();
    // How often it was brought up to date: what is asked for meanwhile is done once more.
    table.integer('runs').notNullable().defaultTo(0);
    dialect.timestamp(table, 'lease_until');
    table.text('commit_id').notNullable().defaultTo('');
    table.text('report_json').notNullable().defaultTo('{}');
    table.text('error').notNullable().defaultTo('');
    table.unique(['proj_type', 'owner', 'name']);
  });
  await trx.schema.createTable('forge_deliveries', (table) => {
    table.integer('forge_id').notNullable().references('forges.id').onDelete('CASCADE');
    table.text('delivery_id').notNullable();
    dialect.timestamp(table, 'created_at').notNullable().index();
    table.primary(['forge_id', 'delivery_id']);
  });
};

const down: Migration['down'] = async (trx) => {
  for (const table of ['forge_deliveries', 'projects', 'forge_accounts', 'forges']) await trx.schema.dropTable(table);
};

export default { up, down } satisfies Migration;
