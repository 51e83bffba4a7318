// Notifications: what people are told in the product and by mail, as they chose and as far as their rights go.
import { adding, definePlugin } from '../../core/kernel/plugin.ts';
import { languages } from '../auth/contract.ts';
import { notificationKinds, notifications } from './contract.ts';
import { pageRoutes } from './routes/html.ts';
import { v2Routes } from './routes/v2.ts';
import { purgeRead, tell, withdraw } from './service.ts';
import { notificationStore, readerStore } from './store.ts';
import { tables } from './tables.ts';
import { mailTopic } from './topic-mail.ts';

export default definePlugin({
  name: 'notifications',
  version: '1.0.0',
  summary: 'What people are told in the product and by mail',
  dependencies: { auth: '^1.0.0', pages: '^1.0.0' },
  provides: [notifications],
  opens: [notificationKinds],
  adds: [adding(languages, readerStore.locale)],
  tables,
  messages: new URL('./messages/', import.meta.url),
  setup(app) {
    // Apart from what every page loads: few open the list.
    for (const locale of app.messages.locales)
      app.assets.addScript(`bell-messages-${locale}.js`, () =>
        app.messages.addingScript(locale, /^notifications\.bell\./),
      );
    app.provide(notifications, { tell, withdraw });
  },
  resources: {
    notification: {
      async load(ctx, id) {
        const row = await notificationStore.ownerOf(ctx, Number(id));
        return row && { id: row.id, workspaceId: null, epoch: 0, rootId: null, ownerId: row.user_id, row };
      },
    },
  },
  routes: [...v2Routes, ...pageRoutes],
  nav: [
    {
      slot: 'account',
      label: 'notifications.preferences',
      href: '/notifications/preferences',
      icon: 'bell',
      order: 30,
    },
  ],
  slots: [{ slot: 'topbar', template: '/notifications/bell' }],
  jobs: {
    'notifications.mail': { run: mailTopic },
    'notifications.purge': { cron: '53 3 * * *', run: purgeRead },
  },
});
