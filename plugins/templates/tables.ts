// The tables of this plugin, and what archives of people's work take of each.
import type { Tables } from '../../core/kernel/table.ts';

export const templateTables: Tables = {
  page_templates: {
    by: ['workspace_id', 'homes'],
    refs: {
      workspace_id: 'workspaces',
      created_by: 'users',
    },
    said: {
      blocks_json: 'blocks',
      icon: 'icon',
    },
  },
  page_template_files: {
    by: ['template_id', 'page_templates'],
    key: ['template_id', 'file_id'],
    refs: {
      template_id: 'page_templates',
      file_id: 'files',
    },
    needs: ['file_id'],
  },
  page_template_defaults: {
    by: ['page_id', 'pages'],
    key: ['page_id'],
    refs: {
      page_id: 'pages',
      template_id: 'page_templates',
    },
  },
};
