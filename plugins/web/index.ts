// The pages around the pages: landing, dashboard, workspaces, the whole tree, search, trash.
import { definePlugin } from '../../core/plugin.ts';
import { homeRoutes } from './routes/home.ts';
import { importRoutes } from './routes/import.ts';
import { outboxRoutes } from './routes/outbox.ts';
import { settingsRoutes } from './routes/settings.ts';
import { treeRoutes } from './routes/tree.ts';

export default definePlugin({
  name: 'web',
  version: '1.0.0',
  summary: 'Server-rendered pages that work without scripts',
  dependencies: { workspaces: '^1.0.0', pages: '^1.0.0', search: '^1.0.0' },
  routes: [...homeRoutes, ...treeRoutes, ...outboxRoutes, ...settingsRoutes, ...importRoutes],
});
