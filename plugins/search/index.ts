// Full-text search over everything the caller may see: an index kept in the transaction of each save.
import { adding, definePlugin } from '../../core/kernel/plugin.ts';
import { type PageFinder, pageFinder, pagesRehomed, pagesSaved, pagesTurned } from '../pages/contract.ts';
import { search } from './contract.ts';
import { indexPages, rehome, unindex } from './indexing.ts';
import { excerpts, find } from './query.ts';

/** The space ends the last word, which would else be a beginning. */
const holding: PageFinder = async (ctx, words, workspaceId, limit) =>
  (await find(ctx, { q: `${words} `, limit, workspaceId })).results.map(({ id: page }) => page);

import { searchRoutes } from './routes/v2.ts';
import { tables } from './tables.ts';

export default definePlugin({
  name: 'search',
  version: '1.0.0',
  summary: 'Ranked full-text search with snippets, narrowed to what the caller may see',
  tables,
  dependencies: { blocks: '^1.0.0', pages: '^1.0.0', workspaces: '^1.0.0' },
  provides: [search],
  setup: (app) => app.provide(search, { find, excerpts, add: indexPages }),
  adds: [
    adding(pagesSaved, indexPages),
    adding(pagesTurned, (ctx, { trashed }) => unindex(ctx, trashed)),
    adding(pagesRehomed, rehome),
    adding(pageFinder, holding),
  ],
  routes: searchRoutes,
});
