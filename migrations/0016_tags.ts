// What people keep about pages for themselves: tags, favorites and what they opened lately; imports bring tags along.
import type { Knex } from 'knex';
import type { Migration } from '../core/database/migrate.ts';
import { uniqueKey } from '../core/i18n/text-normalization.ts';

const up: Migration['up'] = async (trx, dialect) => {
  await trx.schema.createTable('tags', (table) => {
    table.increments('id');
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE');
    table.text('name').notNullable();
    dialect.folded(table, 'name_key').notNullable();
    table.text('color').notNullable().defaultTo('default');
    // Made by an import: goes when that is undone and no page carries it any more.
    dialect.flag(table, 'is_imported');
    dialect.timestamp(table, 'created_at').notNullable();
    dialect.timestamp(table, 'updated_at').notNullable();
    table.unique(['user_id', 'name_key']);
  });
  await trx.schema.createTable('page_tags', (table) => {
    table.integer('tag_id').notNullable().references('tags.id').onDelete('CASCADE');
    table.integer('page_id').notNullable().references('pages.id').onDelete('CASCADE').index();
    dialect.flag(table, 'is_imported');
    dialect.timestamp(table, 'created_at').notNullable();
    table.primary(['tag_id', 'page_id']);
  });
  await trx.schema.createTable('favorites', (table) => {
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE');
    table.integer('page_id').notNullable().references('pages.id').onDelete('CASCADE').index();
    table.integer('position').notNullable();
    dialect.timestamp(table, 'created_at').notNullable();
    table.primary(['user_id', 'page_id']);
  });
  await trx.schema.createTable('recents', (table) => {
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE');
    table.integer('page_id').notNullable().references('pages.id').onDelete('CASCADE').index();
    dialect.timestamp(table, 'opened_at').notNullable();
    table.primary(['user_id', 'page_id']);
  });
  await applyWaiting(trx);
};

interface Waiting {
  page_id: number;
  user_id: number;
  tags_json: string;
  created_at: string;
}

const NAME_MAX = 100;

/** Earlier imports kept the tags of their pages until there would be some. */
async function applyWaiting(trx: Knex.Transaction): Promise<void> {
  const items: Waiting[] = await trx('import_items')
    .join('import_jobs', 'import_jobs.id', 'import_items.job_id')
    .whereNotNull('import_items.page_id')
    .whereNotNull('import_jobs.user_id')
    .whereNot('import_items.tags_json', '[]')
    .select('import_items.page_id', 'import_jobs.user_id', 'import_items.tags_json', 'import_items.created_at');
  const known = new Map<string, number>();
  for (const { page_id, user_id, tags_json, created_at } of items) {
    for (const name of JSON.parse(tags_json) as string[]) {
      const key = `${user_id} ${uniqueKey(name)}`;
      if (!uniqueKey(name) || name.length > NAME_MAX) continue;
      const tag_id = known.get(key) ?? (await insertTag(trx, user_id, name, created_at));
      known.set(key, tag_id);
      const row = { tag_id, page_id, is_imported: 1, created_at };
      await trx('page_tags').insert(row).onConflict(['tag_id', 'page_id']).ignore();
    }
  }
}

async function insertTag(trx: Knex.Transaction, user_id: number, name: string, at: string): Promise<number> {
  const row = { user_id, name, name_key: uniqueKey(name), is_imported: 1, created_at: at, updated_at: at };
  const [made] = await trx('tags').insert(row).returning('id');
  return made.id;
}

const down: Migration['down'] = async (trx) => {
  for (const table of ['recents', 'favorites', 'page_tags', 'tags']) await trx.schema.dropTable(table);
};

export default { up, down } satisfies Migration;
