// Sync: devices that were without a connection catch up, and send what was done meanwhile.
import { doctorChecks } from '../../core/cli/doctor.ts';
import { adding, definePlugin } from '../../core/kernel/plugin.ts';
import { deviceKinds } from '../auth/contract.ts';
import { conflictResources } from './access.ts';
import { offlineKind } from './device-kind.ts';
import { syncCheck } from './doctor.ts';
import { purgeSync, releaseSync } from './jobs.ts';
import { appRoutes } from './routes/browser-app.ts';
import { offlinePageRoutes } from './routes/html.ts';
import { syncV2Routes } from './routes/v2.ts';
import { batchRoutes } from './routes/v2-batch.ts';
import { syncTables } from './tables.ts';

export default definePlugin({
  name: 'sync',
  version: '1.0.0',
  summary: 'Devices without a connection catch up, and send what was done meanwhile',
  dependencies: {
    blocks: '^1.0.0',
    auth: '^1.0.0',
    workspaces: '^1.0.0',
    files: '^1.0.0',
    pages: '^1.0.0',
    databases: '^1.0.0',
    rooms: '^1.0.0',
    templates: '^1.0.0',
    tags: '^1.0.0',
    favorites: '^1.0.0',
    web: '^1.0.0',
  },
  // Apart from what every page loads: most people are online.
  setup({ assets, messages }) {
    for (const locale of messages.locales)
      assets.addScript(`offline-messages-${locale}.js`, () => messages.addingScript(locale, /^sync\.offline\./));
  },
  resources: conflictResources,
  adds: [adding(doctorChecks, syncCheck), adding(deviceKinds, offlineKind)],
  jobs: {
    'sync.purge': { cron: '53 3 * * *', run: purgeSync },
    'sync.release': { cron: '11 * * * *', run: releaseSync },
  },
  routes: [...syncV2Routes, ...batchRoutes, ...appRoutes, ...offlinePageRoutes],
  nav: [
    { slot: 'account', label: 'sync.title', href: '/offline', icon: 'cloud-off', order: 140 },
    { slot: 'page-menu', label: 'sync.keep', href: '/offline?keep={page_id}', icon: 'cloud-off', order: 350 },
  ],
  slots: [{ slot: 'topbar', template: '/sync/badge', order: 5 }],
  tables: syncTables,
  messages: new URL('./messages/', import.meta.url),
});
