// Which process does the work of an Idempotency-Key, so that nobody waits for one that has died.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = (trx) =>
  trx.schema.alterTable('idempotency_keys', (table) => {
    table.text('held_by').notNullable().defaultTo('');
  });

const down: Migration['down'] = (trx) =>
  trx.schema.alterTable('idempotency_keys', (table) => table.dropColumn('held_by'));

export default { up, down } satisfies Migration;
