// The tables of this plugin; archives of people's work take none of them.
import type { Tables } from '../../core/kernel/table.ts';

export const ssoTables: Tables = {
  scim_groups: 'what an installation asks of its people',
  scim_members: 'accounts are only named',
  scim_tokens: 'secrets',
  scim_users: 'accounts are only named',
  sso_config: 'secrets',
  sso_history: 'accounts are only named',
  sso_identities: 'accounts are only named',
  sso_keys: 'secrets',
  sso_metadata: 'what an installation asks of its people',
  sso_replays: 'messages that were taken',
  sso_sessions: 'secrets',
};
