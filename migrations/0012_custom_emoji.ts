// Emoji that a workspace has made its own: a name and a stored picture.
import type { Migration } from '../core/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  await trx.schema.createTable('custom_emoji', (table) => {
    table.increments('id');
    table.integer('workspace_id').notNullable().defaultTo(1).references('workspaces.id').onDelete('CASCADE');
    table.text('name').notNullable();
    table.integer('file_id').notNullable().references('files.id').onDelete('CASCADE').index();
    dialect.timestamp(table, 'created_at').notNullable();
    table.unique(['workspace_id', 'name']);
  });
};

const down: Migration['down'] = (trx) => trx.schema.dropTable('custom_emoji');

export default { up, down } satisfies Migration;
