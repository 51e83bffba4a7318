// The tables of this plugin, and what archives of people's work take of each.
import type { Tables } from '../../core/kernel/table.ts';

export const twoFactorTables: Tables = {
  backup_codes: 'secrets',
  passkey_challenges: 'secrets',
  passkeys: 'secrets',
  pending_logins: 'secrets',
  two_factor: 'secrets',
  two_factor_steps: 'secrets',
  two_factor_workspaces: 'what an installation asks of its people',
};
