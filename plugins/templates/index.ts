// Page templates: those that are always there, those that people keep, and what new pages start from.

import { doctorChecks } from '../../core/cli/doctor.ts';
import { fileHolders } from '../../core/files/file-response.ts';
import { adding, definePlugin } from '../../core/kernel/plugin.ts';
import { frameValues } from '../../core/views/views.ts';
import { blankPage } from '../pages/contract.ts';
import { templateResources } from './access.ts';
import { pageTemplates, templateBodies } from './contract.ts';
import { templateCheck } from './doctor.ts';
import { templateNav } from './nav.ts';
import { boardRoutes } from './routes/browser.ts';
import { templatePageRoutes } from './routes/html.ts';
import { pageMenuRoutes } from './routes/html-page-menu.ts';
import { templateV2Routes } from './routes/v2.ts';
import { bodyFrom, defaultTemplate, keptBody, nameOfChosen, useChosen } from './service.ts';
import { templateFiles } from './store.ts';
import { templateTables } from './tables.ts';
import { templateOfferSection } from './template-offers.ts';

export default definePlugin({
  name: 'templates',
  version: '1.0.0',
  summary: 'Templates of pages with variables, built in and kept by people',
  dependencies: { blocks: '^1.0.0', workspaces: '^1.0.0', files: '^1.0.0', pages: '^1.0.0', databases: '^1.0.0' },
  provides: [templateBodies, pageTemplates, blankPage],
  setup(app) {
    app.provide(templateBodies, { of: keptBody });
    app.provide(pageTemplates, { use: useChosen, nameOf: nameOfChosen });
    app.provide(blankPage, async (ctx, { parentId, ...page }) => {
      const template = parentId === null ? null : await defaultTemplate(ctx, parentId);
      return template ? bodyFrom(ctx, template, page) : undefined;
    });
  },
  resources: templateResources,
  adds: [
    adding(doctorChecks, templateCheck),
    adding(fileHolders, templateFiles.leaveOutHeld),
    adding(frameValues, templateOfferSection),
  ],
  routes: [...templatePageRoutes, ...pageMenuRoutes, ...boardRoutes, ...templateV2Routes],
  nav: templateNav,
  slots: [
    { slot: 'page-head', template: '/templates/offer', order: 50 },
    { slot: 'page-new', template: '/templates/start', order: 10 },
  ],
  tables: templateTables,
  messages: new URL('./messages/', import.meta.url),
});
