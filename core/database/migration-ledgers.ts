// All ledgers of migrations of one database: that of the program, and one for each plugin that brings its own tables.

import type { Manifest } from '../kernel/plugin.ts';
import type { Database } from './database.ts';
import { type Migrator, migrator } from './migrate.ts';

/** One line of migrations; `owner` is `commonplace` or the name of a plugin. */
export interface Ledger {
  owner: string;
  migrator: Migrator;
}

/** The program's own ledger first, then those of plugins in boot order. */
export function ledgersOf(database: Database, manifests: Manifest[]): Ledger[] {
  const own = { owner: 'commonplace', migrator: migrator(database) };
  const others = manifests.flatMap(({ name, migrations: directory }) => {
    if (!directory) return [];
    const table = `plugin_${name.replaceAll('-', '_')}_migrations`;
    return [{ owner: name, migrator: migrator(database, { directory, table }) }];
  });
  return [own, ...others];
}
