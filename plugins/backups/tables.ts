// The tables of this plugin, and what archives of people's work take of each.
import type { Tables } from '../../core/kernel/table.ts';

export const backupTables: Tables = {
  backups: 'they lie on the machine that made them',
};
