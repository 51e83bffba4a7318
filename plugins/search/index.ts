// Full-text search over everything the caller may see: an index kept in the transaction of each save.
import { doctorChecks } from '../../core/cli/doctor.ts';
import { adding, definePlugin } from '../../core/kernel/plugin.ts';
import { type PageFinder, pageFinder, pagesRehomed, pagesSaved, pagesTurned, pageWords } from '../pages/contract.ts';
import { meaningIndex, search } from './contract.ts';
import { searchCheck } from './doctor.ts';
import { indexPages, moveEntries, unindex } from './indexing.ts';
import { excerpts, find, findWidely, indexedTexts, pagesWith, RANKED_MAX } from './query.ts';
import { signRoutes } from './routes/browser.ts';
import { searchRoutes } from './routes/v2.ts';
import { searchTables } from './tables.ts';

/** The space ends the last word, which would else be a beginning. */
const holding: PageFinder = async (ctx, words, workspaceId, limit) =>
  (await find(ctx, { q: `${words} `, limit, workspaceId })).results.map(({ id: page }) => page);

export default definePlugin({
  name: 'search',
  version: '1.0.0',
  summary: 'Ranked full-text search with snippets, narrowed to what the caller may see',
  tables: searchTables,
  dependencies: { blocks: '^1.0.0', pages: '^1.0.0', tags: '^1.0.0', workspaces: '^1.0.0' },
  provides: [search, pageFinder, pageWords],
  setup(app) {
    const knowsMeaning = () => app.find(meaningIndex)?.isOn() ?? false;
    app.provide(search, {
      find,
      findWidely,
      excerpts,
      texts: indexedTexts,
      knowsMeaning,
      add: indexPages,
      most: RANKED_MAX,
    });
    app.provide(pageFinder, holding);
    app.provide(pageWords, pagesWith);
  },
  adds: [
    adding(doctorChecks, searchCheck),
    adding(pagesSaved, indexPages),
    adding(pagesTurned, (ctx, { trashed }) => unindex(ctx, trashed)),
    adding(pagesRehomed, moveEntries),
  ],
  routes: [...searchRoutes, ...signRoutes],
});
