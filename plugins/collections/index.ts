// Databases: collections of rows with typed properties, their views, and the queries that views are made of.
import { fileHolders } from '../../core/blob.ts';
import { adding, definePlugin } from '../../core/plugin.ts';
import { frameValues } from '../../core/views.ts';
import { readableFiles } from '../files/contract.ts';
import {
  pageSaved,
  pageSections,
  pagesCopied,
  pagesMoving,
  pagesPurged,
  pagesRestored,
  pagesTrashed,
  rowWords,
} from '../pages/contract.ts';
import { collectionResources } from './access.ts';
import { rowBelonging } from './belonging.ts';
import { collections, propertyRights } from './contract.ts';
import { copyDatabases } from './copying.ts';
import { answerForm, formOf, tableOf, valuesOfRow } from './elsewhere.ts';
import { forgetChanges } from './forgetting.ts';
import { frame } from './head.ts';
import { filesForFew, leaveOutNamed } from './held-files.ts';
import { refuseHidden } from './leaving.ts';
import { followTitle, rowsPurged, rowsRestored, rowsTrashed } from './life.ts';
import { presentCollection } from './present.ts';
import { changeRights } from './rights.ts';
import { databaseRoutes } from './routes/databases.ts';
import { htmlRoutes } from './routes/html.ts';
import { propertyRoutes } from './routes/properties.ts';
import { rowRoutes } from './routes/rows.ts';
import { v2CollectionRoutes } from './routes/v2-collections.ts';
import { v2PropertyRoutes } from './routes/v2-properties.ts';
import { v2RowRoutes } from './routes/v2-rows.ts';
import { v2ViewRoutes } from './routes/v2-views.ts';
import { rowStore } from './row-store.ts';
import { createRows } from './rows.ts';
import { schemaById, wholeById } from './schema.ts';
import { databaseSection } from './section.ts';
import { collectionStore, propertyStore } from './store.ts';

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
      allProperties: async (ctx, id) => (await wholeById(ctx, id)).properties,
      propertiesById: propertyStore.byIds,
      changeRights,
      table: tableOf,
      values: valuesOfRow,
      form: formOf,
      answer: answerForm,
      addRows: createRows,
    });
  },
  opens: [propertyRights],
  resources: collectionResources,
  adds: [
    adding(pageSaved, followTitle),
    adding(pagesMoving, refuseHidden),
    adding(pagesTrashed, rowsTrashed),
    adding(pagesRestored, rowsRestored),
    adding(pagesPurged, rowsPurged),
    adding(pagesCopied, copyDatabases),
    adding(rowWords, rowBelonging),
    adding(pageSections, databaseSection),
    adding(frameValues, frame),
    adding(fileHolders, leaveOutNamed),
    adding(readableFiles, filesForFew),
  ],
  routes: [
    ...htmlRoutes,
    ...databaseRoutes,
    ...propertyRoutes,
    ...rowRoutes,
    ...v2CollectionRoutes,
    ...v2PropertyRoutes,
    ...v2RowRoutes,
    ...v2ViewRoutes,
  ],
  jobs: { 'collections.forget-changes': { cron: '47 2 * * *', run: forgetChanges } },
  nav: [
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
