// What a run fills a property with, so that one that was interrupted goes on as such.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx) => {
  await trx.schema.alterTable('agent_runs', (table) => {
    table.text('fill_json');
  });
};

const down: Migration['down'] = async (trx) => {
  await trx.schema.alterTable('agent_runs', (table) => {
    table.dropColumn('fill_json');
  });
};

export default { up, down };
