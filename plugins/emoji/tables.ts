// The tables of this plugin, and what archives of people's work take of each.
import type { Tables } from '../../core/kernel/table.ts';

export const emojiTables: Tables = {
  custom_emoji: {
    by: ['workspace_id', 'homes'],
    refs: {
      workspace_id: 'workspaces',
      file_id: 'files',
    },
    needs: ['file_id'],
  },
};
