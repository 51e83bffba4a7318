// The tables of this plugin, and what archives of people's work take of each.
import type { Tables } from '../../core/kernel/table.ts';

export const accountTables: Tables = {
  users: {
    by: ['id', 'users'],
    omits: ['password_hash', 'is_admin', 'last_login_at', 'updated_at', 'email_confirmed_at'],
    last: true,
  },
  api_tokens: 'secrets',
  avatars: 'belong to accounts, which are only named',
  email_confirmations: 'secrets',
  known_devices: 'accounts are only named',
  login_transactions: 'secrets',
  recovery_tokens: 'secrets',
  throttles: 'counters of the last hour',
  user_sessions: 'secrets',
};
