// Properties that only some may see, and pages that anybody may read.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  // A property with any of these is there for nobody else, so rows outlive those they were for.
  await trx.schema.createTable('property_permissions', (table) => {
    table.increments('id');
    table.integer('collection_id').notNullable().references('collections.id').onDelete('CASCADE').index();
    table.integer('property_id').notNullable().references('collection_properties.id').onDelete('CASCADE');
    table.integer('user_id').references('users.id').onDelete('SET NULL').index();
    table.integer('group_id').references('groups.id').onDelete('SET NULL').index();
    table.text('role').notNullable();
    table.text('grant_type').notNullable();
    table.integer('granted_by').references('users.id').onDelete('SET NULL').index();
    dialect.timestamp(table, 'created_at').notNullable();
    table.unique(['property_id', 'user_id']);
    table.unique(['property_id', 'group_id']);
  });
  // The address is kept by the page itself.
  await trx.schema.createTable('publications', (table) => {
    table.integer('page_id').primary().references('pages.id').onDelete('CASCADE');
    dialect.flag(table, 'with_children');
    // Of a database: whether more than its forms is shown.
    dialect.flag(table, 'shows_rows');
    dialect.flag(table, 'is_indexed');
    table.text('description').notNullable().defaultTo('');
    table.text('form_ids').notNullable().defaultTo('[]');
    table.text('password_hash');
    dialect.timestamp(table, 'expires_at');
    table.integer('published_by').references('users.id').onDelete('SET NULL').index();
    dialect.timestamp(table, 'published_at').notNullable();
    dialect.timestamp(table, 'updated_at').notNullable();
  });
};

const down: Migration['down'] = async (trx) => {
  for (const table of ['publications', 'property_permissions']) await trx.schema.dropTable(table);
};

export default { up, down } satisfies Migration;
