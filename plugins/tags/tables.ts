// The tables of this plugin, and what archives of people's work take of each.
import type { Tables } from '../../core/kernel/table.ts';

export const tagTables: Tables = {
  tags: {
    by: ['user_id', 'people'],
    refs: {
      user_id: 'users',
    },
    needs: ['user_id'],
    same: ['user_id', 'name_key'],
    personal: 'user_id',
  },
  page_tags: {
    by: ['page_id', 'pages'],
    key: ['page_id', 'tag_id'],
    refs: {
      page_id: 'pages',
      tag_id: 'tags',
    },
    needs: ['tag_id'],
  },
};
