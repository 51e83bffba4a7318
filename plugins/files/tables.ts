// The tables of this plugin, and what archives of people's work take of each.
import type { Tables } from '../../core/kernel/table.ts';

export const fileTables: Tables = {
  file_references: {
    by: ['page_id', 'pages'],
    key: ['page_id', 'file_id'],
    refs: {
      page_id: 'pages',
      file_id: 'files',
    },
    needs: ['file_id'],
  },
  files: {
    by: ['id', 'files'],
    refs: {
      workspace_id: 'workspaces',
      created_by: 'users',
    },
    omits: ['filename'],
    stored: 'filename',
    last: true,
  },
  uploads: 'files that are half here',
};
