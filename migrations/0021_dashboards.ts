// Dashboards: pages whose text is a grid of views of databases.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  await trx.schema.createTable('dashboards', (table) => {
    table.increments('id');
    table.integer('page_id').notNullable().unique().references('pages.id').onDelete('CASCADE');
    table.integer('created_by').references('users.id').onDelete('SET NULL').index();
    dialect.timestamp(table, 'created_at').notNullable();
  });
};

const down: Migration['down'] = async (trx) => {
  await trx.schema.dropTable('dashboards');
};

export default { up, down } satisfies Migration;
