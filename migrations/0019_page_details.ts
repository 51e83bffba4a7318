// What pages still lacked: files that templates hold, and where a cover is looked at.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx) => {
  await trx.schema.createTable('page_template_files', (table) => {
    table.integer('template_id').notNullable().references('page_templates.id').onDelete('CASCADE');
    table.integer('file_id').notNullable().references('files.id').onDelete('CASCADE').index();
    table.primary(['template_id', 'file_id']);
  });
  // Which part of a picture is shown that is higher than its place: 0 the top, 100 the bottom.
  await trx.schema.alterTable('pages', (table) => table.integer('cover_position').notNullable().defaultTo(50));
};

const down: Migration['down'] = async (trx) => {
  await trx.schema.alterTable('pages', (table) => table.dropColumn('cover_position'));
  await trx.schema.dropTable('page_template_files');
};

export default { up, down } satisfies Migration;
