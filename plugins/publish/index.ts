// Publish: pages that anybody may read at an address of their own, alone or with all below them, tables and forms too.
import { adding, definePlugin } from '../../core/kernel/plugin.ts';
import { pagesDescending } from '../pages/contract.ts';
import { pageOpenings, publications } from '../permissions/contract.ts';
import { publicationEnds } from './contract.ts';
import { switchOf } from './publication-switch.ts';
import { openWith, publicationOpenings, requireMeant } from './publication-warning.ts';
import { publicationPageRoutes } from './routes/html.ts';
import { publicRoutes } from './routes/html-public.ts';
import { publicationV2Routes } from './routes/v2.ts';
import { unpublish } from './service.ts';
import { publicationStore } from './store.ts';
import { publicationTables } from './tables.ts';

export default definePlugin({
  name: 'publish',
  version: '1.0.0',
  summary: 'Pages, databases and forms for everybody, at an address of their own',
  dependencies: {
    auth: '^1.0.0',
    files: '^1.0.0',
    pages: '^1.0.0',
    databases: '^1.0.0',
    permissions: '^1.0.0',
  },
  provides: [publicationEnds],
  setup(app) {
    app.provide(publicationEnds, {
      past: async (ctx, pageIds) => new Set(await publicationStore.past(ctx, pageIds)),
      begun: async (ctx, pageIds) => new Map(await publicationStore.begun(ctx, pageIds)),
    });
  },
  adds: [
    adding(pageOpenings, publicationOpenings),
    adding(publications, { openWith, end: unpublish, switchOf }),
    adding(pagesDescending, requireMeant),
  ],
  tables: publicationTables,
  messages: new URL('./messages/', import.meta.url),
  emits: {
    'page.published': 'A page was published',
  },
  routes: [...publicRoutes, ...publicationV2Routes, ...publicationPageRoutes],
  nav: [{ slot: 'sharing', label: 'publish.short', href: '/pages/{page_id}/publishing', icon: 'share', order: 20 }],
});
