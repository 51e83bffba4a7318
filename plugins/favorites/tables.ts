// The tables of this plugin, and what archives of people's work take of each.
import type { Tables } from '../../core/kernel/table.ts';

export const favoriteTables: Tables = {
  favorites: {
    by: ['page_id', 'pages'],
    key: ['page_id', 'user_id'],
    refs: {
      page_id: 'pages',
      user_id: 'users',
    },
    needs: ['user_id'],
    personal: 'user_id',
  },
  recents: 'what somebody looked at',
};
