// Databases: collections with typed properties and views, and rows, whose values are kept for reading and for queries;
// changes of a schema that go on row by row while people work; rules that open rows to the people they name.
import type { Knex } from 'knex';
import type { Dialect } from '../core/database/dialect.ts';
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  await trx.schema.createTable('collections', (table) => {
    table.increments('id');
    table.integer('page_id').notNullable().unique().references('pages.id').onDelete('CASCADE');
    table.text('description').notNullable().defaultTo('');
    table.integer('created_by').references('users.id').onDelete('SET NULL').index();
    dialect.timestamp(table, 'created_at').notNullable();
    // Numbers of its rows that have been given.
    table.integer('last_number').notNullable().defaultTo(0);
    // Rises with every change of any of its rows: what was counted before is void.
    table.integer('rows_version').notNullable().defaultTo(1);
  });
  await createSchema(trx, dialect);
  await createRows(trx, dialect);
  await createJobs(trx, dialect);
  await createRules(trx, dialect);
  await knowRows(trx);
};

async function createSchema(trx: Knex.Transaction, dialect: Dialect): Promise<void> {
  await trx.schema.createTable('collection_properties', (table) => {
    table.increments('id');
    table.integer('collection_id').notNullable().references('collections.id').onDelete('CASCADE');
    table.text('name').notNullable();
    table.text('type').notNullable();
    table.text('config_json').notNullable().defaultTo('{}');
    table.integer('position').notNullable();
    table.text('group_name').notNullable().defaultTo('');
    table.text('validation_json').notNullable().defaultTo('{}');
    dialect.timestamp(table, 'deleted_at');
    // Under which id its values are kept, where that is not its own.
    table.integer('storage_id').references('collection_properties.id').index();
    table.index(['collection_id', 'position'], 'collection_properties_order');
    table.index(['type', 'deleted_at'], 'collection_properties_type');
  });
  await trx.schema.createTable('collection_views', (table) => {
    table.increments('id');
    table.integer('collection_id').notNullable().references('collections.id').onDelete('CASCADE');
    table.text('name').notNullable();
    table.text('kind').notNullable();
    // Null: shared, else the view of one person.
    table.integer('created_by').references('users.id').onDelete('CASCADE').index();
    table.integer('position').notNullable();
    table.text('config_json').notNullable().defaultTo('{}');
    dialect.timestamp(table, 'updated_at').notNullable();
    table.index(['collection_id', 'position'], 'collection_views_order');
  });
  // What a change of the schema took from the rows, so that it can be taken back.
  await trx.schema.createTable('collection_changes', (table) => {
    table.increments('id');
    table.integer('collection_id').notNullable().references('collections.id').onDelete('CASCADE').index();
    table.integer('property_id').notNullable().references('collection_properties.id').onDelete('CASCADE').index();
    table.integer('created_by').references('users.id').onDelete('SET NULL').index();
    table.text('kind').notNullable();
    table.text('before_json').notNullable();
    table.text('values_json').notNullable();
    dialect.timestamp(table, 'created_at').notNullable();
  });
}

async function createRows(trx: Knex.Transaction, dialect: Dialect): Promise<void> {
  await trx.schema.createTable('collection_rows', (table) => {
    table.integer('page_id').primary().references('pages.id').onDelete('CASCADE');
    table.integer('collection_id').notNullable().references('collections.id').onDelete('CASCADE').index();
    table.integer('number').notNullable();
    // Values by property id.
    table.text('values_json').notNullable().defaultTo('{}');
    table.text('calendar_json').notNullable().defaultTo('');
  });
  await trx.schema.createTable('row_value', (table) => {
    table.integer('property_id').notNullable().references('collection_properties.id').onDelete('CASCADE');
    table.integer('row_id').notNullable().references('collection_rows.page_id').onDelete('CASCADE');
    table.integer('ord').notNullable().defaultTo(0);
    dialect.folded(table, 'text_key');
    table.specificType('num', 'double precision');
    dialect.timestamp(table, 'at_start');
    dialect.timestamp(table, 'at_end');
    table.integer('ref_id');
    table.primary(['row_id', 'property_id', 'ord']);
    table.index(['property_id', 'text_key', 'row_id', 'ord'], 'row_value_text');
    table.index(['property_id', 'num', 'row_id', 'ord'], 'row_value_num');
    table.index(['property_id', 'at_start', 'row_id', 'ord'], 'row_value_start');
    table.index(['property_id', 'ref_id', 'row_id'], 'row_value_ref');
  });
  await trx.schema.createTable('row_unique', (table) => {
    table.integer('property_id').notNullable().references('collection_properties.id').onDelete('CASCADE');
    dialect.folded(table, 'value_hash').notNullable();
    table.integer('row_id').notNullable().references('collection_rows.page_id').onDelete('CASCADE').index();
    table.primary(['property_id', 'value_hash']);
  });
}

/** How far each change of a schema is, and which rows changed in the meantime. */
async function createJobs(trx: Knex.Transaction, dialect: Dialect): Promise<void> {
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
  // By hand, because knex would build the table anew on SQLite, and each of the two names the other.
  await trx.raw(
    'alter table collections add column schema_job_id integer references schema_jobs (id) on delete set null',
  );
  await trx.schema.alterTable('collections', (table) => table.index('schema_job_id'));
}

async function createRules(trx: Knex.Transaction, dialect: Dialect): Promise<void> {
  await trx.schema.createTable('row_rules', (table) => {
    table.increments('id');
    table.integer('collection_id').notNullable().references('collections.id').onDelete('CASCADE');
    // Null: whoever made the row.
    table.integer('property_id').references('collection_properties.id').onDelete('CASCADE').index();
    table.text('role').notNullable();
    table.integer('granted_by').references('users.id').onDelete('SET NULL').index();
    dialect.timestamp(table, 'created_at').notNullable();
    table.unique(['collection_id', 'property_id']);
  });
  await trx.raw('create unique index row_rules_makers on row_rules (collection_id) where property_id is null');
}

/** Pages know whether they are rows: the tree leaves them out, and the places of rows are among rows. */
async function knowRows(trx: Knex.Transaction): Promise<void> {
  // Not by knex, which would rebuild the whole table on SQLite.
  await trx.raw('alter table pages add column collection_id integer references collections (id) on delete cascade');
  await trx.schema.alterTable('pages', (table) => {
    table.dropIndex([], 'pages_siblings');
    table.dropIndex([], 'pages_children');
    table.index(['workspace_id', 'parent_id', 'deleted_at', 'collection_id', 'position'], 'pages_siblings');
    table.index(['parent_id', 'deleted_at', 'collection_id'], 'pages_children');
    // Whether a reader sees every row is asked after each change of a row: this index knows without looking at the pages.
    table.index(['collection_id', 'deleted_at', 'access_root_id'], 'pages_rows');
    table.index(
      ['id', 'workspace_id', 'access_root_id', 'deleted_at', 'kind', 'collection_id'],
      'pages_visibility_index',
    );
  });
  await trx.raw('create index pages_row_makers on pages (collection_id, created_by) where collection_id is not null');
}

const down: Migration['down'] = async (trx) => {
  await trx.schema.alterTable('pages', (table) => {
    table.dropIndex([], 'pages_siblings');
    table.dropIndex([], 'pages_children');
    table.dropIndex([], 'pages_rows');
    table.dropIndex([], 'pages_visibility_index');
    table.dropIndex([], 'pages_row_makers');
  });
  await trx.schema.alterTable('pages', (table) => table.dropColumn('collection_id'));
  await trx.schema.alterTable('pages', (table) => {
    table.index(['workspace_id', 'parent_id', 'deleted_at', 'position'], 'pages_siblings');
    table.index(['parent_id', 'deleted_at'], 'pages_children');
  });
  await trx.schema.alterTable('collections', (table) => table.dropIndex('schema_job_id'));
  await trx.schema.alterTable('collections', (table) => table.dropColumn('schema_job_id'));
  for (const table of [
    'row_rules',
    'schema_job_rows',
    'schema_jobs',
    'row_unique',
    'row_value',
    'collection_rows',
    'collection_changes',
    'collection_views',
    'collection_properties',
    'collections',
  ])
    await trx.schema.dropTable(table);
};

export default { up, down } satisfies Migration;
