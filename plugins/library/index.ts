// The library: where people find their pages again, in tabs, whichever workspace they are in.
import { adding, definePlugin } from '../../core/kernel/plugin.ts';
import { signSources } from '../../core/views/sign-search.ts';
import { frameValues } from '../../core/views/views.ts';
import { projectPaths, projectPlaces } from './contract.ts';
import { peopleSearch } from './people-search.ts';
import { resolveProject } from './project-path.ts';
import { libraryBrowserRoutes } from './routes/browser.ts';
import { libraryPageRoutes } from './routes/html.ts';
import { filterStore } from './store.ts';
import { libraryTables } from './tables.ts';
import { TABS } from './tabs.ts';
import { tagsTrail } from './tags-trail.ts';

export default definePlugin({
  name: 'library',
  version: '1.0.0',
  summary: 'Recent, favorite, shared, published and private pages in one place, with filters and acts on many at once',
  dependencies: {
    auth: '^1.0.0',
    workspaces: '^1.0.0',
    pages: '^1.0.0',
    favorites: '^1.0.0',
    tags: '^1.0.0',
    permissions: '^1.0.0',
    publish: '^1.0.0',
  },
  provides: [projectPaths],
  opens: [projectPlaces],
  setup(app) {
    app.provide(projectPaths, { place: resolveProject });
  },
  resources: {
    'library-filter': {
      async load(ctx, id) {
        const row = await filterStore.byId(ctx, Number(id));
        return row && { id: row.id, workspaceId: null, epoch: 0, rootId: null, ownerId: row.user_id, row };
      },
    },
  },
  adds: [
    adding(signSources, peopleSearch),
    adding(frameValues, async ({ path, ctx }) =>
      /^\/tags(\/|$)/.test(path) ? { libraryTabs: TABS, breadcrumb: tagsTrail(ctx) } : {},
    ),
  ],
  routes: [...libraryPageRoutes, ...libraryBrowserRoutes],
  nav: [{ slot: 'sidebar', label: 'library.title', href: '/library', covers: '/tags', icon: 'book-open', order: 30 }],
  slots: [{ slot: 'tags-head', template: '/library/tabs' }],
  tables: libraryTables,
  messages: new URL('./messages/', import.meta.url),
  words: { library: /^library\.list\./ },
});
