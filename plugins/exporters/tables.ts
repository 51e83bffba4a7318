// The tables of this plugin, and what archives of people's work take of each.
import type { Tables } from '../../core/kernel/table.ts';

export const exportTables: Tables = {
  export_schedules: 'the clock of this installation',
  exports: 'files that were made of the same content',
};
