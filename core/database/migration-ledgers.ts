// All ledgers of migrations of one database: that of the program, and one for each plugin that brings its own tables.

import { ConfigProblem } from '../boot/config.ts';
import type { Manifest } from '../kernel/plugin.ts';
import { type Database, DatabaseProblem } from './database.ts';
import { type Migrator, migrator } from './migrate.ts';

/** One line of migrations; `owner` is `commonplace` or the name of a plugin. */
export interface Ledger {
  owner: string;
  migrator: Migrator;
}

/** Who owns the program's own ledger. */
const OWN = 'commonplace';
/** Around the name of a plugin in that of its ledger. */
const [BEFORE, BEHIND] = ['plugin_', '_migrations'];

/** The program's own ledger first, then those of plugins in boot order. */
export function ledgersOf(database: Database, manifests: Manifest[]): Ledger[] {
  const own = { owner: OWN, migrator: migrator(database) };
  const others = manifests.flatMap(({ name, migrations: directory }) => {
    if (!directory) return [];
    const table = `${BEFORE}${name.replaceAll('-', '_')}${BEHIND}`;
    return [{ owner: name, migrator: migrator(database, { directory, table }) }];
  });
  return [own, ...others];
}

/** By owner the steps that have run, also those of plugins that are gone and have left their tables. */
export async function stepsByOwner(database: Database, ledgers: readonly Ledger[]): Promise<Record<string, string[]>> {
  const steps: Record<string, string[]> = {};
  for (const { owner, migrator: own } of ledgers) steps[owner] = (await own.status()).applied;
  for (const table of await database.dialect.pluginLedgers(database.reader)) {
    const owner = table.slice(BEFORE.length, -BEHIND.length).replaceAll('_', '-');
    const left: string[] = steps[owner] ?? (await database.reader(table).orderBy('id').pluck('name'));
    if (left.length) steps[owner] = left;
  }
  return steps;
}

/** Whoever has twenty extensions is told whose step it was. */
async function upFor(owner: string, steps: Migrator): Promise<void> {
  try {
    await steps.up();
  } catch (error) {
    if (owner === OWN || !(error instanceof DatabaseProblem)) throw error;
    throw new DatabaseProblem(`plugin ${owner}: ${error.message}`, { cause: error });
  }
}

/** Brings the schema up to date; or only asks whether it is. @throws ConfigProblem where it is not */
export async function applyMigrations(database: Database, manifests: Manifest[], apply: boolean): Promise<void> {
  for (const { owner, migrator: steps } of ledgersOf(database, manifests)) {
    if (apply) {
      await upFor(owner, steps);
      continue;
    }
    const { pending } = await steps.status();
    if (pending.length)
      throw new ConfigProblem(
        `The database misses ${pending.length} migrations of ${owner}: run commonplace migrate up`,
      );
  }
}
