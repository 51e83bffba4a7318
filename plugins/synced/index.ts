// Synced blocks: lists of blocks that several pages show and that are kept once.
import { doctorChecks } from '../../core/cli/doctor.ts';
import { adding, definePlugin } from '../../core/kernel/plugin.ts';
import {
  deletionImpact,
  embeddedSource,
  namedSource,
  pagesPurged,
  pagesRehomed,
  pagesSaved,
} from '../pages/contract.ts';
import { liveKinds, liveRoutes } from '../rooms/contract.ts';
import { syncedResource } from './access.ts';
import { syncedBlocks } from './contract.ts';
import { syncedCheck } from './doctor.ts';
import { syncedKind } from './live-document.ts';
import { syncedBlockBrowserRoutes } from './routes/browser.ts';
import { syncedBlockV2Routes } from './routes/v2.ts';
import { embedded, keepReferences, namedBlocks, syncedLosses, syncedService } from './service.ts';
import { syncedStore } from './store.ts';
import { syncedBlockTables } from './tables.ts';

export default definePlugin({
  name: 'synced',
  version: '1.0.0',
  summary: 'Blocks that are kept once and shown on several pages',
  messages: new URL('./messages/', import.meta.url),
  tables: syncedBlockTables,
  dependencies: { blocks: '^1.0.0', files: '^1.0.0', pages: '^1.0.0', rooms: '^1.0.0', workspaces: '^1.0.0' },
  provides: [syncedBlocks, embeddedSource],
  setup(app) {
    app.provide(syncedBlocks, syncedService);
    app.provide(embeddedSource, embedded);
  },
  emits: {
    'synced_block.created': 'A synced block was made',
    'synced_block.updated': 'A synced block changed',
    'synced_block.deleted': 'A synced block was deleted',
  },
  resources: { 'synced-block': syncedResource },
  adds: [
    adding(doctorChecks, syncedCheck),
    adding(namedSource, namedBlocks),
    adding(liveKinds, syncedKind),
    adding(pagesSaved, keepReferences),
    adding(deletionImpact, syncedLosses),
    adding(pagesRehomed, syncedStore.rehome),
    adding(pagesPurged, syncedStore.close),
  ],
  routes: [
    ...syncedBlockBrowserRoutes,
    ...liveRoutes(syncedKind, '/api/synced', 'synced-rooms'),
    ...syncedBlockV2Routes,
  ],
});
