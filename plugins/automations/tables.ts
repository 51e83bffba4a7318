// The tables of this plugin, and what archives of people's work take of each.
import type { Tables } from '../../core/kernel/table.ts';

export const automationTables: Tables = {
  automations: 'acts with the rights of people, who are only named',
  automation_revision: 'counted anew',
  automation_runs: 'told already',
};
