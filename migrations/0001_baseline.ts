// Accounts, workspaces with their members, and the page tree: what every other table refers to.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  await trx.schema.createTable('users', (table) => {
    table.increments('id');
    table.text('login').notNullable();
    dialect.folded(table, 'login_key').notNullable().unique();
    table.text('email').notNullable();
    dialect.folded(table, 'email_key').notNullable().unique();
    table.text('full_name').notNullable().defaultTo('');
    table.text('password_hash');
    table.text('timezone').notNullable().defaultTo('');
    table.text('avatar_color').notNullable().defaultTo('');
    dialect.flag(table, 'is_admin');
    table.specificType('is_active', 'smallint').notNullable().defaultTo(1);
    dialect.timestamp(table, 'created_at').notNullable();
    dialect.timestamp(table, 'updated_at').notNullable();
    dialect.timestamp(table, 'last_login_at');
    // Addresses count once they are proved.
    dialect.timestamp(table, 'email_confirmed_at');
  });
  await trx.schema.createTable('email_confirmations', (table) => {
    table.increments('id');
    // One at a time: another link voids the one before.
    table.integer('user_id').notNullable().unique().references('users.id').onDelete('CASCADE');
    // That of the account, or the one it is to have.
    table.text('email').notNullable();
    table.text('email_key').notNullable();
    table.text('token_hash').notNullable().unique();
    dialect.timestamp(table, 'created_at').notNullable();
    dialect.timestamp(table, 'expires_at').notNullable();
  });
  await trx.schema.createTable('settings', (table) => {
    table.text('key').primary();
    table.text('value').notNullable();
    dialect.timestamp(table, 'updated_at').notNullable();
  });
  await trx.schema.createTable('workspaces', (table) => {
    table.increments('id');
    table.text('name').notNullable();
    dialect.folded(table, 'name_key').notNullable();
    table.text('slug').notNullable().unique();
    table.text('icon').notNullable().defaultTo('');
    table.integer('owner_id').references('users.id').onDelete('SET NULL').index();
    dialect.timestamp(table, 'created_at').notNullable();
    dialect.timestamp(table, 'updated_at').notNullable();
    dialect.timestamp(table, 'archived_at');
    dialect.timestamp(table, 'deleted_at');
    // Whether guests may share what they may edit with addresses that are new there.
    table.integer('guests_invite').notNullable().defaultTo(0);
  });
  await trx.schema.createTable('permission_epochs', (table) => {
    table.integer('workspace_id').primary().references('workspaces.id').onDelete('CASCADE');
    table.integer('epoch').notNullable().defaultTo(1);
  });
  await trx.schema.createTable('workspace_members', (table) => {
    table.integer('workspace_id').notNullable().references('workspaces.id').onDelete('CASCADE');
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE').index();
    table.text('role').notNullable();
    dialect.timestamp(table, 'joined_at').notNullable();
    table.primary(['workspace_id', 'user_id']);
  });
  await trx.schema.createTable('invitations', (table) => {
    table.increments('id');
    table.integer('workspace_id').notNullable().references('workspaces.id').onDelete('CASCADE');
    table.text('email').notNullable();
    dialect.folded(table, 'email_key').notNullable();
    table.text('role').notNullable();
    table.text('token_hash').notNullable().unique();
    table.integer('invited_by').references('users.id').onDelete('SET NULL').index();
    dialect.timestamp(table, 'created_at').notNullable();
    dialect.timestamp(table, 'expires_at').notNullable();
    table.unique(['workspace_id', 'email_key']);
  });
  await trx.schema.createTable('pages', (table) => {
    table.increments('id');
    table.integer('workspace_id').notNullable().references('workspaces.id').onDelete('CASCADE');
    table.integer('parent_id').references('pages.id').onDelete('CASCADE');
    table.text('kind').notNullable();
    table.text('title').notNullable();
    dialect.folded(table, 'title_key').notNullable();
    table.text('content_format').notNullable();
    table.text('page_icon').notNullable().defaultTo('');
    table.text('cover_url').notNullable().defaultTo('');
    table.integer('position').notNullable().defaultTo(0);
    dialect.flag(table, 'is_locked');
    table.integer('locked_by').references('users.id').onDelete('SET NULL').index();
    dialect.flag(table, 'full_width');
    dialect.flag(table, 'font_small');
    table.text('permission_type').notNullable().defaultTo('inherit');
    table.integer('access_root_id').references('pages.id').onDelete('SET NULL').index();
    table.integer('sync_version').notNullable().defaultTo(1);
    table.text('slug').unique();
    dialect.flag(table, 'is_published');
    table.integer('created_by').references('users.id').onDelete('SET NULL').index();
    table.integer('updated_by').references('users.id').onDelete('SET NULL').index();
    dialect.timestamp(table, 'created_at').notNullable();
    dialect.timestamp(table, 'updated_at').notNullable();
    dialect.timestamp(table, 'deleted_at');
    // No reference: SQLite would write a page to every index of the table when it goes to the trash with another one.
    table.integer('deleted_with').index();
    table.text('content').notNullable().defaultTo('');
    table.index(['workspace_id', 'parent_id', 'deleted_at', 'position'], 'pages_siblings');
    table.index(['parent_id', 'deleted_at'], 'pages_children');
    table.index(['workspace_id', 'deleted_at', 'updated_at'], 'pages_recent');
  });
};

const down: Migration['down'] = async (trx) => {
  for (const table of [
    'pages',
    'invitations',
    'workspace_members',
    'permission_epochs',
    'workspaces',
    'settings',
    'email_confirmations',
    'users',
  ]) {
    await trx.schema.dropTable(table);
  }
};

export default { up, down } satisfies Migration;
