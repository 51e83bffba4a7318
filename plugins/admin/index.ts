// Administration: people, numbers, mails, jobs and settings of the whole service, for its administrators.
import { definePlugin } from '../../core/kernel/plugin.ts';
import { auditCommands } from './audit/commands.ts';
import { adminCommands } from './commands.ts';
import { adminPages, healthChecks } from './contract.ts';
import { deviceCommands } from './devices/commands.ts';
import { healthCommands } from './health/commands.ts';
import { checkData } from './health/health.ts';
import { adminPageService } from './page-layout.ts';
import { adminRoutes } from './routes/index.ts';
import { adminTables } from './tables.ts';
import { workspaceAdminCommands } from './workspace-commands.ts';

export default definePlugin({
  name: 'admin',
  version: '1.0.0',
  summary: 'Pages, API and commands for administrators of the service',
  dependencies: { auth: '^1.0.0', api: '^1.0.0', workspaces: '^1.0.0', files: '^1.0.0' },
  provides: [adminPages],
  opens: [healthChecks],
  tables: adminTables,
  setup(app) {
    app.provide(adminPages, adminPageService);
  },
  routes: adminRoutes,
  nav: [{ slot: 'admin', label: 'admin.nav', href: '/admin', icon: 'shield', adminOnly: true }],
  messages: new URL('./messages/', import.meta.url),
  commands: [...adminCommands, ...healthCommands, ...auditCommands, ...deviceCommands, ...workspaceAdminCommands],
  // In the night of a Sunday, when few wait for the disk.
  jobs: { 'admin.doctor': { cron: '11 4 * * 0', run: checkData } },
});
