// The tables of this plugin, and what archives of people's work take of each.
import type { Tables } from '../../core/kernel/table.ts';

export const permissionTables: Tables = {
  groups: {
    by: ['workspace_id', 'homes'],
    refs: {
      workspace_id: 'workspaces',
      created_by: 'users',
    },
    whole: true,
  },
  group_members: {
    by: ['group_id', 'groups'],
    key: ['group_id', 'user_id'],
    refs: {
      group_id: 'groups',
      user_id: 'users',
    },
    needs: ['user_id'],
    whole: true,
  },
  page_permissions: {
    by: ['page_id', 'pages'],
    refs: {
      page_id: 'pages',
      user_id: 'users',
      group_id: 'groups',
      granted_by: 'users',
    },
    omits: ['token_hash'],
    whole: true,
  },
  row_rules: {
    by: ['collection_id', 'collections'],
    refs: {
      collection_id: 'collections',
      property_id: 'collection_properties',
      granted_by: 'users',
    },
    whole: true,
  },
  property_permissions: {
    by: ['property_id', 'collection_properties'],
    refs: {
      collection_id: 'collections',
      property_id: 'collection_properties',
      user_id: 'users',
      group_id: 'groups',
      granted_by: 'users',
    },
    needs: ['property_id'],
    whole: true,
  },
  access_requests: 'questions that wait for an answer here',
  permission_audit: 'the record of this installation',
};
