// Synced blocks: lists of blocks that several pages show and that are kept once.
import { doctorChecks } from '../../core/doctor.ts';
import { adding, definePlugin } from '../../core/plugin.ts';
import { embeddedSource, pagesRehomed, pagesSaved } from '../pages/contract.ts';
import { syncedResource } from './access.ts';
import { syncedBlocks } from './contract.ts';
import { syncedCheck } from './doctor.ts';
import { browserRoutes } from './routes/browser.ts';
import { v2Routes } from './routes/v2.ts';
import { embedded, keepReferences, syncedService } from './service.ts';
import { syncedStore } from './store.ts';

export default definePlugin({
  name: 'synced',
  version: '1.0.0',
  summary: 'Blocks that are kept once and shown on several pages',
  dependencies: { pages: '^1.0.0', workspaces: '^1.0.0' },
  provides: [syncedBlocks],
  setup: (app) => app.provide(syncedBlocks, syncedService),
  resources: { 'synced-block': syncedResource },
  adds: [
    adding(doctorChecks, syncedCheck),
    adding(embeddedSource, embedded),
    adding(pagesSaved, keepReferences),
    adding(pagesRehomed, syncedStore.rehome),
  ],
  routes: [...browserRoutes, ...v2Routes],
});
