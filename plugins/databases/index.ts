// Databases: collections of rows with typed properties, their views, and the queries that views are made of.
import { eachEvent } from '../../core/events/event-streams.ts';
import { definePlugin } from '../../core/kernel/plugin.ts';
import { collectionResources } from './access.ts';
import { databaseCommands } from './commands.ts';
import { buttonRules, databases, propertyRights } from './contract.ts';
import { jobs } from './jobs.ts';
import { nav } from './nav.ts';
import { additions } from './page-additions.ts';
import { routes } from './routes/index.ts';
import { databaseService } from './service.ts';
import { followDone } from './sprints/sprint.ts';
import { tables } from './tables.ts';

export default definePlugin({
  name: 'databases',
  version: '1.0.0',
  summary: 'Databases with typed properties, views, relations and rollups, whose rows are pages',
  dependencies: { blocks: '^1.0.0', auth: '^1.0.0', workspaces: '^1.0.0', files: '^1.0.0', pages: '^1.0.0' },
  provides: [databases],
  setup(app) {
    app.provide(databases, databaseService);
  },
  opens: [buttonRules, propertyRights],
  resources: collectionResources,
  adds: additions,
  routes,
  commands: databaseCommands,
  streams: { done: eachEvent({ 'page.updated': followDone }) },
  jobs,
  nav,
  slots: [
    { slot: 'page-head', template: '/databases/row-head', order: 20 },
    { slot: 'page-new', template: '/databases/start', order: 50 },
  ],
  tables,
  messages: new URL('./messages/', import.meta.url),
  words: { database: /^databases\.(?:view|type|property_type|as_csv|as_markdown|as_json|empty|more\.link)\b/ },
});
