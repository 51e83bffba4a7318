// Rollups are compared as what they show, and not only as numbers: those that there are get their cells in the background.
import type { Migration } from '../core/database/migrate.ts';

const KIND = 'databases.backfill-rollups';

const up: Migration['up'] = async (trx) => {
  if (!(await trx('collection_properties').where({ type: 'rollup' }).first('id'))) return;
  const now = new Date().toISOString();
  await trx('jobs').insert({ kind: KIND, payload: '{}', status: 'queued', run_at: now, created_at: now });
};

// Cells that nothing reads harm nobody.
const down: Migration['down'] = async (trx) => {
  await trx('jobs').where({ kind: KIND }).delete();
};

export default { up, down } satisfies Migration;
