// The tables of this plugin, and what archives of people's work take of each.
import type { Tables } from '../../core/kernel/table.ts';

export const workspaceTables: Tables = {
  workspaces: {
    by: ['id', 'workspaces'],
    refs: {
      owner_id: 'users',
    },
    omits: ['deleted_at'],
  },
  workspace_members: {
    by: ['workspace_id', 'homes'],
    key: ['workspace_id', 'user_id'],
    refs: {
      workspace_id: 'workspaces',
      user_id: 'users',
    },
    needs: ['user_id'],
    omits: ['source'],
    whole: true,
  },
  invitations: 'secrets',
  permission_epochs: 'made with each workspace',
};
