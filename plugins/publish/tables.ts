// The tables of this plugin, and what archives of people's work take of each.
import type { Tables } from '../../core/kernel/table.ts';

export const publicationTables: Tables = {
  publications: {
    by: ['page_id', 'pages'],
    key: ['page_id'],
    refs: {
      page_id: 'pages',
      published_by: 'users',
    },
    said: {
      form_ids: 'views',
    },
    omits: ['password_hash'],
    unless: 'password_hash',
    whole: true,
  },
};
