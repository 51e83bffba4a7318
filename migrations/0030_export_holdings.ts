// What an export holds: whoever fetches it has to see all of that still.
import type { Migration } from '../core/database/migrate.ts';

// Without a value: nobody knows what the export holds, because it was made before this was kept.
const up: Migration['up'] = (trx) => trx.schema.alterTable('exports', (table) => table.text('holds_json'));

const down: Migration['down'] = (trx) => trx.schema.alterTable('exports', (table) => table.dropColumn('holds_json'));

export default { up, down } satisfies Migration;
