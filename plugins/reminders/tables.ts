// The tables of this plugin, and what archives of people's work take of each.
import type { Tables } from '../../core/kernel/table.ts';

export const reminderTables: Tables = {
  row_reminders: {
    by: ['row_id', 'pages'],
    key: ['row_id'],
    refs: {
      row_id: 'pages',
    },
    tells: true,
  },
  reminder_log: {
    by: ['row_id', 'pages'],
    key: ['row_id', 'occurrence'],
    refs: {
      row_id: 'pages',
    },
    tells: true,
  },
  row_assignees: {
    by: ['row_id', 'pages'],
    key: ['row_id', 'user_id'],
    refs: {
      row_id: 'pages',
      user_id: 'users',
    },
    needs: ['user_id'],
    tells: true,
  },
};
