// The one ordered stream of domain events and the cursor of each of its readers.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  await trx.schema.createTable('domain_events', (table) => {
    table.increments('id');
    table.integer('seq').unique();
    table.text('event_id').notNullable().unique();
    table.text('type').notNullable();
    dialect.timestamp(table, 'timestamp').notNullable().index();
    table.text('data').notNullable();
    table.integer('actor_id').references('users.id').onDelete('SET NULL').index();
    table.integer('workspace_id').references('workspaces.id').onDelete('CASCADE').index();
    table.text('changed').notNullable().defaultTo('[]');
    table.text('origin').notNullable();
    table.integer('depth').notNullable().defaultTo(0);
  });
  await trx.schema.createTable('event_cursors', (table) => {
    table.text('name').primary();
    table.integer('position').notNullable();
    table.text('lease_owner');
    dialect.timestamp(table, 'lease_until');
    dialect.timestamp(table, 'updated_at').notNullable();
  });
};

const down: Migration['down'] = async (trx) => {
  await trx.schema.dropTable('event_cursors');
  await trx.schema.dropTable('domain_events');
};

export default { up, down } satisfies Migration;
