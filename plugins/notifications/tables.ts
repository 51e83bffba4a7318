// The tables of this plugin, and what archives of people's work take of each.
import type { Tables } from '../../core/kernel/table.ts';

export const notificationTables: Tables = {
  notification_preferences: 'accounts are only named',
  notification_readers: 'accounts are only named',
  notification_settings: 'accounts are only named',
  notifications: 'told already',
  watches: 'accounts are only named',
};
