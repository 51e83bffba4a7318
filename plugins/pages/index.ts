// Pages: the tree, bodies made of blocks, versions, locks and the trash.
import { accessTree } from '../../core/access.ts';
import { adding, definePlugin } from '../../core/plugin.ts';
import { frameValues } from '../../core/views.ts';
import { readablePages } from '../files/contract.ts';
import { pageResources, pageTree, readablePageIds } from './access.ts';
import { refreshPage, storedBlocks } from './body.ts';
import { discardPages, fillPages, pagesByIds, previousVersion, replaceFile, reservePages } from './bulk.ts';
import { savePage } from './content.ts';
import { embeddedSource, emojiSource, pageSaved, pages, pagesTrashed } from './contract.ts';
import { picturesOf } from './file-view.ts';
import { frame } from './frame.ts';
import { presentPage } from './present.ts';
import { breadcrumb, itemsOf, lastChanges, level, narrowPages, pathsOf, recentPages, trashedPages } from './reading.ts';
import { htmlRoutes } from './routes/html.ts';
import { localWorkspaceRoutes } from './routes/local-workspace.ts';
import { pageRoutes } from './routes/pages.ts';
import { uploadRoutes } from './routes/uploads.ts';
import { limitLocalUploads, localUploadRoutes } from './routes/uploads-local.ts';
import { partUploadRoutes } from './routes/uploads-parts.ts';
import { v2Routes } from './routes/v2.ts';
import { contentRoutes } from './routes/v2-content.ts';
import { writingRoutes } from './routes/writing.ts';
import { shortcuts } from './shortcuts.ts';
import { type PageRow, pageStore } from './store.ts';
import { emptyTrash, purgeTrash, trashPage } from './trash.ts';
import { createPage } from './tree.ts';

/** Names and groups of emoji by language, for the picker; loaded when somebody opens it. */
const EMOJI = Object.fromEntries(
  ['en', 'de'].map((locale) => [`emoji-${locale}.json`, `emojibase-data/${locale}/compact.json`]),
);

export default definePlugin({
  name: 'pages',
  version: '1.0.0',
  summary: 'Nested pages with bodies of blocks, versions, locks and a trash',
  dependencies: { auth: '^1.0.0', workspaces: '^1.0.0', files: '^1.0.0' },
  provides: [pages],
  opens: [pageSaved, pagesTrashed, embeddedSource, emojiSource],
  messages: new URL('./messages/', import.meta.url),
  setup(app) {
    limitLocalUploads(app);
    app.assets.addVendor(EMOJI);
    // Apart from what every page loads: readers need none of it.
    for (const locale of app.messages.locales)
      app.assets.addScript(`editor-messages-${locale}.js`, app.messages.addingScript(locale, /^pages\.editor\./));
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
      refresh: refreshPage,
      trash: trashPage,
      recent: recentPages,
      trashed: trashedPages,
      emptyTrash,
      items: itemsOf,
      lastChanges,
      pictures: picturesOf,
      children: level,
      breadcrumb,
      narrow: narrowPages,
      paths: pathsOf,
    });
  },
  resources: pageResources,
  adds: [adding(accessTree, pageTree), adding(readablePages, readablePageIds), adding(frameValues, frame)],
  routes: [
    ...htmlRoutes,
    ...writingRoutes,
    ...pageRoutes,
    ...uploadRoutes,
    ...localUploadRoutes,
    ...partUploadRoutes,
    ...localWorkspaceRoutes,
    ...v2Routes,
    ...contentRoutes,
  ],
  nav: [
    {
      slot: 'page-menu',
      label: 'pages.nav.inside',
      href: '/pages/new?parent_id={page_id}',
      icon: 'file-plus',
      order: 20,
      role: 'editor',
    },
    {
      slot: 'page-menu',
      label: 'pages.nav.markdown',
      href: '/pages/{page_id}/edit',
      icon: 'file-code',
      order: 30,
      role: 'editor',
    },
    {
      slot: 'page-menu',
      label: 'pages.nav.move',
      href: '/pages/{page_id}/move',
      icon: 'folder-input',
      order: 50,
      role: 'editor',
    },
    {
      slot: 'page-menu',
      label: 'pages.nav.trash',
      href: '/pages/{page_id}/delete',
      icon: 'trash-2',
      order: 200,
      role: 'editor',
      post: true,
      danger: true,
    },
  ],
  shortcuts,
  jobs: { 'pages.purge-trash': { cron: '7 2 * * *', run: purgeTrash } },
});
