// What administrators look after: backups that the service makes, what its checks found, and the room of each workspace.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  await trx.schema.createTable('backups', (table) => {
    table.increments('id');
    // Within DATA_DIR/backups of the machine that made it.
    table.text('file').notNullable();
    table.text('state').notNullable().index();
    table.text('cause').notNullable();
    table.bigInteger('bytes').notNullable().defaultTo(0);
    table.integer('rows').notNullable().defaultTo(0);
    table.integer('missing').notNullable().defaultTo(0);
    table.text('error').notNullable().defaultTo('');
    table.integer('created_by').references('users.id').onDelete('SET NULL').index();
    dialect.timestamp(table, 'created_at').notNullable();
    dialect.timestamp(table, 'finished_at');
    dialect.timestamp(table, 'verified_at');
  });
  await trx.schema.createTable('health_findings', (table) => {
    table.text('name').primary();
    dialect.flag(table, 'ok');
    table.text('detail').notNullable();
    dialect.timestamp(table, 'checked_at').notNullable();
  });
  await trx.schema.alterTable('workspaces', (table) => {
    table.integer('quota_mb');
  });
};

const down: Migration['down'] = async (trx) => {
  await trx.schema.alterTable('workspaces', (table) => void table.dropColumn('quota_mb'));
  for (const table of ['health_findings', 'backups']) await trx.schema.dropTable(table);
};

export default { up, down } satisfies Migration;
