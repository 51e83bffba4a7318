// The tables of this plugin, and what archives of people's work take of each.
import type { Tables } from '../../core/kernel/table.ts';

export const commentTables: Tables = {
  comments: {
    by: ['page_id', 'pages'],
    refs: {
      page_id: 'pages',
      parent_id: 'comments',
      author_id: 'users',
      resolved_by: 'users',
    },
    said: {
      body: 'comment',
    },
  },
  comment_reactions: {
    by: ['comment_id', 'comments'],
    key: ['comment_id', 'user_id', 'emoji'],
    refs: {
      comment_id: 'comments',
      user_id: 'users',
    },
    needs: ['user_id'],
  },
  mentions: {
    by: ['page_id', 'pages'],
    refs: {
      page_id: 'pages',
      user_id: 'users',
      comment_id: 'comments',
      actor_id: 'users',
    },
    needs: ['user_id'],
    personal: 'user_id',
  },
};
