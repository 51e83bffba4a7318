// Who took back what an agent did and when, and why the rest stays as it is.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  await trx.schema.alterTable('agent_actions', (table) => {
    dialect.timestamp(table, 'undone_at');
    table.integer('undone_by').references('users.id').onDelete('SET NULL').index();
    // What stood in the way when it was to be undone: changed, went_out or refused; and whoever had changed it.
    table.text('kept_reason');
    table.integer('kept_by').references('users.id').onDelete('SET NULL').index();
  });
};

const down: Migration['down'] = async (trx) => {
  await trx.schema.alterTable('agent_actions', (table) => {
    table.dropForeign('undone_by');
    table.dropForeign('kept_by');
    table.dropColumns('undone_at', 'undone_by', 'kept_reason', 'kept_by');
  });
};

export default { up, down };
