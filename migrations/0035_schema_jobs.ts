// Changes of a schema that go on row by row while people work: how far each is, and which rows changed in the meantime.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  await trx.schema.createTable('schema_jobs', (table) => {
    table.increments('id');
    table.integer('collection_id').notNullable().references('collections.id').onDelete('CASCADE').index();
    table.integer('user_id').references('users.id').onDelete('SET NULL').index();
    table.text('status').notNullable();
    table.text('plan_json').notNullable();
    // The phase that it is in, and the last row of it that is done.
    table.integer('phase').notNullable().defaultTo(0);
    table.integer('after_row').notNullable().defaultTo(0);
    table.integer('done').notNullable().defaultTo(0);
    table.integer('total').notNullable();
    table.integer('undo_id');
    table.text('error').notNullable().defaultTo('');
    dialect.timestamp(table, 'created_at').notNullable();
    dialect.timestamp(table, 'finished_at');
  });
  await trx.schema.createTable('schema_job_rows', (table) => {
    table.integer('job_id').notNullable().references('schema_jobs.id').onDelete('CASCADE');
    table.integer('row_id').notNullable().references('collection_rows.page_id').onDelete('CASCADE').index();
    table.primary(['job_id', 'row_id']);
  });
  // Not by knex, which would rebuild these tables on SQLite.
  await trx.raw(
    'alter table collections add column schema_job_id integer references schema_jobs (id) on delete set null',
  );
  // Under which id the values of a property are kept, where that is not its own.
  await trx.raw(
    'alter table collection_properties add column storage_id integer references collection_properties (id)',
  );
  await trx.schema.alterTable('collections', (table) => table.index('schema_job_id'));
  await trx.schema.alterTable('collection_properties', (table) => table.index('storage_id'));
};

const down: Migration['down'] = async (trx) => {
  await trx.schema.alterTable('collections', (table) => table.dropIndex('schema_job_id'));
  await trx.schema.alterTable('collection_properties', (table) => table.dropIndex('storage_id'));
  await trx.schema.alterTable('collections', (table) => table.dropColumn('schema_job_id'));
  await trx.schema.alterTable('collection_properties', (table) => table.dropColumn('storage_id'));
  await trx.schema.dropTable('schema_job_rows');
  await trx.schema.dropTable('schema_jobs');
};

export default { up, down } satisfies Migration;
