// Beginnings of words in the search index of SQLite: what somebody types is looked for at each key.
import type { Migration } from '../core/database/migrate.ts';

const migration: Migration = {
  async up(trx, dialect) {
    if (dialect.engine === 'sqlite') await dialect.rebuildSearchIndex(trx);
  },

  // An index that holds more serves what came before as well.
  async down() {},
};
export default migration;
