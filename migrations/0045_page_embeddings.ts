// What pages are about, as vectors of their parts, for search by meaning; empty until a provider is set up.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx) => {
  await trx.schema.createTable('page_embeddings', (table) => {
    table.integer('page_id').primary().references('pages.id').onDelete('CASCADE');
    // How often the text was asked for, and for which of those times it was read.
    table.integer('wanted').notNullable().defaultTo(1);
    table.integer('done').notNullable().defaultTo(0);
    // What read it, and a hash of what was read.
    table.text('model').notNullable().defaultTo('');
    table.text('text_hash').notNullable().defaultTo('');
  });
  await trx.raw('create index page_embeddings_waiting on page_embeddings (page_id) where wanted > done');
  await trx.schema.createTable('page_embedding_parts', (table) => {
    table.integer('page_id').notNullable().references('page_embeddings.page_id').onDelete('CASCADE');
    table.integer('part').notNullable();
    // Where the part begins in the text of the page.
    table.integer('start').notNullable();
    // Of length one, each number a byte from -127 to 127.
    table.binary('vector').notNullable();
    table.primary(['page_id', 'part']);
  });
};

const down: Migration['down'] = async (trx) => {
  await trx.schema.dropTable('page_embedding_parts');
  await trx.schema.dropTable('page_embeddings');
};

export default { up, down };
