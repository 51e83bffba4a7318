// Forges: people sign in by code-hosting services, see their repositories, and keep folders of them as pages.
import { definePlugin } from '../../core/kernel/plugin.ts';
import { forgeResources } from './access.ts';
import { additions } from './additions.ts';
import { commands } from './commands.ts';
import { jobs } from './jobs.ts';
import { routes } from './routes/index.ts';
import { tables } from './tables.ts';

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
    admin: '^1.0.0',
  },
  resources: forgeResources,
  adds: additions,
  routes,
  nav: [
    { slot: 'admin-tab', label: 'forges.nav', href: '/admin/forges', icon: 'code-xml', adminOnly: true },
    { slot: 'switcher', label: 'forges.projects', href: '/workspace', icon: 'code-xml', order: 33 },
  ],
  slots: [
    { slot: 'account-settings', template: '/forges/card' },
    { slot: 'page-head', template: '/forges/origin', order: 5 },
  ],
  tables,
  messages: new URL('./messages/', import.meta.url),
  commands,
  jobs,
});
