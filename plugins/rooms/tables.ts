// The tables of this plugin, and what archives of people's work take of each.
import type { Tables } from '../../core/kernel/table.ts';

export const roomTables: Tables = {
  page_doc: 'made of the body of the page when somebody opens it',
  page_doc_update: 'made of the body of the page when somebody opens it',
};
