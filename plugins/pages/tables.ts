// The tables of this plugin, and what archives of people's work take of each.
import type { Tables } from '../../core/kernel/table.ts';

export const pageTables: Tables = {
  pages: {
    by: ['id', 'pages'],
    omits: ['deleted_at', 'deleted_with'],
    refs: {
      workspace_id: 'workspaces',
      parent_id: 'pages',
      access_root_id: 'pages',
      collection_id: 'collections',
      locked_by: 'users',
      created_by: 'users',
      updated_by: 'users',
    },
    said: {
      content: 'blocks',
      cover_url: 'address',
      page_icon: 'icon',
    },
  },
  page_versions: {
    by: ['page_id', 'pages'],
    refs: {
      page_id: 'pages',
      user_id: 'users',
    },
    said: {
      blocks_json: 'blocks',
    },
  },
  page_authors: {
    by: ['page_id', 'pages'],
    refs: {
      page_id: 'pages',
      version_id: 'page_versions',
      user_id: 'users',
    },
    needs: ['user_id'],
  },
  page_links: {
    by: ['source_page_id', 'pages'],
    key: ['source_page_id', 'target_page_id'],
    refs: {
      source_page_id: 'pages',
      target_page_id: 'pages',
    },
    needs: ['target_page_id'],
  },
  page_copies: 'work of this installation',
  page_copy_pages: 'work of this installation',
  subtree_job_pages: 'work of this installation',
  subtree_jobs: 'work of this installation',
};
