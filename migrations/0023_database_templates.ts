// What rows and databases start from, tables on their way into a database, and sprints with the rows that are planned into them.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  await trx.schema.createTable('row_templates', (table) => {
    table.increments('id');
    table.integer('collection_id').notNullable().references('collections.id').onDelete('CASCADE').index();
    table.text('name').notNullable();
    table.text('icon').notNullable().defaultTo('');
    // By property id.
    table.text('values_json').notNullable().defaultTo('{}');
    table.text('blocks_json').notNullable().defaultTo('[]');
    // What new rows start from unless they say otherwise.
    dialect.flag(table, 'is_default');
    table.integer('created_by').references('users.id').onDelete('SET NULL').index();
    dialect.timestamp(table, 'created_at').notNullable();
    dialect.timestamp(table, 'updated_at').notNullable();
  });
  await trx.schema.createTable('database_templates', (table) => {
    table.increments('id');
    // Null: of the whole service.
    table.integer('workspace_id').references('workspaces.id').onDelete('CASCADE');
    table.text('name').notNullable();
    // Folded, so that a name is one whatever its capitals.
    dialect.folded(table, 'name_key').notNullable();
    table.text('icon').notNullable().defaultTo('📋');
    table.text('description').notNullable().defaultTo('');
    table.text('schema_json').notNullable().defaultTo('[]');
    // What views name are places in the schema.
    table.text('views_json').notNullable().defaultTo('[]');
    table.integer('created_by').references('users.id').onDelete('SET NULL').index();
    dialect.timestamp(table, 'created_at').notNullable();
    table.unique(['workspace_id', 'name_key'], { indexName: 'database_templates_name' });
  });
  // Tables that were pasted or uploaded into a database; the text goes once it is read.
  await trx.schema.createTable('table_intakes', (table) => {
    table.increments('id');
    table.integer('collection_id').notNullable().references('collections.id').onDelete('CASCADE').index();
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE').index();
    table.text('status').notNullable();
    table.text('text').notNullable();
    table.text('separator').notNullable();
    dialect.flag(table, 'has_header');
    table.text('targets_json').notNullable();
    table.integer('done').notNullable().defaultTo(0);
    table.integer('total').notNullable().defaultTo(0);
    table.integer('created').notNullable().defaultTo(0);
    table.text('faults_json').notNullable().defaultTo('[]');
    dialect.timestamp(table, 'created_at').notNullable();
  });
  await trx.schema.createTable('sprints', (table) => {
    table.increments('id');
    table.integer('collection_id').notNullable().references('collections.id').onDelete('CASCADE').index();
    table.text('name').notNullable();
    table.text('goal').notNullable().defaultTo('');
    // Days, 2026-11-20.
    table.text('starts_on').notNullable();
    table.text('ends_on').notNullable();
    table.text('state').notNullable().defaultTo('planned');
    table.specificType('capacity', 'double precision');
    // A number that says how much a row is, and a status or checkbox that says when it is done.
    table.integer('points_property_id').references('collection_properties.id').onDelete('SET NULL').index();
    table.integer('done_property_id').references('collection_properties.id').onDelete('SET NULL').index();
    table.integer('created_by').references('users.id').onDelete('SET NULL').index();
    dialect.timestamp(table, 'created_at').notNullable();
    dialect.timestamp(table, 'updated_at').notNullable();
  });
  await trx.schema.createTable('sprint_rows', (table) => {
    table.integer('sprint_id').notNullable().references('sprints.id').onDelete('CASCADE');
    table.integer('row_id').notNullable().references('pages.id').onDelete('CASCADE').index();
    dialect.timestamp(table, 'added_at').notNullable();
    dialect.timestamp(table, 'done_at');
    table.primary(['sprint_id', 'row_id']);
  });
};

const down: Migration['down'] = async (trx) => {
  for (const table of ['sprint_rows', 'sprints', 'table_intakes', 'database_templates', 'row_templates'])
    await trx.schema.dropTable(table);
};

export default { up, down } satisfies Migration;
