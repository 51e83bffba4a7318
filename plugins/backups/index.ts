// Backups that the service makes: by hand or each night, checked as soon as they are made, and told of when they fail.
import { adding, definePlugin } from '../../core/kernel/plugin.ts';
import { healthChecks } from '../admin/contract.ts';
import { notificationKinds } from '../notifications/contract.ts';
import { backupServiceCommands } from './commands.ts';
import { backupHealth } from './health.ts';
import { BACKUPS_PAGE, backupPageRoutes } from './routes/html.ts';
import { backupV2Routes } from './routes/v2.ts';
import { giveUpBackup, keepSchedule, makeBackup, restartBackup, verifyBackup } from './service.ts';
import { backupTables } from './tables.ts';

export default definePlugin({
  name: 'backups',
  version: '1.0.0',
  summary: 'Backups by hand and by schedule, which are checked as soon as they are made',
  dependencies: { auth: '^1.0.0', notifications: '^1.0.0', admin: '^1.0.0' },
  adds: [
    adding(healthChecks, backupHealth),
    adding(notificationKinds, {
      type: 'backup_failed',
      title: 'backups.told.failed',
      label: 'backups.told.kind',
      icon: 'files',
      defaults: { in_app: true, email: true },
    }),
  ],
  routes: [...backupV2Routes, ...backupPageRoutes],
  nav: [{ slot: 'admin-tab', label: 'backups.nav', href: BACKUPS_PAGE, icon: 'files', adminOnly: true, order: 20 }],
  tables: backupTables,
  messages: new URL('./messages/', import.meta.url),
  commands: backupServiceCommands,
  jobs: {
    'backups.make': { run: makeBackup, failed: giveUpBackup, retried: restartBackup, attempts: 3 },
    'backups.verify': { run: verifyBackup, attempts: 3 },
    'backups.schedule': { cron: '23 2 * * *', run: keepSchedule },
  },
});
