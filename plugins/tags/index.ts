// Tags: what people call pages by, each for themselves.
import { adding, definePlugin } from '../../core/plugin.ts';
import { pageLabels } from '../pages/contract.ts';
import { labels } from './labels.ts';
import { tagRoutes } from './routes/tags.ts';
import { v2Routes } from './routes/v2.ts';
import { tagStore } from './store.ts';

export default definePlugin({
  name: 'tags',
  version: '1.0.0',
  summary: 'Tags of one’s own on pages, with counts and lists of what carries them',
  dependencies: { pages: '^1.0.0', workspaces: '^1.0.0' },
  resources: {
    tag: {
      async load(ctx, id) {
        const row = await tagStore.byId(ctx, Number(id));
        return row && { id: row.id, workspaceId: null, epoch: 0, rootId: null, ownerId: row.user_id, row };
      },
    },
  },
  adds: [adding(pageLabels, labels)],
  routes: [...tagRoutes, ...v2Routes],
});
