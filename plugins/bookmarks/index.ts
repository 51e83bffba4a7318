// Bookmarks say what they lead to: title, description and picture, looked up once after the page was saved. The title of
// a link is read at once for whoever pastes it.
import { adding, definePlugin } from '../../core/kernel/plugin.ts';
import { pagesSaved } from '../pages/contract.ts';
import { bookmarkRoutes } from './routes/browser.ts';
import { describeBookmark, planDescriptions } from './service.ts';

export default definePlugin({
  name: 'bookmarks',
  version: '1.0.0',
  summary: 'Titles, descriptions and pictures of bookmarks, from the sites they lead to',
  dependencies: { blocks: '^1.0.0', auth: '^1.0.0', files: '^1.0.0', pages: '^1.0.0' },
  adds: [adding(pagesSaved, planDescriptions)],
  routes: bookmarkRoutes,
  jobs: { 'bookmarks.describe': { run: describeBookmark, attempts: 3 } },
});
