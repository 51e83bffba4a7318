// What pages still lacked: files that templates hold, where a cover is looked at, and the tags that an import replaced.
import type { Knex } from 'knex';
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx) => {
  await trx.schema.createTable('page_template_files', (table) => {
    table.integer('template_id').notNullable().references('page_templates.id').onDelete('CASCADE');
    table.integer('file_id').notNullable().references('files.id').onDelete('CASCADE').index();
    table.primary(['template_id', 'file_id']);
  });
  // Which part of a picture is shown that is higher than its place: 0 the top, 100 the bottom.
  await trx.schema.alterTable('pages', (table) => table.integer('cover_position').notNullable().defaultTo(50));
  // What an undo of that import puts back.
  await trx.schema.alterTable('import_items', (table) => table.text('former_tags_json').notNullable().defaultTo('[]'));
  await holdFiles(trx);
};

const NAMED = /"(?:fileId|imageFileId)":(\d{1,10})\b/g;

/** Templates that are there already hold what they show, too. */
async function holdFiles(trx: Knex.Transaction): Promise<void> {
  const templates: { id: number; blocks_json: string }[] = await trx('page_templates').select('id', 'blocks_json');
  for (const { id, blocks_json } of templates) {
    const named = [...new Set([...blocks_json.matchAll(NAMED)].map(([, file]) => Number(file)))];
    const kept: number[] = await trx('files').whereIn('id', named).pluck('id');
    for (const file_id of kept) await trx('page_template_files').insert({ template_id: id, file_id });
  }
}

const down: Migration['down'] = async (trx) => {
  await trx.schema.alterTable('import_items', (table) => table.dropColumn('former_tags_json'));
  await trx.schema.alterTable('pages', (table) => table.dropColumn('cover_position'));
  await trx.schema.dropTable('page_template_files');
};

export default { up, down } satisfies Migration;
