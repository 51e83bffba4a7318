// Exports: pages, databases and workspaces as files that other programs read, made by jobs.
import { archives } from '../../core/archives.ts';
import { blobHolders } from '../../core/blob.ts';
import { adding, definePlugin } from '../../core/plugin.ts';
import { exportResource } from './access.ts';
import { exportCommands } from './commands.ts';
import { exportFormats } from './contract.ts';
import { exportRoutes } from './routes/exports.ts';
import { exportPageRoutes } from './routes/pages.ts';
import { scheduleRoutes } from './routes/schedules.ts';
import { giveUp, purgeExports, workOn, workSchedules } from './service.ts';
import { exportStore } from './store.ts';

export default definePlugin({
  name: 'exporters',
  version: '1.0.0',
  summary: 'Exports of pages, databases and workspaces as Markdown, HTML and lossless archives',
  dependencies: {
    auth: '^1.0.0',
    workspaces: '^1.0.0',
    files: '^1.0.0',
    pages: '^1.0.0',
    collections: '^1.0.0',
    search: '^1.0.0',
  },
  provides: [archives],
  opens: [exportFormats],
  setup(app) {
    // Read on first use: few ever bring an archive in.
    app.provide(archives, {
      look: async (...given) => (await import('./archive/read.ts')).lookInto(...given),
      bring: async (...given) => (await import('./archive/read.ts')).bringArchive(...given),
    });
  },
  adds: [adding(blobHolders, exportStore.holding)],
  resources: { export: exportResource },
  routes: [...exportRoutes, ...exportPageRoutes, ...scheduleRoutes],
  commands: exportCommands,
  nav: [
    {
      slot: 'page-menu',
      label: 'exporters.nav.export',
      href: '/exports?page_id={page_id}',
      icon: 'download',
      order: 66,
      role: 'viewer',
    },
  ],
  slots: [{ slot: 'workspace-settings', template: '/exporters/workspace-card' }],
  messages: new URL('./messages/', import.meta.url),
  jobs: {
    'exporters.run': {
      attempts: 3,
      run: (ctx, { id }, signal) => workOn(ctx, String(id), signal),
      failed: (ctx, { id }) => giveUp(ctx, String(id)),
    },
    'exporters.schedules': { cron: '7 * * * *', run: workSchedules },
    'exporters.purge': { cron: '37 * * * *', run: purgeExports },
  },
});
