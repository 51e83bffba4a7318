// Exports: pages, databases and workspaces as files that other programs read, made by jobs.
import { archives } from '../../core/files/archive-service.ts';
import { blobHolders } from '../../core/files/file-response.ts';
import { adding, definePlugin } from '../../core/kernel/plugin.ts';
import { exportResource } from './access.ts';
import { exportCommands } from './commands.ts';
import { exportFormats } from './contract.ts';
import { exportNav } from './nav.ts';
import { exportRoutes } from './routes/browser-exports.ts';
import { exportPageRoutes } from './routes/html.ts';
import { scheduleRoutes } from './routes/html-schedules.ts';
import { failExport, purgeExports, runExport, workSchedules } from './service.ts';
import { exportStore } from './store.ts';
import { exportTables } from './tables.ts';

export default definePlugin({
  name: 'exporters',
  version: '1.0.0',
  summary: 'Exports of pages, databases and workspaces as Markdown, HTML and lossless archives',
  dependencies: {
    blocks: '^1.0.0',
    auth: '^1.0.0',
    workspaces: '^1.0.0',
    files: '^1.0.0',
    pages: '^1.0.0',
    databases: '^1.0.0',
    search: '^1.0.0',
  },
  provides: [archives],
  opens: [exportFormats],
  setup(app) {
    // Read on first use: few ever bring an archive in.
    app.provide(archives, {
      look: async (...given) => (await import('./archive/read.ts')).inspectArchive(...given),
      bring: async (...given) => (await import('./archive/read.ts')).bringArchive(...given),
    });
  },
  adds: [adding(blobHolders, exportStore.holding)],
  resources: { export: exportResource },
  routes: [...exportRoutes, ...exportPageRoutes, ...scheduleRoutes],
  commands: exportCommands,
  nav: exportNav,
  tables: exportTables,
  messages: new URL('./messages/', import.meta.url),
  jobs: {
    'exporters.run': {
      attempts: 3,
      run: (ctx, { id }, signal) => runExport(ctx, String(id), signal),
      failed: (ctx, { id }) => failExport(ctx, String(id)),
    },
    'exporters.schedules': { cron: '7 * * * *', run: workSchedules },
    'exporters.purge': { cron: '37 * * * *', run: purgeExports },
  },
});
