// The tables of this plugin, and what archives of people's work take of each.
import type { Tables } from '../../core/kernel/table.ts';

export const connectorTables: Tables = {
  agent_connectors: 'secrets, and addresses that a person reads from this installation',
};
