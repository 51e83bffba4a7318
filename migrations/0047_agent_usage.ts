// What people used of the agent in conversations that they have deleted since: nothing but sums a person and day.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx) => {
  await trx.schema.createTable('agent_usage', (table) => {
    table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE');
    // In UTC, as runs are counted.
    table.text('day').notNullable();
    table.integer('runs').notNullable().defaultTo(0);
    table.bigInteger('tokens_in').notNullable().defaultTo(0);
    table.bigInteger('tokens_out').notNullable().defaultTo(0);
    table.primary(['user_id', 'day']);
    table.index('day', 'agent_usage_day');
  });
};

const down: Migration['down'] = async (trx) => {
  await trx.schema.dropTable('agent_usage');
};

export default { up, down };
