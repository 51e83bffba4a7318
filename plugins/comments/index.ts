// Comments: threads on pages and blocks, reactions, mentions, and who is told of them.
import { doctorChecks } from '../../core/cli/doctor.ts';
import { adding, definePlugin } from '../../core/kernel/plugin.ts';
import { namedSource, pageMarks, pageParts, pageRemarks, pageSections, pagesSaved } from '../pages/contract.ts';
import { commentResources } from './access.ts';
import { pageComments } from './contract.ts';
import { commentCheck } from './doctor.ts';
import { remarks } from './imported-comments.ts';
import { noteInBodies } from './mentions.ts';
import { commentEvents, commentNotificationKinds, noticeStream } from './notifications.ts';
import { commentPolicies } from './policies.ts';
import { commentPageRoutes } from './routes/html.ts';
import { commentV2Routes } from './routes/v2.ts';
import { COMMENT_MARK, commentSection } from './section.ts';
import { commentService } from './service.ts';
import { commentShortcuts } from './shortcuts.ts';
import { commentStore } from './store.ts';
import { commentTables } from './tables.ts';

const words = /^comments\.panel\./;

export default definePlugin({
  name: 'comments',
  version: '1.0.0',
  summary: 'Threads of comments on pages and blocks, and mentions',
  dependencies: { blocks: '^1.0.0', auth: '^1.0.0', workspaces: '^1.0.0', pages: '^1.0.0', notifications: '^1.0.0' },
  provides: [pageComments],
  tables: commentTables,
  messages: new URL('./messages/', import.meta.url),
  words: { comments: words },
  setup(app) {
    app.provide(pageComments, commentService);
  },
  resources: commentResources,
  adds: [
    adding(doctorChecks, commentCheck),
    adding(pagesSaved, noteInBodies),
    adding(namedSource, { kind: 'comments', visible: commentStore.visible }),
    adding(pageSections, commentSection),
    adding(pageMarks, { name: COMMENT_MARK, select: commentStore.oneOf }),
    adding(pageRemarks, remarks),
    adding(pageParts, { style: 'comments.css', words }),
    ...commentNotificationKinds,
  ],
  emits: commentEvents,
  streams: { told: noticeStream },
  routes: [...commentV2Routes, ...commentPageRoutes],
  nav: [
    {
      slot: 'page-menu',
      label: 'comments.nav',
      href: '/pages/{page_id}#comments',
      icon: 'message-square',
      order: 220,
      policy: commentPolicies.add,
    },
  ],
  slots: [{ slot: 'topbar', template: '/comments/button' }],
  shortcuts: commentShortcuts,
});
