// Templates of pages, of one workspace or of all, and which one new pages below a page start from.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  await trx.schema.createTable('page_templates', (table) => {
    table.increments('id');
    // Null: for everybody, kept by service administrators.
    table.integer('workspace_id').references('workspaces.id').onDelete('CASCADE').index();
    table.text('name').notNullable();
    dialect.folded(table, 'name_key').notNullable();
    table.text('icon').notNullable().defaultTo('');
    table.text('description').notNullable().defaultTo('');
    table.text('blocks_json').notNullable();
    table.integer('created_by').references('users.id').onDelete('SET NULL').index();
    dialect.timestamp(table, 'created_at').notNullable();
    dialect.timestamp(table, 'updated_at').notNullable();
  });
  await trx.schema.createTable('page_template_defaults', (table) => {
    table.integer('page_id').primary().references('pages.id').onDelete('CASCADE');
    table.integer('template_id').references('page_templates.id').onDelete('CASCADE').index();
    // Of a built-in one; empty when `template_id` names a kept one.
    table.text('template_key').notNullable().defaultTo('');
  });
};

const down: Migration['down'] = async (trx) => {
  await trx.schema.dropTable('page_template_defaults');
  await trx.schema.dropTable('page_templates');
};

export default { up, down } satisfies Migration;
