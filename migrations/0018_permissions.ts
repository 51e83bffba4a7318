// Who may see what: groups, grants on pages, who asks for one, and the record of every change of rights.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  await trx.schema.createTable('groups', (table) => {
    table.increments('id');
    table.integer('workspace_id').notNullable().references('workspaces.id').onDelete('CASCADE');
    table.text('name').notNullable();
    dialect.folded(table, 'name_key').notNullable();
    table.text('description').notNullable().defaultTo('');
    table.integer('created_by').references('users.id').onDelete('SET NULL').index();
    dialect.timestamp(table, 'created_at').notNullable();
    table.unique(['workspace_id', 'name_key']);
  });
  await trx.schema.createTable('group_members', (table) => {
    table.integer('group_id').notNullable().references('groups.id').onDelete('CASCADE');
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE').index();
    dialect.timestamp(table, 'added_at').notNullable();
    table.primary(['group_id', 'user_id']);
  });
  // A share is a grant of a level below owner; one to an address waits until somebody proves that it is theirs.
  await trx.schema.createTable('page_permissions', (table) => {
    table.increments('id');
    table.integer('page_id').notNullable().references('pages.id').onDelete('CASCADE');
    table.integer('user_id').references('users.id').onDelete('CASCADE').index();
    table.integer('group_id').references('groups.id').onDelete('CASCADE').index();
    table.text('email');
    dialect.folded(table, 'email_key').index();
    table.text('token_hash').unique();
    table.text('role').notNullable();
    table.text('grant_type').notNullable();
    table.integer('granted_by').references('users.id').onDelete('SET NULL').index();
    dialect.timestamp(table, 'created_at').notNullable();
    table.unique(['page_id', 'user_id']);
    table.unique(['page_id', 'group_id']);
    table.unique(['page_id', 'email_key']);
  });
  await trx.schema.createTable('access_requests', (table) => {
    table.increments('id');
    table.integer('page_id').notNullable().references('pages.id').onDelete('CASCADE');
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE').index();
    dialect.timestamp(table, 'created_at').notNullable();
    table.unique(['page_id', 'user_id']);
  });
  // Outlives what it tells of: groups, pages and workspaces are named by number only.
  await trx.schema.createTable('permission_audit', (table) => {
    table.increments('id');
    table.integer('workspace_id').notNullable().index();
    table.text('resource_type').notNullable();
    table.integer('resource_id').notNullable();
    table.text('action').notNullable();
    table.integer('target_user_id');
    table.integer('target_group_id');
    table.text('old_role');
    table.text('new_role');
    table.integer('performed_by');
    // Addresses and groups that are gone have no other name than this.
    table.text('target_name').notNullable().defaultTo('');
    table.text('ip_address').notNullable();
    dialect.timestamp(table, 'created_at').notNullable();
    table.index(['resource_type', 'resource_id'], 'permission_audit_resource');
  });
  await trx.raw('create index pages_roots on pages (workspace_id) where access_root_id = id');
};

const down: Migration['down'] = async (trx) => {
  await trx.raw('drop index pages_roots');
  for (const table of ['permission_audit', 'access_requests', 'page_permissions', 'group_members', 'groups'])
    await trx.schema.dropTable(table);
};

export default { up, down } satisfies Migration;
