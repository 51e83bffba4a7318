// The names of the agent's tools (contract 12): a connector that is called like one would be taken for it.
export const TOOL_NAMES = [
  ...['search', 'read_page', 'list_children', 'create_page', 'update_page', 'move_page', 'trash_page', 'restore_page'],
  ...['page_versions', 'backlinks', 'list_databases', 'describe_database', 'query_rows', 'create_row', 'update_row'],
  ...['add_property', 'list_tags', 'tag_item', 'list_comments', 'add_comment', 'list_members', 'notify_user'],
  ...['use_template', 'run_automation', 'web_fetch', 'connector_fetch'],
] as const;
