// The full-text index: normalised text of each page, and of each property value once databases exist.
import type { Migration } from '../core/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  await trx.schema.createTable('search_entries', (table) => {
    table.increments('id');
    table.integer('page_id').notNullable().references('pages.id').onDelete('CASCADE');
    table.integer('property_id');
    table.text('title').notNullable().defaultTo('');
    table.text('body').notNullable().defaultTo('');
    // What people wrote, for snippets; title and body hold the normalised words.
    table.text('original').notNullable().defaultTo('');
    table.unique(['page_id', 'property_id']);
  });
  await dialect.createSearchIndex(trx);
};

const down: Migration['down'] = async (trx, dialect) => {
  await dialect.dropSearchIndex(trx);
  await trx.schema.dropTable('search_entries');
};

export default { up, down } satisfies Migration;
