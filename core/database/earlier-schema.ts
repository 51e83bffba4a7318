// Databases from before the steps of the first release were put together: refused as they are, and read from a backup.
import type { Knex } from 'knex';
import { DatabaseProblem } from './connection-errors.ts';

/** The last step of the last release that made them. */
export const LAST_EARLIER = '0032_closed_synced_blocks';

/** So many steps of today make what that one had, and columns that have come since. */
export const STEPS_TOGETHER = 25;

/** Steps that exist no more; what they made is made by those before them. */
const GONE = new Set([
  '0021_covering_indexes',
  '0026_dashboards',
  '0027_row_rules',
  '0028_row_places',
  '0029_import_remarks',
  '0030_export_holdings',
  '0031_rollup_cells',
  LAST_EARLIER,
]);

/** How many steps have the names that they had. */
const SAME = 20;

export const isEarlier = (applied: readonly string[]): boolean => applied.some((name) => GONE.has(name));

/** @throws DatabaseProblem saying how what is in such a database is brought over */
export async function refuseEarlier(db: Knex, applied: readonly string[]): Promise<void> {
  const isUnfinished =
    applied.length > 0 && applied.length <= SAME && !(await db.schema.hasColumn('users', 'email_confirmed_at'));
  if (!isUnfinished && !isEarlier(applied)) return;
  throw new DatabaseProblem(
    'The database was made by a release before the first one: run `commonplace backup` with that release, and `commonplace restore` with this one in an empty folder or database',
  );
}

/** What steps that exist no more would do with rows that were brought over. */
export async function mendEarlier(trx: Knex.Transaction): Promise<void> {
  // Whoever is here was let in by the rules of their day.
  await trx('users').update({ email_confirmed_at: trx.ref('created_at') });
  for (const [before, after] of [
    ['collections.forget-changes', 'databases.purge-changes'],
    ['collections.take-table', 'databases.import-table'],
  ])
    await trx('jobs').where({ kind: before }).update({ kind: after });
  // What has begun under the name that a plugin had is not told anew.
  await trx('event_cursors')
    .where('name', 'like', 'collections:%')
    .update({ name: trx.raw("replace(name, 'collections:', 'databases:')") });
}

/** Steps that landed under other numbers than those of the specification, and what they are called now. */
const RENAMED = new Map([
  ['0027_webhooks', '0028_webhooks'],
  ['0028_automations', '0029_automations'],
  ['0029_agent_connectors', '0032_agent_connectors'],
  ['0031_forges', '0027_forges'],
]);

export const presentNames = (names: readonly string[]): string[] => names.map((name) => RENAMED.get(name) ?? name);

/** Writes the names of today into the ledger, where a release before wrote those of its day. */
export async function renameSteps(trx: Knex.Transaction, ledger: string, applied: readonly string[]): Promise<void> {
  const old = applied.filter((name) => RENAMED.has(name));
  for (const name of old)
    await trx(ledger)
      .where({ name })
      .update({ name: RENAMED.get(name) });
}
