// The tables of this plugin, and what archives of people's work take of each.
import type { Tables } from '../../core/kernel/table.ts';

export const syncedBlockTables: Tables = {
  synced_blocks: {
    by: ['workspace_id', 'homes'],
    within: 'origin_page_id',
    refs: {
      workspace_id: 'workspaces',
      origin_page_id: 'pages',
      created_by: 'users',
    },
    said: {
      content: 'blocks',
    },
  },
  page_synced_refs: {
    by: ['page_id', 'pages'],
    key: ['page_id', 'synced_block_id'],
    refs: {
      page_id: 'pages',
      synced_block_id: 'synced_blocks',
    },
    needs: ['synced_block_id'],
  },
};
