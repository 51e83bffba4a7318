// The tables of this plugin, and what archives of people's work take of each.
import type { Tables } from '../../core/kernel/table.ts';

export const libraryTables: Tables = {
  library_filters: 'how one person looks at the library of this installation',
};
