// Databases: collections of rows with typed properties, their views, and the queries that views are made of.
import { fileHolders } from '../../core/blob.ts';
import { adding, definePlugin } from '../../core/plugin.ts';
import { references } from '../../core/reference.ts';
import { frameValues } from '../../core/views.ts';
import { readableFiles } from '../files/contract.ts';
import {
  databaseSource,
  namedSource,
  pageLosses,
  pageSections,
  pagesCopied,
  pagesMoving,
  pagesPurged,
  pagesRestored,
  pagesSaved,
  pagesTrashed,
  rowWords,
} from '../pages/contract.ts';
import { collectionResources } from './access.ts';
import { rowsBelonging } from './belonging.ts';
import { createCollection } from './collections.ts';
import { collections, propertyRights } from './contract.ts';
import { copyDatabases } from './copying.ts';
import { copyDashboards } from './dashboards/dashboards.ts';
import { dutiesOf } from './duties.ts';
import { answerForm, formOf, formsOf, shownTableOf, valuesOfRow } from './elsewhere.ts';
import { tableOf } from './export.ts';
import { datedRows } from './feeds.ts';
import { forgetChanges } from './forgetting.ts';
import { formulaReference } from './formula/index.ts';
import { handed } from './handing.ts';
import { frame } from './head.ts';
import { filesForFew, leaveOutNamed } from './held-files.ts';
import { pageImpact } from './impact.ts';
import { inlineDatabases, namedInPages } from './inline.ts';
import { refuseHidden } from './leaving.ts';
import { followTitles, rowsPurged, rowsRestored, rowsTrashed } from './life.ts';
import { narrowedThrough, schemaById } from './narrowing.ts';
import { presentCollection } from './present.ts';
import { changeProperty, createProperty } from './properties.ts';
import { changeRights } from './rights.ts';
import { calendarPages } from './routes/calendar-pages.ts';
import { dashboardRoutes } from './routes/dashboards.ts';
import { databaseRoutes } from './routes/databases.ts';
import { feedRoutes } from './routes/feeds.ts';
import { formRoutes } from './routes/forms.ts';
import { htmlRoutes } from './routes/html.ts';
import { intakeRoutes } from './routes/intake.ts';
import { intakePages } from './routes/intake-pages.ts';
import { morePages } from './routes/more-pages.ts';
import { occurrenceRoutes } from './routes/occurrences.ts';
import { propertyRoutes } from './routes/properties.ts';
import { rowRoutes } from './routes/rows.ts';
import { sprintPages } from './routes/sprint-pages.ts';
import { v2CollectionRoutes } from './routes/v2-collections.ts';
import { v2PropertyRoutes } from './routes/v2-properties.ts';
import { v2RowRoutes } from './routes/v2-rows.ts';
import { v2SprintRoutes } from './routes/v2-sprints.ts';
import { v2TemplateRoutes } from './routes/v2-templates.ts';
import { v2ViewRoutes } from './routes/v2-views.ts';
import { rowStore, valuesOf } from './row-store.ts';
import { addRows, changeRows } from './rows.ts';
import { wholeById } from './schema.ts';
import { databaseSection } from './section.ts';
import { followDone } from './sprints/sprint.ts';
import { collectionStore, propertyStore } from './store.ts';

export default definePlugin({
  name: 'collections',
  version: '1.0.0',
  summary: 'Databases with typed properties, views, relations and rollups, whose rows are pages',
  dependencies: { auth: '^1.0.0', workspaces: '^1.0.0', files: '^1.0.0', pages: '^1.0.0' },
  provides: [collections],
  setup(app) {
    // Apart from what every page loads: few pages have a database.
    const words = /^collections\.(?:view|type|property_type|as_csv|as_markdown|as_json|empty|more\.link)\b/;
    for (const locale of app.messages.locales)
      app.assets.addScript(`database-messages-${locale}.js`, () => app.messages.addingScript(locale, words));
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
      createDatabase: createCollection,
      addProperty: createProperty,
      changeProperty,
      addRows,
      changeRows,
      duties: dutiesOf,
      values: async (ctx, ids) => new Map((await rowStore.byIds(ctx, ids)).map((row) => [row.page_id, valuesOf(row)])),
      table: async (ctx, id) => tableOf(ctx, await schemaById(ctx, id)),
      dated: async (ctx, id) => datedRows(ctx, await schemaById(ctx, id)),
      allProperties: async (ctx, id) => (await wholeById(ctx, id)).properties,
      handed,
      narrowedThrough: async (ctx, id) => narrowedThrough(ctx, await wholeById(ctx, id)),
      propertiesById: propertyStore.byIds,
      changeRights,
      shownTable: shownTableOf,
      shownValues: valuesOfRow,
      formsOf,
      shownForm: formOf,
      answer: answerForm,
    });
  },
  opens: [propertyRights],
  resources: collectionResources,
  adds: [
    adding(pagesSaved, followTitles),
    adding(pagesMoving, refuseHidden),
    adding(pagesTrashed, rowsTrashed),
    adding(pageLosses, async (ctx, pageIds) => ({ databases: await pageImpact(ctx, pageIds) })),
    adding(pagesRestored, rowsRestored),
    adding(pagesPurged, rowsPurged),
    adding(pagesCopied, copyDatabases),
    adding(pagesCopied, copyDashboards),
    adding(rowWords, rowsBelonging),
    adding(databaseSource, inlineDatabases),
    ...namedInPages.map((source) => adding(namedSource, source)),
    adding(pageSections, databaseSection),
    adding(frameValues, frame),
    adding(references, formulaReference),
    adding(fileHolders, leaveOutNamed),
    adding(readableFiles, filesForFew),
  ],
  routes: [
    ...htmlRoutes,
    ...formRoutes,
    ...calendarPages,
    ...intakePages,
    ...morePages,
    ...sprintPages,
    ...databaseRoutes,
    ...propertyRoutes,
    ...rowRoutes,
    ...occurrenceRoutes,
    ...feedRoutes,
    ...intakeRoutes,
    ...v2CollectionRoutes,
    ...v2PropertyRoutes,
    ...v2RowRoutes,
    ...v2ViewRoutes,
    ...v2TemplateRoutes,
    ...v2SprintRoutes,
    ...dashboardRoutes,
  ],
  events: { 'page.updated': followDone },
  jobs: {
    'collections.forget-changes': { cron: '47 2 * * *', run: forgetChanges },
    // Asked for by the update that needs it.
    'collections.refill-rollups': { run: async (ctx) => (await import('./refill.ts')).refillRollups(ctx) },
    // Loaded when there is something to take: few databases are ever filled so.
    'collections.take-table': {
      run: async (...given) => (await import('./intake/run.ts')).takeTable(...given),
      failed: async (...given) => (await import('./intake/run.ts')).giveUp(...given),
    },
  },
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
