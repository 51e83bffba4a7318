// Reminders of rows before they are due, and notices to the people whom they are given to.
import { adding, definePlugin } from '../../core/kernel/plugin.ts';
import { type NotificationKind, notificationKinds } from '../notifications/contract.ts';
import { remind } from './due-scan.ts';
import { rowStream } from './row-events.ts';
import { reminderTables } from './tables.ts';

const kind = (type: string, many?: string): NotificationKind => ({
  ...{ type, many },
  title: `reminders.told.${type}`,
  label: `reminders.kind.${type}`,
  icon: 'calendar',
  defaults: { in_app: true, email: true },
});

export default definePlugin({
  name: 'reminders',
  version: '1.0.0',
  summary: 'Tells people of rows that are due soon and of rows that are given to them',
  dependencies: { auth: '^1.0.0', databases: '^1.0.0', notifications: '^1.0.0' },
  adds: [
    adding(notificationKinds, kind('reminder')),
    adding(notificationKinds, kind('assignment', 'reminders.told.assignments')),
  ],
  streams: { rows: rowStream },
  jobs: { 'reminders.scan': { cron: '* * * * *', run: remind } },
  tables: reminderTables,
  messages: new URL('./messages/', import.meta.url),
});
