// What follows a change of a large subtree of pages slice by slice, and a deletion that is written to its pages quickly.
import type { Knex } from 'knex';
import type { Migration } from '../core/database/migrate.ts';

/** The last line of the table as the first step has made it. */
const REFERENCE = ', foreign key(`deleted_with`) references `pages`(`id`) on delete SET NULL';

/**
 * SQLite writes a row to every index of its table when a column changes that refers to the table itself: the deletion of
 * 200,000 pages took 4 s to write, and takes 2 s without it. A table of that size is not built anew for it: the schema is
 * changed where it stands, as SQLite's documentation of ALTER TABLE tells for constraints that go.
 */
async function inSchema(trx: Knex.Transaction, change: (sql: string) => string): Promise<void> {
  const pages = { type: 'table', name: 'pages' };
  const { sql } = await trx('sqlite_master').where(pages).first('sql');
  const changed = change(sql);
  if (changed === sql) throw new Error('the table of pages is not as it was made');
  await trx.raw('pragma writable_schema = on');
  await trx('sqlite_master').where(pages).update({ sql: changed });
  await trx.raw('pragma writable_schema = reset');
}

const up: Migration['up'] = async (trx, dialect) => {
  if (dialect.engine === 'sqlite') await inSchema(trx, (sql) => sql.replace(REFERENCE, ''));
  else await trx.schema.alterTable('pages', (table) => table.dropForeign('deleted_with'));
  await trx.schema.createTable('subtree_jobs', (table) => {
    table.increments('id');
    table.integer('workspace_id').notNullable().references('workspaces.id').onDelete('CASCADE').index();
    table.integer('user_id').references('users.id').onDelete('SET NULL').index();
    table.text('origin').notNullable();
    table.text('change').notNullable();
    // Up to which place it has told of its pages, where they are told of before anything else is done.
    table.integer('told').notNullable().defaultTo(0);
    dialect.flag(table, 'is_stuck');
    dialect.timestamp(table, 'created_at').notNullable();
  });
  await trx.schema.createTable('subtree_job_pages', (table) => {
    table.integer('job_id').notNullable().references('subtree_jobs.id').onDelete('CASCADE');
    table.integer('place').notNullable();
    // No reference: each page that goes would be looked for here.
    table.integer('page_id').notNullable().index();
    table.primary(['job_id', 'place']);
  });
};

const down: Migration['down'] = async (trx, dialect) => {
  await trx.schema.dropTable('subtree_job_pages');
  await trx.schema.dropTable('subtree_jobs');
  if (dialect.engine === 'sqlite')
    return inSchema(trx, (sql) => sql.replace(/(foreign key\(`access_root_id`\)[^)]*\)[^,)]*)/, `$1${REFERENCE}`));
  await trx.schema.alterTable('pages', (table) =>
    table.foreign('deleted_with').references('pages.id').onDelete('SET NULL'),
  );
};

export default { up, down } satisfies Migration;
