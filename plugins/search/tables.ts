// The tables of this plugin, and what archives of people's work take of each.
import type { Tables } from '../../core/kernel/table.ts';

export const searchTables: Tables = {
  search_entries: 'made of the pages',
};
