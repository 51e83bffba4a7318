// Emoji that a workspace has made its own: a name and a stored picture. And files:
// uploads that come in parts, and pages of uploads that hold their file.
import type { Knex } from 'knex';
import type { Migration } from '../core/database/migrate.ts';

/** Pages of uploads did not refer to their file: only the uploader could read it, and the clean-up of files took it. */
async function referToUploads(trx: Knex.Transaction): Promise<void> {
  const uploads: { id: number; content: string | null }[] = await trx('pages')
    .where({ kind: 'file' })
    .select('id', 'content');
  for (const { id, content } of uploads) {
    const { fileId } = JSON.parse(content || '{}') as { fileId?: number };
    if (!fileId || !(await trx('files').where({ id: fileId }).first('id'))) continue;
    const reference = { file_id: fileId, page_id: id };
    await trx('file_references').insert(reference).onConflict(['file_id', 'page_id']).ignore();
  }
}

const up: Migration['up'] = async (trx, dialect) => {
  await trx.schema.createTable('custom_emoji', (table) => {
    table.increments('id');
    table.integer('workspace_id').notNullable().defaultTo(1).references('workspaces.id').onDelete('CASCADE');
    table.text('name').notNullable();
    table.integer('file_id').notNullable().references('files.id').onDelete('CASCADE').index();
    dialect.timestamp(table, 'created_at').notNullable();
    table.unique(['workspace_id', 'name']);
  });
  await trx.schema.createTable('uploads', (table) => {
    table.text('id').primary();
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE').index();
    table.integer('workspace_id').notNullable().references('workspaces.id').onDelete('CASCADE').index();
    table.text('name').notNullable();
    table.bigInteger('size').notNullable();
    table.bigInteger('received').notNullable();
    dialect.timestamp(table, 'updated_at').notNullable().index();
  });
  await referToUploads(trx);
};

const down: Migration['down'] = async (trx) => {
  await trx.schema.dropTable('uploads');
  await trx.schema.dropTable('custom_emoji');
};

export default { up, down } satisfies Migration;
