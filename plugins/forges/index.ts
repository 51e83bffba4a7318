// Forges: people sign in by code-hosting services, see their repositories, and keep folders of them as pages.
import { definePlugin } from '../../core/kernel/plugin.ts';
import { forgeResources } from './access.ts';
import { forgeAdditions } from './additions.ts';
import { forgeCommands } from './commands.ts';
import { forgeJobKinds } from './jobs.ts';
import { forgeRoutes } from './routes/index.ts';
import { forgeTables } from './tables.ts';

export default definePlugin({
  name: 'forges',
  version: '1.0.0',
  summary: 'Code-hosting services: sign-in, repositories to read, and files of repositories kept as pages',
  dependencies: {
    blocks: '^1.0.0',
    auth: '^1.0.0',
    workspaces: '^1.0.0',
    pages: '^1.0.0',
    sso: '^1.0.0',
    importers: '^1.0.0',
    library: '^1.0.0',
    'agent-connectors': '^1.0.0',
    admin: '^1.0.0',
  },
  resources: forgeResources,
  adds: forgeAdditions,
  routes: forgeRoutes,
  nav: [
    { slot: 'admin-tab', label: 'forges.nav', href: '/admin/forges', icon: 'code-xml', adminOnly: true },
    { slot: 'own-settings', label: 'forges.account.title', href: '/accounts/forges', icon: 'code-xml', order: 50 },
    { slot: 'switcher', label: 'forges.projects', href: '/workspace', icon: 'code-xml', order: 33 },
  ],
  slots: [{ slot: 'page-head', template: '/forges/origin', order: 5 }],
  tables: forgeTables,
  messages: new URL('./messages/', import.meta.url),
  commands: forgeCommands,
  jobs: forgeJobKinds,
});
