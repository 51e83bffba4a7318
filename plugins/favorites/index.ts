// Favorites and pages seen lately: a person's own short ways into the tree, in the sidebar of every page.
import { userOf } from '../../core/kernel/context.ts';
import { adding, definePlugin } from '../../core/kernel/plugin.ts';
import { frameValues } from '../../core/views/views.ts';
import { rowsBeside } from '../pages/contract.ts';
import { favoritePages, ownLists } from './contract.ts';
import { favoriteFormRoutes } from './routes/html.ts';
import { favoriteV2Routes } from './routes/v2.ts';
import { dropFavorite, keepFavorite, markOpened } from './service.ts';
import { favoritesSection, keptBeside, trackOpenedPages } from './sidebar.ts';
import { keptStore } from './store.ts';
import { favoriteTables } from './tables.ts';

export default definePlugin({
  name: 'favorites',
  version: '1.0.0',
  summary: 'Favorite pages in an order of one’s own, and pages seen lately',
  dependencies: { pages: '^1.0.0' },
  provides: [favoritePages, ownLists],
  setup(app) {
    app.provide(favoritePages, {
      has: async (ctx, pageId) => (await keptStore.order(ctx, userOf(ctx).id)).includes(pageId),
      set: async (ctx, pageId, isFavorite) => void (await (isFavorite ? keepFavorite : dropFavorite)(ctx, pageId)),
    });
    app.provide(ownLists, {
      recents: (ctx) => keptStore.recentIds(ctx, userOf(ctx).id),
      favorites: (ctx) => keptStore.favoriteIds(ctx, userOf(ctx).id),
      markRead: markOpened,
    });
    trackOpenedPages(app);
  },
  adds: [adding(frameValues, favoritesSection), adding(rowsBeside, keptBeside)],
  routes: [...favoriteFormRoutes, ...favoriteV2Routes],
  slots: [
    { slot: 'sidebar', template: '/favorites/sidebar', order: 10 },
    { slot: 'sidebar-end', template: '/favorites/sidebar-end', order: 10 },
    { slot: 'topbar', template: '/favorites/star', order: 90 },
  ],
  tables: favoriteTables,
  messages: new URL('./messages/', import.meta.url),
  words: { favorites: /^favorites\.list\./ },
});
