// The tables of this plugin, and what archives of people's work take of each.
import type { Tables } from '../../core/kernel/table.ts';

export const adminTables: Tables = {
  health_findings: 'of this installation',
};
