// Which comments an import made of what people said of a page in the source: each of them comes once.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = (trx) =>
  trx.schema.alterTable('import_items', (table) => table.text('remarks_json').notNullable().defaultTo('{}'));

const down: Migration['down'] = (trx) =>
  trx.schema.alterTable('import_items', (table) => table.dropColumn('remarks_json'));

export default { up, down } satisfies Migration;
