// What devices send that were without a connection, what came of each change, and what two people changed at once.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  await trx.schema.createTable('sync_queue', (table) => {
    table.increments('id');
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE');
    table.text('device_id').notNullable();
    // What the device calls the change; it is made once, however often it is sent.
    table.text('client_id').notNullable();
    table.text('type').notNullable();
    table.text('payload').notNullable();
    // Of the whole change as it came, so that another one under its name is known.
    table.text('fingerprint').notNullable();
    // Milliseconds since 1970 by the clock of the device, as far as that can be right.
    table.bigInteger('client_timestamp').notNullable();
    // Of what was changed, before and after.
    table.integer('version_before').notNullable().defaultTo(0);
    table.integer('server_version').notNullable().defaultTo(0);
    table.integer('page_id').index();
    table.text('status').notNullable().defaultTo('pending');
    table.integer('retries').notNullable().defaultTo(0);
    table.text('error');
    table.text('result');
    dialect.timestamp(table, 'created_at').notNullable().index();
    table.unique(['user_id', 'device_id', 'client_id'], { indexName: 'sync_queue_once' });
    table.index(['status', 'created_at'], 'sync_queue_waiting');
  });
  await trx.schema.createTable('sync_devices', (table) => {
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE');
    table.text('device_id').notNullable();
    table.text('name').notNullable().defaultTo('');
    dialect.timestamp(table, 'last_sync_at').notNullable().index();
    table.primary(['user_id', 'device_id']);
  });
  await trx.schema.createTable('sync_conflicts', (table) => {
    table.increments('id');
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE').index();
    table.text('device_id').notNullable();
    table.text('client_id').notNullable();
    // The page, row or page of a database that two changed.
    table.integer('target_id').notNullable().references('pages.id').onDelete('CASCADE').index();
    table.text('base_json').notNullable();
    table.text('mine_json').notNullable();
    table.integer('copy_page_id').references('pages.id').onDelete('SET NULL').index();
    table.text('state').notNullable().defaultTo('open');
    dialect.timestamp(table, 'created_at').notNullable().index();
    dialect.timestamp(table, 'resolved_at');
  });
};

const down: Migration['down'] = async (trx) => {
  for (const table of ['sync_conflicts', 'sync_devices', 'sync_queue']) await trx.schema.dropTable(table);
};

export default { up, down } satisfies Migration;
