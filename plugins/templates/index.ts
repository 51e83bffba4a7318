// Page templates: five that are always there, those that people keep, and what new pages start from.
import { adding, definePlugin } from '../../core/plugin.ts';
import { blankPage } from '../pages/contract.ts';
import { templateResources } from './access.ts';
import { boardRoutes } from './routes/board.ts';
import { v2Routes } from './routes/v2.ts';
import { bodyFrom, defaultTemplate } from './service.ts';

export default definePlugin({
  name: 'templates',
  version: '1.0.0',
  summary: 'Templates of pages with variables, built in and kept by people',
  dependencies: { workspaces: '^1.0.0', files: '^1.0.0', pages: '^1.0.0' },
  resources: templateResources,
  adds: [
    adding(blankPage, async (ctx, { parentId, title }) => {
      const template = parentId === null ? null : await defaultTemplate(ctx, parentId);
      return template ? bodyFrom(ctx, template, title) : undefined;
    }),
  ],
  routes: [...boardRoutes, ...v2Routes],
});
