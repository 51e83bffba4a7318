// The pages around the pages: landing, first steps, dashboard, workspaces, explorer, search, trash, help.
import { definePlugin } from '../../core/kernel/plugin.ts';
import { appearanceRoutes } from './routes/html-appearance.ts';
import { designRoutes } from './routes/html-design.ts';
import { explorerRoutes } from './routes/html-explorer.ts';
import { helpRoutes } from './routes/html-help.ts';
import { homeRoutes } from './routes/html-home.ts';
import { settingsOverviewRoutes } from './routes/html-settings.ts';
import { trashRoutes } from './routes/html-trash.ts';
import { welcomeRoutes } from './routes/html-welcome.ts';
import { workspacePages } from './routes/html-workspaces.ts';
import { shellShortcuts } from './shortcuts.ts';

export default definePlugin({
  name: 'web',
  version: '1.0.0',
  summary: 'Server-rendered pages that work without scripts',
  dependencies: {
    ...{ blocks: '^1.0.0', auth: '^1.0.0', workspaces: '^1.0.0', pages: '^1.0.0' },
    ...{ search: '^1.0.0', library: '^1.0.0', tags: '^1.0.0' },
    ...{ databases: '^1.0.0', notifications: '^1.0.0' },
  },
  routes: [
    ...homeRoutes,
    ...workspacePages,
    ...explorerRoutes,
    ...trashRoutes,
    ...welcomeRoutes,
    ...helpRoutes,
    ...designRoutes,
    ...settingsOverviewRoutes,
    ...appearanceRoutes,
  ],
  nav: [
    { slot: 'sidebar', label: 'web.nav.home', href: '/', icon: 'house', order: 10 },
    { slot: 'sidebar', label: 'web.nav.pages', href: '/local-workspace', icon: 'files', order: 20 },
    { slot: 'bar', label: 'web.nav.home', href: '/', icon: 'house', order: 10 },
    { slot: 'bar', label: 'web.nav.search', href: '/search', icon: 'search', order: 20, action: 'palette' },
    { slot: 'workspace', label: 'web.nav.trash', href: '/trash', icon: 'trash-2', order: 40 },
    { slot: 'account', label: 'web.nav.all_settings', href: '/settings', icon: 'settings-2', order: 40 },
    { slot: 'account', label: 'web.nav.help', href: '/help', icon: 'circle-question-mark', order: 210 },
  ],
  shortcuts: shellShortcuts,
  messages: new URL('./messages/', import.meta.url),
  words: { places: /^web\.places\./, palette: /^web\.(palette|moves)\./ },
});
