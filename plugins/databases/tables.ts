// The tables of this plugin, and what archives of people's work take of each.
import type { Tables } from '../../core/kernel/table.ts';

export const databaseTables: Tables = {
  collections: {
    by: ['page_id', 'pages'],
    refs: {
      page_id: 'pages',
      created_by: 'users',
    },
    omits: ['schema_job_id'],
  },
  collection_properties: {
    by: ['collection_id', 'collections'],
    refs: {
      collection_id: 'collections',
    },
    said: {
      config_json: 'config',
    },
    omits: ['deleted_at', 'storage_id'],
    unless: 'deleted_at',
  },
  collection_views: {
    by: ['collection_id', 'collections'],
    refs: {
      collection_id: 'collections',
      created_by: 'users',
    },
    said: {
      config_json: 'view',
    },
    personal: 'created_by',
  },
  dashboards: {
    by: ['page_id', 'pages'],
    refs: {
      page_id: 'pages',
      created_by: 'users',
    },
  },
  row_templates: {
    by: ['collection_id', 'collections'],
    refs: {
      collection_id: 'collections',
      created_by: 'users',
    },
    said: {
      values_json: 'values',
      blocks_json: 'blocks',
      icon: 'icon',
    },
  },
  database_templates: {
    by: ['workspace_id', 'homes'],
    refs: {
      workspace_id: 'workspaces',
      created_by: 'users',
    },
    said: {
      icon: 'icon',
    },
  },
  collection_rows: {
    by: ['page_id', 'pages'],
    key: ['page_id'],
    refs: {
      page_id: 'pages',
      collection_id: 'collections',
    },
    needs: ['collection_id'],
    said: {
      values_json: 'values',
    },
  },
  row_value: {
    by: ['row_id', 'pages'],
    key: ['row_id', 'property_id', 'ord'],
    refs: {
      row_id: 'pages',
      property_id: 'collection_properties',
    },
    needs: ['property_id'],
  },
  row_unique: {
    by: ['row_id', 'pages'],
    key: ['row_id', 'property_id'],
    refs: {
      row_id: 'pages',
      property_id: 'collection_properties',
    },
    needs: ['property_id'],
  },
  sprints: {
    by: ['collection_id', 'collections'],
    refs: {
      collection_id: 'collections',
      points_property_id: 'collection_properties',
      done_property_id: 'collection_properties',
      created_by: 'users',
    },
  },
  sprint_rows: {
    by: ['sprint_id', 'sprints'],
    key: ['sprint_id', 'row_id'],
    refs: {
      sprint_id: 'sprints',
      row_id: 'pages',
    },
    needs: ['row_id'],
  },
  calendar_feeds: 'secrets',
  view_drafts: 'what one person tries on a view of everybody',
  collection_changes: 'undo of the last days',
  schema_job_rows: 'work of this installation',
  schema_jobs: 'work of this installation',
  table_intakes: 'tables that are half here',
};
