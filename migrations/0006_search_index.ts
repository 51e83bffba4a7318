// The full-text index: normalised text of each page, and of each property value once databases exist.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  await dialect.createSearchIndex(trx);
};

const down: Migration['down'] = async (trx, dialect) => {
  await dialect.dropSearchIndex(trx);
};

export default { up, down } satisfies Migration;
