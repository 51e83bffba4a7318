// Notifications: what people are told in the product and by mail, as they chose and as far as their rights go.
import { adding, definePlugin } from '../../core/kernel/plugin.ts';
import { languages } from '../auth/contract.ts';
import { notificationKinds, notifications } from './contract.ts';
import { copyNotices } from './copy-notice.ts';
import { mailDigest, queueDigests } from './digest/digest.ts';
import { purgeRead, unreadNotices } from './inbox.ts';
import { openInbox } from './inbox-shortcut.ts';
import { notificationNav } from './nav.ts';
import { deliverNotice, withdraw } from './notices.ts';
import { inboxBrowserRoutes } from './routes/browser.ts';
import { inboxPageRoutes } from './routes/html.ts';
import { notificationSettingsRoutes } from './routes/html-settings.ts';
import { watchPageRoutes } from './routes/html-watches.ts';
import { notificationV2Routes } from './routes/v2.ts';
import { watchRoutes } from './routes/v2-watches.ts';
import { inboxShortcuts } from './shortcuts.ts';
import { notificationStore, readerStore } from './store.ts';
import { notificationTables } from './tables.ts';
import { mailTopic } from './topic-mail.ts';
import { watchKinds, watchStream } from './watches/page-changes.ts';
import { addWatchers, watchers } from './watches/watches.ts';

export default definePlugin({
  name: 'notifications',
  version: '1.0.0',
  summary: 'What people are told in the product and by mail, which pages they watch, and their digest',
  dependencies: { auth: '^1.0.0', pages: '^1.0.0', databases: '^1.0.0' },
  provides: [notifications],
  opens: [notificationKinds],
  adds: [adding(languages, readerStore.locale), ...watchKinds, ...copyNotices],
  tables: notificationTables,
  messages: new URL('./messages/', import.meta.url),
  words: { bell: /^notifications\.bell\./, inbox: /^notifications\.(inbox\.|newer|older)/ },
  setup(app) {
    app.provide(notifications, { tell: deliverNotice, withdraw, follow: addWatchers, watchers, unread: unreadNotices });
  },
  resources: { notification: { load: (ctx, id) => notificationStore.subject(ctx, Number(id)) } },
  routes: [
    ...notificationV2Routes,
    ...watchRoutes,
    ...inboxBrowserRoutes,
    ...inboxPageRoutes,
    ...notificationSettingsRoutes,
    ...watchPageRoutes,
  ],
  nav: notificationNav,
  shortcuts: [openInbox, ...inboxShortcuts],
  slots: [{ slot: 'topbar', template: '/notifications/bell' }],
  streams: { watches: watchStream },
  jobs: {
    'notifications.mail': { run: mailTopic },
    'notifications.digest': { run: mailDigest },
    'notifications.digests': { cron: '0 * * * *', run: queueDigests },
    'notifications.purge': { cron: '53 3 * * *', run: purgeRead },
  },
});
