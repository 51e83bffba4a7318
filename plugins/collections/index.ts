// Databases: collections of rows with typed properties, their views, and the queries that views are made of.
import { adding, definePlugin } from '../../core/plugin.ts';
import { frameValues } from '../../core/views.ts';
import {
  databaseSource,
  pageSaved,
  pageSections,
  pagesCopied,
  pagesPurged,
  pagesRestored,
  pagesTrashed,
  rowWords,
} from '../pages/contract.ts';
import { collectionResources } from './access.ts';
import { rowBelonging } from './belonging.ts';
import { collections } from './contract.ts';
import { copyDatabases } from './copying.ts';
import { copyDashboards } from './dashboards/dashboards.ts';
import { forgetChanges } from './forgetting.ts';
import { frame } from './head.ts';
import { inlineDatabases } from './inline.ts';
import { followTitle, rowsPurged, rowsRestored, rowsTrashed } from './life.ts';
import { presentCollection } from './present.ts';
import { dashboardRoutes } from './routes/dashboards.ts';
import { databaseRoutes } from './routes/databases.ts';
import { formRoutes } from './routes/forms.ts';
import { htmlRoutes } from './routes/html.ts';
import { propertyRoutes } from './routes/properties.ts';
import { rowRoutes } from './routes/rows.ts';
import { v2CollectionRoutes } from './routes/v2-collections.ts';
import { v2PropertyRoutes } from './routes/v2-properties.ts';
import { v2RowRoutes } from './routes/v2-rows.ts';
import { v2ViewRoutes } from './routes/v2-views.ts';
import { rowStore } from './row-store.ts';
import { createRows } from './rows.ts';
import { schemaById } from './schema.ts';
import { databaseSection } from './section.ts';
import { collectionStore } from './store.ts';

export default definePlugin({
  name: 'collections',
  version: '1.0.0',
  summary: 'Databases with typed properties, views, relations and rollups, whose rows are pages',
  dependencies: { auth: '^1.0.0', workspaces: '^1.0.0', files: '^1.0.0', pages: '^1.0.0' },
  provides: [collections],
  setup(app) {
    // Apart from what every page loads: few pages have a database.
    const words = /^collections\.(?:view|type|property_type|as_csv|as_json|empty)\b/;
    for (const locale of app.messages.locales)
      app.assets.addScript(`database-messages-${locale}.js`, app.messages.addingScript(locale, words));
    app.provide(collections, {
      async byId(ctx, id) {
        const row = await collectionStore.byId(ctx, id);
        return row && presentCollection(row);
      },
      async ofPage(ctx, pageId) {
        const record = await rowStore.byId(ctx, pageId);
        const row = record
          ? await collectionStore.byId(ctx, record.collection_id)
          : await collectionStore.ofPage(ctx, pageId);
        return row && presentCollection(row);
      },
      properties: async (ctx, id) => (await schemaById(ctx, id)).properties,
      addRows: createRows,
    });
  },
  resources: collectionResources,
  adds: [
    adding(pageSaved, followTitle),
    adding(pagesTrashed, rowsTrashed),
    adding(pagesRestored, rowsRestored),
    adding(pagesPurged, rowsPurged),
    adding(pagesCopied, copyDatabases),
    adding(pagesCopied, copyDashboards),
    adding(rowWords, rowBelonging),
    adding(databaseSource, inlineDatabases),
    adding(pageSections, databaseSection),
    adding(frameValues, frame),
  ],
  routes: [
    ...htmlRoutes,
    ...formRoutes,
    ...databaseRoutes,
    ...propertyRoutes,
    ...rowRoutes,
    ...v2CollectionRoutes,
    ...v2PropertyRoutes,
    ...v2RowRoutes,
    ...v2ViewRoutes,
    ...dashboardRoutes,
  ],
  jobs: { 'collections.forget-changes': { cron: '47 2 * * *', run: forgetChanges } },
  nav: [
    {
      slot: 'workspace',
      label: 'collections.nav.dashboard',
      href: '/dashboards/new',
      icon: 'layout-grid',
      order: 31,
      role: 'editor',
    },
    {
      slot: 'workspace',
      label: 'collections.nav.new',
      href: '/databases/new',
      icon: 'table',
      order: 30,
      role: 'editor',
    },
    {
      slot: 'page-menu',
      label: 'collections.nav.inside',
      href: '/databases/new?parent_id={page_id}',
      icon: 'table',
      order: 22,
      role: 'editor',
    },
  ],
  slots: [
    { slot: 'page-head', template: '/collections/row-head', order: 20 },
    { slot: 'page-new', template: '/collections/start', order: 50 },
  ],
  messages: new URL('./messages/', import.meta.url),
});
