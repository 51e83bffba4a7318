// Pages: the tree, bodies made of blocks, versions, locks and the trash.
import { accessTree } from '../../core/access.ts';
import { adding, definePlugin } from '../../core/plugin.ts';
import { frameValues } from '../../core/views.ts';
import { readablePages } from '../files/contract.ts';
import { pageResources, pageSubjects, pageTree, readablePageIds, readersOf, unchanged } from './access.ts';
import { refreshPage } from './body.ts';
import { discardPages, fillPages, pagesByIds, previousVersion, replaceFile, reservePages } from './bulk.ts';
import { changePage, savePage } from './content.ts';
import {
  blankPage,
  databaseSource,
  embeddedSource,
  emojiSource,
  liveDocument,
  namedSource,
  pageFinder,
  pageLabels,
  pageLosses,
  pageParts,
  pageRemarks,
  pageSections,
  pages,
  pagesCopied,
  pagesDescending,
  pagesMoving,
  pagesPurged,
  pagesRehomed,
  pagesRestored,
  pagesSaved,
  pagesTrashed,
  rowWords,
} from './contract.ts';
import { COVERS, coverSvg } from './covers.ts';
import { picturesOf } from './file-view.ts';
import { frame } from './frame.ts';
import { linksFor } from './links.ts';
import { blocksNow, bodyOf, checkpoint, holdPage, projectPage } from './live.ts';
import { addPageAssets } from './page-assets.ts';
import { presentPage } from './present.ts';
import {
  breadcrumb,
  itemsOf,
  lastChanges,
  level,
  narrowPages,
  pathsAlong,
  pathsOf,
  recentPages,
  trashedPages,
  visibleVersions,
} from './reading.ts';
import { thinVersions } from './retention.ts';
import { changeRights } from './rights.ts';
import { actRoutes } from './routes/acts.ts';
import { historyRoutes } from './routes/history.ts';
import { htmlRoutes } from './routes/html.ts';
import { linkRoutes } from './routes/links.ts';
import { localWorkspaceRoutes } from './routes/local-workspace.ts';
import { pageRoutes } from './routes/pages.ts';
import { FRAME_SCRIPTS, renderRoutes } from './routes/render.ts';
import { uploadRoutes } from './routes/uploads.ts';
import { limitLocalUploads, localUploadRoutes, sweepLocalUploads } from './routes/uploads-local.ts';
import { partUploadRoutes } from './routes/uploads-parts.ts';
import { v2Routes } from './routes/v2.ts';
import { contentRoutes } from './routes/v2-content.ts';
import { versionRoutes } from './routes/versions.ts';
import { writingRoutes } from './routes/writing.ts';
import { addRows, becomeCollection } from './rows.ts';
import { shortcuts } from './shortcuts.ts';
import { readPage, showsFile } from './shown.ts';
import { pageStore } from './store.ts';
import { emptyTrash, purgeTrash, removePage, restorePage, trashPage } from './trash.ts';
import { createPage, lockTree } from './tree.ts';

/** Names and groups of emoji by language, for the picker; loaded when somebody opens it. */
const EMOJI = {
  ...Object.fromEntries(
    ['en', 'de'].map((locale) => [`emoji-${locale}.json`, `emojibase-data/${locale}/compact.json`]),
  ),
  // The names between colons that people know from elsewhere, the same in all languages.
  'emoji-names.json': 'emojibase-data/en/shortcodes/github.json',
};

export default definePlugin({
  name: 'pages',
  version: '1.0.0',
  summary: 'Nested pages with bodies of blocks, versions, locks and a trash',
  dependencies: { auth: '^1.0.0', workspaces: '^1.0.0', files: '^1.0.0' },
  provides: [pages],
  opens: [
    pagesSaved,
    pageLosses,
    pagesTrashed,
    pagesRestored,
    pagesPurged,
    pagesCopied,
    databaseSource,
    pagesDescending,
    embeddedSource,
    pageLabels,
    pageRemarks,
    blankPage,
    pageParts,
    pageSections,
    emojiSource,
    liveDocument,
    pagesRehomed,
    pagesMoving,
    pageFinder,
    rowWords,
    namedSource,
  ],
  messages: new URL('./messages/', import.meta.url),
  setup(app) {
    limitLocalUploads(app);
    app.assets.addVendor({ ...EMOJI, 'mermaid.js': 'mermaid/dist/mermaid.min.js' });
    app.assets.share(FRAME_SCRIPTS);
    for (const [name, colours] of Object.entries(COVERS))
      app.assets.addScript(`cover-${name}.svg`, () => coverSvg(colours));
    addPageAssets(app);
    app.provide(pages, {
      create: createPage,
      addRows,
      lockTree,
      intoCollection: pageStore.setCollection,
      change: changePage,
      becomeCollection,
      restore: restorePage,
      remove: removePage,
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
      blocks: blocksNow,
      links: linksFor,
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
      readers: readersOf,
      narrow: narrowPages,
      paths: pathsOf,
      trail: pageStore.trail,
      pathsAlong,
      versions: visibleVersions,
      changeRights,
      read: readPage,
      showsFile,
      holdTree: lockTree,
      subjects: pageSubjects,
      unchanged,
      hold: holdPage,
      body: bodyOf,
      project: projectPage,
      checkpoint,
    });
  },
  resources: pageResources,
  adds: [adding(accessTree, pageTree), adding(readablePages, readablePageIds), adding(frameValues, frame)],
  routes: [
    ...htmlRoutes,
    ...actRoutes,
    ...historyRoutes,
    ...linkRoutes,
    ...versionRoutes,
    ...writingRoutes,
    ...pageRoutes,
    ...uploadRoutes,
    ...localUploadRoutes,
    ...partUploadRoutes,
    ...localWorkspaceRoutes,
    ...v2Routes,
    ...contentRoutes,
    ...renderRoutes,
  ],
  nav: [
    {
      slot: 'page-menu',
      label: 'pages.nav.duplicate',
      href: '/pages/{page_id}/duplicate',
      icon: 'copy',
      order: 40,
      role: 'editor',
      post: true,
    },
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
      icon: 'code',
      order: 30,
      role: 'editor',
    },
    {
      slot: 'page-menu',
      label: 'pages.nav.history',
      href: '/pages/{page_id}/history',
      icon: 'history',
      order: 60,
      role: 'viewer',
    },
    {
      slot: 'page-menu',
      label: 'pages.nav.links',
      href: '/pages/{page_id}/links',
      icon: 'link',
      order: 70,
      role: 'viewer',
    },
    {
      slot: 'page-menu',
      label: 'pages.nav.as_markdown',
      href: '/pages/{page_id}.md',
      icon: 'download',
      order: 80,
      role: 'viewer',
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
  jobs: {
    'pages.purge-trash': { cron: '7 2 * * *', run: purgeTrash },
    'pages.thin-versions': { cron: '37 2 * * *', run: thinVersions },
    'pages.sweep-uploads': { cron: '47 4 * * *', run: sweepLocalUploads },
  },
});
