// Steps that landed under other numbers than those of the specification: known by the names they have now.
import type { Knex } from 'knex';

const NOW = new Map([
  ['0027_webhooks', '0028_webhooks'],
  ['0028_automations', '0029_automations'],
  ['0029_agent_connectors', '0032_agent_connectors'],
  ['0031_forges', '0027_forges'],
]);

export const presentNames = (names: readonly string[]): string[] => names.map((name) => NOW.get(name) ?? name);

/** Writes the names of today into the ledger, where a release before wrote those of its day. */
export async function renameSteps(trx: Knex.Transaction, ledger: string, applied: readonly string[]): Promise<void> {
  const old = applied.filter((name) => NOW.has(name));
  for (const name of old)
    await trx(ledger)
      .where({ name })
      .update({ name: NOW.get(name) });
}
