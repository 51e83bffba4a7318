// Live documents: the append-only log of what was written together, and the state it was folded into.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  await trx.schema.createTable('page_doc', (table) => {
    table.text('doc_kind').notNullable();
    table.integer('doc_id').notNullable();
    // Part of the key of copies in browsers: a document made anew must not come back from an old copy.
    table.text('epoch').notNullable();
    table.integer('schema_version').notNullable();
    table.binary('state').notNullable();
    table.integer('state_upto').notNullable().defaultTo(0);
    table.integer('projected_upto').notNullable().defaultTo(0);
    table.unique(['doc_kind', 'doc_id']);
  });
  await trx.schema.createTable('page_doc_update', (table) => {
    table.increments('id');
    table.text('doc_kind').notNullable();
    table.integer('doc_id').notNullable();
    table.integer('user_id').references('users.id').onDelete('SET NULL').index();
    dialect.timestamp(table, 'created_at').notNullable();
    table.binary('data').notNullable();
    table.index(['doc_kind', 'doc_id', 'id']);
  });
};

const down: Migration['down'] = async (trx) => {
  await trx.schema.dropTable('page_doc_update');
  await trx.schema.dropTable('page_doc');
};

export default { up, down } satisfies Migration;
