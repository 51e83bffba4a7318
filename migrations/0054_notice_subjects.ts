// What a notice is about that is about no page: its title names that.

import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx) => {
  await trx.schema.alterTable('notifications', (table) => {
    table.string('subject', 500).nullable();
  });
};

const down: Migration['down'] = async (trx) => {
  await trx.schema.alterTable('notifications', (table) => {
    table.dropColumn('subject');
  });
};

export default { up, down } satisfies Migration;
