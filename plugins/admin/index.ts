// Administration: people, numbers, mails, jobs and settings of the whole service, for its administrators.
import { definePlugin } from '../../core/kernel/plugin.ts';
import { auditCommands } from './audit/commands.ts';
import { adminCommands } from './commands.ts';
import { adminPages, healthChecks } from './contract.ts';
import { healthCommands } from './health/commands.ts';
import { checkData } from './health/health.ts';
import { adminPageService } from './page-layout.ts';
import { auditRoutes } from './routes/html-audit.ts';
import { callRoutes } from './routes/html-calls.ts';
import { healthRoutes } from './routes/html-health.ts';
import { jobRoutes } from './routes/html-jobs.ts';
import { mailRoutes } from './routes/html-mail.ts';
import { maintenanceRoutes } from './routes/html-maintenance.ts';
import { overviewRoutes } from './routes/html-overview.ts';
import { settingRoutes } from './routes/html-settings.ts';
import { userRoutes } from './routes/html-users.ts';
import { workspaceRoutes } from './routes/html-workspaces.ts';
import { v2Routes } from './routes/v2.ts';
import { feedApi } from './routes/v2-feed.ts';
import { healthApi } from './routes/v2-health.ts';
import { maintenanceApi } from './routes/v2-maintenance.ts';
import { workspaceApi } from './routes/v2-workspaces.ts';
import { tables } from './tables.ts';

export default definePlugin({
  name: 'admin',
  version: '1.0.0',
  summary: 'Pages, API and commands for administrators of the service',
  dependencies: { auth: '^1.0.0', api: '^1.0.0', workspaces: '^1.0.0' },
  provides: [adminPages],
  opens: [healthChecks],
  tables,
  setup(app) {
    app.provide(adminPages, adminPageService);
  },
  routes: [
    ...overviewRoutes,
    ...healthRoutes,
    ...healthApi,
    ...userRoutes,
    ...workspaceRoutes,
    ...workspaceApi,
    ...mailRoutes,
    ...jobRoutes,
    ...auditRoutes,
    ...feedApi,
    ...callRoutes,
    ...maintenanceRoutes,
    ...maintenanceApi,
    ...settingRoutes,
    ...v2Routes,
  ],
  nav: [{ slot: 'admin', label: 'admin.nav', href: '/admin', icon: 'shield', adminOnly: true }],
  messages: new URL('./messages/', import.meta.url),
  commands: [...adminCommands, ...healthCommands, ...auditCommands],
  // In the night of a Sunday, when few wait for the disk.
  jobs: { 'admin.doctor': { cron: '11 4 * * 0', run: checkData } },
});
