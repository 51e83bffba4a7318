// Whether what holds a token may use tools for agents that reach outside: people, rules, and other sites.
import type { Migration } from '../core/database/migrate.ts';

const up: Migration['up'] = async (trx, dialect) => {
  await trx.schema.alterTable('api_tokens', (table) => {
    dialect.flag(table, 'mcp_outward');
  });
};

const down: Migration['down'] = async (trx) => {
  await trx.schema.alterTable('api_tokens', (table) => {
    table.dropColumn('mcp_outward');
  });
};

export default { up, down };
