// What an archive holds, as data: its tables in the order in which they are written, and what their columns refer to.

/**
 * The lists that every archive begins with: its workspaces, those of them that are exported whole, its pages, and the
 * people whose own things it holds. Other rows are found by the numbers of a table before theirs.
 */
export type ListName = 'workspaces' | 'homes' | 'pages' | 'people';

/** How a column of JSON or text names things; what each is, is in mapping.ts. */
type Saying = 'blocks' | 'address' | 'icon' | 'config' | 'view' | 'views' | 'values' | 'comment';

export interface ArchivedTable {
  readonly name: string;
  /** rows whose column is among these */
  readonly by: readonly [column: string, of: string];
  /** rows are numbered 1, 2, 3 … by their id; the others are put in order by these columns */
  readonly key?: readonly string[];
  /** column → table; null where the row is not in the archive */
  readonly refs?: Readonly<Record<string, string>>;
  /** without these rows the row itself is left out */
  readonly needs?: readonly string[];
  /** columns that are made anew, or belong to this installation */
  readonly omits?: readonly string[];
  /** columns in which things are named */
  readonly said?: Readonly<Record<string, Saying>>;
  /** only in archives of those who own all of it */
  readonly whole?: true;
  /** of the actor alone, unless the archive is whole */
  readonly personal?: string;
  /** rows that have something in this column are left out: they are deleted, or a secret guards them */
  readonly unless?: string;
  /** the row is shown with the one that this column names; without one it is in whole archives only */
  readonly within?: string;
  /** says of a row what only its values say: not to a reader from whom something in its database is hidden */
  readonly tells?: true;
  /** files and people are found by what names them, and so are written last */
  readonly last?: true;
}

export const TABLES: readonly ArchivedTable[] = [
  {
    ...{ name: 'workspaces', by: ['id', 'workspaces'], refs: { owner_id: 'users' } },
    omits: ['deleted_at'],
  },
  {
    name: 'workspace_members',
    by: ['workspace_id', 'homes'],
    key: ['workspace_id', 'user_id'],
    refs: { workspace_id: 'workspaces', user_id: 'users' },
    needs: ['user_id'],
    whole: true,
  },
  {
    name: 'groups',
    by: ['workspace_id', 'homes'],
    refs: { workspace_id: 'workspaces', created_by: 'users' },
    whole: true,
  },
  {
    name: 'group_members',
    by: ['group_id', 'groups'],
    key: ['group_id', 'user_id'],
    refs: { group_id: 'groups', user_id: 'users' },
    needs: ['user_id'],
    whole: true,
  },
  {
    name: 'custom_emoji',
    by: ['workspace_id', 'homes'],
    refs: { workspace_id: 'workspaces', file_id: 'files' },
    needs: ['file_id'],
  },
  {
    ...{ name: 'pages', by: ['id', 'pages'], omits: ['deleted_at', 'deleted_with'] },
    refs: {
      workspace_id: 'workspaces',
      parent_id: 'pages',
      access_root_id: 'pages',
      collection_id: 'collections',
      locked_by: 'users',
      created_by: 'users',
      updated_by: 'users',
    },
    said: { content: 'blocks', cover_url: 'address', page_icon: 'icon' },
  },
  {
    name: 'page_versions',
    by: ['page_id', 'pages'],
    refs: { page_id: 'pages', user_id: 'users' },
    said: { blocks_json: 'blocks' },
  },
  {
    name: 'page_authors',
    by: ['page_id', 'pages'],
    refs: { page_id: 'pages', version_id: 'page_versions', user_id: 'users' },
    needs: ['user_id'],
  },
  {
    name: 'page_links',
    by: ['source_page_id', 'pages'],
    key: ['source_page_id', 'target_page_id'],
    refs: { source_page_id: 'pages', target_page_id: 'pages' },
    needs: ['target_page_id'],
  },
  {
    name: 'page_permissions',
    by: ['page_id', 'pages'],
    refs: { page_id: 'pages', user_id: 'users', group_id: 'groups', granted_by: 'users' },
    omits: ['token_hash'],
    whole: true,
  },
  {
    name: 'collections',
    by: ['page_id', 'pages'],
    refs: { page_id: 'pages', created_by: 'users' },
    omits: ['schema_job_id'],
  },
  {
    name: 'collection_properties',
    by: ['collection_id', 'collections'],
    refs: { collection_id: 'collections' },
    said: { config_json: 'config' },
    omits: ['deleted_at', 'storage_id'],
    unless: 'deleted_at',
  },
  {
    name: 'row_rules',
    by: ['collection_id', 'collections'],
    refs: { collection_id: 'collections', property_id: 'collection_properties', granted_by: 'users' },
    whole: true,
  },
  {
    name: 'property_permissions',
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
  {
    name: 'collection_views',
    by: ['collection_id', 'collections'],
    refs: { collection_id: 'collections', created_by: 'users' },
    said: { config_json: 'view' },
    personal: 'created_by',
  },
  { name: 'dashboards', by: ['page_id', 'pages'], refs: { page_id: 'pages', created_by: 'users' } },
  {
    name: 'publications',
    by: ['page_id', 'pages'],
    key: ['page_id'],
    refs: { page_id: 'pages', published_by: 'users' },
    said: { form_ids: 'views' },
    omits: ['password_hash'],
    unless: 'password_hash',
    whole: true,
  },
  {
    name: 'row_templates',
    by: ['collection_id', 'collections'],
    refs: { collection_id: 'collections', created_by: 'users' },
    said: { values_json: 'values', blocks_json: 'blocks', icon: 'icon' },
  },
  {
    name: 'database_templates',
    by: ['workspace_id', 'homes'],
    refs: { workspace_id: 'workspaces', created_by: 'users' },
    said: { icon: 'icon' },
  },
  {
    name: 'collection_rows',
    by: ['page_id', 'pages'],
    key: ['page_id'],
    refs: { page_id: 'pages', collection_id: 'collections' },
    needs: ['collection_id'],
    said: { values_json: 'values' },
  },
  {
    name: 'row_value',
    by: ['row_id', 'pages'],
    key: ['row_id', 'property_id', 'ord'],
    refs: { row_id: 'pages', property_id: 'collection_properties' },
    needs: ['property_id'],
  },
  {
    name: 'row_unique',
    by: ['row_id', 'pages'],
    key: ['row_id', 'property_id'],
    refs: { row_id: 'pages', property_id: 'collection_properties' },
    needs: ['property_id'],
  },
  {
    name: 'sprints',
    by: ['collection_id', 'collections'],
    refs: {
      collection_id: 'collections',
      points_property_id: 'collection_properties',
      done_property_id: 'collection_properties',
      created_by: 'users',
    },
  },
  {
    name: 'sprint_rows',
    by: ['sprint_id', 'sprints'],
    key: ['sprint_id', 'row_id'],
    refs: { sprint_id: 'sprints', row_id: 'pages' },
    needs: ['row_id'],
  },
  { name: 'row_reminders', by: ['row_id', 'pages'], key: ['row_id'], refs: { row_id: 'pages' }, tells: true },
  {
    name: 'reminder_log',
    by: ['row_id', 'pages'],
    key: ['row_id', 'occurrence'],
    refs: { row_id: 'pages' },
    tells: true,
  },
  {
    ...{ name: 'row_assignees', by: ['row_id', 'pages'], key: ['row_id', 'user_id'] },
    refs: { row_id: 'pages', user_id: 'users' },
    needs: ['user_id'],
    tells: true,
  },
  {
    name: 'synced_blocks',
    by: ['workspace_id', 'homes'],
    within: 'origin_page_id',
    refs: { workspace_id: 'workspaces', origin_page_id: 'pages', created_by: 'users' },
    said: { content: 'blocks' },
  },
  {
    name: 'page_synced_refs',
    by: ['page_id', 'pages'],
    key: ['page_id', 'synced_block_id'],
    refs: { page_id: 'pages', synced_block_id: 'synced_blocks' },
    needs: ['synced_block_id'],
  },
  {
    name: 'comments',
    by: ['page_id', 'pages'],
    refs: { page_id: 'pages', parent_id: 'comments', author_id: 'users', resolved_by: 'users' },
    said: { body: 'comment' },
  },
  {
    name: 'comment_reactions',
    by: ['comment_id', 'comments'],
    key: ['comment_id', 'user_id', 'emoji'],
    refs: { comment_id: 'comments', user_id: 'users' },
    needs: ['user_id'],
  },
  {
    name: 'mentions',
    by: ['page_id', 'pages'],
    refs: { page_id: 'pages', user_id: 'users', comment_id: 'comments', actor_id: 'users' },
    needs: ['user_id'],
    personal: 'user_id',
  },
  { name: 'tags', by: ['user_id', 'people'], refs: { user_id: 'users' }, needs: ['user_id'], personal: 'user_id' },
  {
    name: 'page_tags',
    by: ['page_id', 'pages'],
    key: ['page_id', 'tag_id'],
    refs: { page_id: 'pages', tag_id: 'tags' },
    needs: ['tag_id'],
  },
  {
    name: 'favorites',
    by: ['page_id', 'pages'],
    key: ['page_id', 'user_id'],
    refs: { page_id: 'pages', user_id: 'users' },
    needs: ['user_id'],
    personal: 'user_id',
  },
  {
    name: 'page_templates',
    by: ['workspace_id', 'homes'],
    refs: { workspace_id: 'workspaces', created_by: 'users' },
    said: { blocks_json: 'blocks', icon: 'icon' },
  },
  {
    name: 'page_template_files',
    by: ['template_id', 'page_templates'],
    key: ['template_id', 'file_id'],
    refs: { template_id: 'page_templates', file_id: 'files' },
    needs: ['file_id'],
  },
  {
    name: 'page_template_defaults',
    by: ['page_id', 'pages'],
    key: ['page_id'],
    refs: { page_id: 'pages', template_id: 'page_templates' },
  },
  {
    name: 'file_references',
    by: ['page_id', 'pages'],
    key: ['page_id', 'file_id'],
    refs: { page_id: 'pages', file_id: 'files' },
    needs: ['file_id'],
  },
  {
    name: 'files',
    by: ['id', 'files'],
    refs: { workspace_id: 'workspaces', created_by: 'users' },
    omits: ['filename'],
    last: true,
  },
  {
    name: 'users',
    by: ['id', 'users'],
    omits: ['password_hash', 'is_admin', 'last_login_at', 'updated_at', 'email_confirmed_at'],
    last: true,
  },
];
