// Databases: collections of rows with typed properties, their views, and the queries that views are made of.

import { eachEvent } from '../../core/events/event-streams.ts';
import { definePlugin } from '../../core/kernel/plugin.ts';
import { databaseSource, rowWords } from '../pages/contract.ts';
import { collectionResources } from './access.ts';
import { databaseCommands } from './commands.ts';
import { buttonRules, databases } from './contract.ts';
import { databaseJobKinds } from './jobs.ts';
import { databaseNav } from './nav.ts';
import { databaseEvents } from './notifications.ts';
import { databasePageAdditions } from './page-additions.ts';
import { databaseRoutes } from './routes/index.ts';
import { rowsBelonging } from './rows/row-search-text.ts';
import { databaseService } from './service.ts';
import { followDone } from './sprints/sprint.ts';
import { databaseTables } from './tables.ts';
import { inlineDatabases } from './views/embedded-views.ts';

export default definePlugin({
  name: 'databases',
  version: '1.0.0',
  summary: 'Databases with typed properties, views, relations and rollups, whose rows are pages',
  dependencies: { blocks: '^1.0.0', auth: '^1.0.0', workspaces: '^1.0.0', files: '^1.0.0', pages: '^1.0.0' },
  provides: [databases, databaseSource, rowWords],
  setup(app) {
    app.provide(databases, databaseService);
    app.provide(databaseSource, inlineDatabases);
    app.provide(rowWords, rowsBelonging);
  },
  opens: [buttonRules],
  resources: collectionResources,
  adds: databasePageAdditions,
  routes: databaseRoutes,
  commands: databaseCommands,
  emits: databaseEvents,
  streams: { done: eachEvent({ 'page.updated': followDone }) },
  jobs: databaseJobKinds,
  nav: databaseNav,
  slots: [
    { slot: 'page-head', template: '/databases/row-head', order: 20 },
    { slot: 'page-new', template: '/databases/start', order: 50 },
  ],
  tables: databaseTables,
  messages: new URL('./messages/', import.meta.url),
  words: {
    database:
      /^databases\.(?:view|template|type|form|property_type|as_csv|as_markdown|as_json|empty|calendar\.(?:at_start|minutes|hours|days|remind_hint|repeat|never|daily|weekly|monthly))\b|^core\.date\./,
  },
});
