// The tables of this plugin; archives of people's work take none of them.
import type { Tables } from '../../core/kernel/table.ts';

export const forgeTables: Tables = {
  forge_accounts: 'secrets',
  forge_deliveries: 'messages that were taken',
  forges: 'secrets',
  projects: 'where things come from elsewhere',
};
