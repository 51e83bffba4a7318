// Rules that open rows to the people they name, and the name of whom a change of rights was for.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  await trx.schema.createTable('row_rules', (table) => {
    table.increments('id');
    table.integer('collection_id').notNullable().references('collections.id').onDelete('CASCADE');
    // Null: whoever made the row.
    table.integer('property_id').references('collection_properties.id').onDelete('CASCADE').index();
    table.text('role').notNullable();
    table.integer('granted_by').references('users.id').onDelete('SET NULL').index();
    dialect.timestamp(table, 'created_at').notNullable();
    table.unique(['collection_id', 'property_id']);
  });
  await trx.raw('create unique index row_rules_makers on row_rules (collection_id) where property_id is null');
  await trx.raw('create index pages_row_makers on pages (collection_id, created_by) where collection_id is not null');
  // Addresses and groups that are gone have no other name than this.
  await trx.raw("alter table permission_audit add column target_name text not null default ''");
};

const down: Migration['down'] = async (trx) => {
  await trx.raw('alter table permission_audit drop column target_name');
  await trx.raw('drop index pages_row_makers');
  await trx.schema.dropTable('row_rules');
};

export default { up, down } satisfies Migration;
