// A pooler of connections before the server, such as PgBouncer in transaction mode.
import { DatabaseProblem } from '../connection-errors.ts';
import type { PrimaryFinder } from './hosts.ts';

/** What each statement relies on; a pooler does not pass it on from a connection to its servers. */
const RELIED_ON = [
  ...['TimeZone', 'DateStyle', 'default_transaction_isolation', 'hash_mem_multiplier'],
  ...['max_parallel_workers_per_gather', 'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'],
];

const SETTINGS = `select current_user as role, current_database() as database,
  ${RELIED_ON.map((name) => `current_setting('${name}') as "${name}"`).join(', ')}`;

async function settingsOf(finder: PrimaryFinder): Promise<Record<string, string>> {
  const client = await finder.connect();
  try {
    return (await client.query(SETTINGS)).rows[0];
  } finally {
    await client.end();
  }
}

const quoted = (name: string | undefined): string => `"${(name ?? '').replaceAll('"', '""')}"`;

/**
 * Whether what comes through the pooler is treated as what comes to the server itself.
 * @throws DatabaseProblem one that names the statements to run
 */
export async function checkPooler(primary: PrimaryFinder, pooler: PrimaryFinder, name: string): Promise<void> {
  const direct = await settingsOf(primary);
  const pooled = await settingsOf(pooler).catch((error) => {
    throw new DatabaseProblem(`The pooler in DATABASE_POOLER_URL cannot be used at ${name}: ${error.message}`, {
      cause: error,
    });
  });
  if (pooled.database !== direct.database)
    throw new DatabaseProblem(
      `DATABASE_POOLER_URL leads to the database ${pooled.database}, and DATABASE_URL to ${direct.database}`,
    );
  const place = `ALTER ROLE ${quoted(pooled.role)} IN DATABASE ${quoted(pooled.database)} SET`;
  const statements = RELIED_ON.filter((one) => pooled[one] !== direct[one]).map(
    (one) => `${place} ${one} = '${direct[one]}';`,
  );
  if (statements.length)
    throw new DatabaseProblem(
      `The pooler at ${name} needs settings of its database user. Run ${statements.join(' ')} and then RECONNECT on the pooler`,
    );
}
