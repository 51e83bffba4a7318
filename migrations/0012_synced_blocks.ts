// Blocks that are shown on several pages and kept once, and where each of them is shown.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  await trx.schema.createTable('synced_blocks', (table) => {
    table.increments('id');
    table.text('title').notNullable().defaultTo('');
    table.text('content').notNullable();
    table.integer('created_by').references('users.id').onDelete('SET NULL').index();
    table.integer('workspace_id').references('workspaces.id').onDelete('CASCADE').index();
    table.integer('origin_page_id').references('pages.id').onDelete('SET NULL').index();
    table.integer('sync_version').notNullable().defaultTo(1);
    // Of one whose page is gone for good: not everybody of its workspace could read it there.
    dialect.flag(table, 'was_closed');
    dialect.timestamp(table, 'created_at').notNullable();
    dialect.timestamp(table, 'updated_at').notNullable();
  });
  await trx.schema.createTable('page_synced_refs', (table) => {
    table.integer('page_id').notNullable().references('pages.id').onDelete('CASCADE');
    table.integer('synced_block_id').notNullable().references('synced_blocks.id').onDelete('CASCADE').index();
    table.integer('block_index').notNullable();
    table.primary(['page_id', 'synced_block_id']);
  });
};

const down: Migration['down'] = async (trx) => {
  await trx.schema.dropTable('page_synced_refs');
  await trx.schema.dropTable('synced_blocks');
};

export default { up, down } satisfies Migration;
