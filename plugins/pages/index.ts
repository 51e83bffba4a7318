// Pages: the tree, bodies made of blocks, versions, locks and the trash.
import { accessTree } from '../../core/access.ts';
import { adding, definePlugin } from '../../core/plugin.ts';
import { frameValues } from '../../core/views.ts';
import { pageReaders } from '../files/contract.ts';
import { pageResources, pageTree, readersOfFiles } from './access.ts';
import { storedBlocks } from './body.ts';
import { discardPages, fillPages, pagesByIds, previousVersion, replaceFile, reservePages } from './bulk.ts';
import { savePage } from './content.ts';
import { pageSaved, pages, pagesTrashed } from './contract.ts';
import { frame } from './frame.ts';
import { presentPage } from './present.ts';
import { breadcrumb, level, narrowPages, pathsOf, recentPages, trashedPages } from './reading.ts';
import { htmlRoutes } from './routes/html.ts';
import { localWorkspaceRoutes } from './routes/local-workspace.ts';
import { pageRoutes } from './routes/pages.ts';
import { v2Routes } from './routes/v2.ts';
import { contentRoutes } from './routes/v2-content.ts';
import { writingRoutes } from './routes/writing.ts';
import { type PageRow, pageStore } from './store.ts';
import { purgeTrash, trashPage } from './trash.ts';
import { createPage } from './tree.ts';

export default definePlugin({
  name: 'pages',
  version: '1.0.0',
  summary: 'Nested pages with bodies of blocks, versions, locks and a trash',
  dependencies: { auth: '^1.0.0', workspaces: '^1.0.0', files: '^1.0.0' },
  provides: [pages],
  opens: [pageSaved, pagesTrashed],
  setup: (app) =>
    app.provide(pages, {
      create: createPage,
      save: savePage,
      reserve: reservePages,
      fill: fillPages,
      discard: discardPages,
      replaceFile,
      previous: previousVersion,
      byIds: pagesByIds,
      byId: async (ctx, id) => {
        const row = await pageStore.byId(ctx, id);
        return row && presentPage(row);
      },
      blocks: async (ctx, id) =>
        storedBlocks({ ...((await pageStore.byId(ctx, id)) as PageRow), content: await pageStore.content(ctx, id) }),
      trash: trashPage,
      recent: recentPages,
      trashed: trashedPages,
      children: level,
      breadcrumb,
      narrow: narrowPages,
      paths: pathsOf,
    }),
  resources: pageResources,
  adds: [adding(accessTree, pageTree), adding(pageReaders, readersOfFiles), adding(frameValues, frame)],
  routes: [...htmlRoutes, ...writingRoutes, ...pageRoutes, ...localWorkspaceRoutes, ...v2Routes, ...contentRoutes],
  jobs: { 'pages.purge-trash': { cron: '7 2 * * *', run: purgeTrash } },
});
