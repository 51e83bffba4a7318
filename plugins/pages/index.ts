// Pages: the tree, bodies made of blocks, versions, locks and the trash.

import { accessTree } from '../../core/access/access-control.ts';
import { doctorChecks } from '../../core/cli/doctor.ts';
import { adding, definePlugin } from '../../core/kernel/plugin.ts';
import { frameValues } from '../../core/views/views.ts';
import { readablePages } from '../files/contract.ts';
import { pageResources, pageTree, readablePageIds } from './access.ts';
import { pages, pageTexts } from './contract.ts';
import { pageCopyJobs } from './copies/copy-job.ts';
import { pageCheck } from './doctor.ts';
import { pageEvents } from './events.ts';
import { pagePoints } from './extension-points.ts';
import { pageNav } from './nav.ts';
import { addPageAssets } from './page-assets.ts';
import { textService } from './page-texts.ts';
import { blankPurgedPageEvents } from './purged-events.ts';
import { limitLocalUploads, sweepLocalUploads } from './routes/browser-local-uploads.ts';
import { FRAME_SCRIPTS } from './routes/html-diagram-frame.ts';
import { pageRoutes } from './routes/index.ts';
import { pageService } from './service.ts';
import { peekShortcut } from './shortcuts.ts';
import { pageTables } from './tables.ts';
import { sidebarSection } from './tree/sidebar.ts';
import { followSubtreeJob, leaveSubtreeJob, retrySubtreeJob } from './tree/subtree-changes.ts';
import { purgeTrash } from './tree/trash.ts';
import { thinVersions } from './versions/version-retention.ts';

export default definePlugin({
  name: 'pages',
  version: '1.0.0',
  summary: 'Nested pages with bodies of blocks, versions, locks and a trash',
  dependencies: { auth: '^1.0.0', blocks: '^1.0.0', workspaces: '^1.0.0', files: '^1.0.0' },
  provides: [pages, pageTexts, accessTree],
  opens: pagePoints,
  tables: pageTables,
  messages: new URL('./messages/', import.meta.url),
  setup(app) {
    limitLocalUploads(app);
    app.assets.share(FRAME_SCRIPTS);
    addPageAssets(app);
    app.provide(pages, pageService);
    app.provide(pageTexts, textService);
    app.provide(accessTree, pageTree);
  },
  resources: pageResources,
  adds: [adding(doctorChecks, pageCheck), adding(readablePages, readablePageIds), adding(frameValues, sidebarSection)],
  routes: pageRoutes,
  nav: pageNav,
  shortcuts: [peekShortcut],
  emits: pageEvents,
  jobs: {
    'pages.follow-subtree': { run: followSubtreeJob, failed: leaveSubtreeJob, retried: retrySubtreeJob },
    ...pageCopyJobs,
    'pages.blank-events': { cron: '57 2 * * *', run: blankPurgedPageEvents },
    'pages.purge-trash': { cron: '7 2 * * *', run: purgeTrash },
    'pages.thin-versions': { cron: '37 2 * * *', run: thinVersions },
    'pages.sweep-uploads': { cron: '47 4 * * *', run: sweepLocalUploads },
  },
});
