// The tables of this plugin, and what archives of people's work take of each.
import type { Tables } from '../../core/kernel/table.ts';

export const importTables: Tables = {
  import_items: 'where things came from before',
  import_jobs: 'where things came from before',
};
