// Tags: what people call pages by, each for themselves.
import { doctorChecks } from '../../core/cli/doctor.ts';
import { adding, definePlugin } from '../../core/kernel/plugin.ts';
import { signSources } from '../../core/views/sign-search.ts';
import { frameValues } from '../../core/views/views.ts';
import { pageLabels, pageMarks, pageParts } from '../pages/contract.ts';
import { tagNames } from './contract.ts';
import { tagCheck } from './doctor.ts';
import { labels } from './imported-tags.ts';
import { pageTagsSection, TAG_MARK } from './page-tags.ts';
import { tagRoutes } from './routes/browser.ts';
import { tagPageRoutes } from './routes/html.ts';
import { tagV2Routes } from './routes/v2.ts';
import { tagStore } from './store.ts';
import { tagTables } from './tables.ts';
import { tagNamesOf } from './tag-names.ts';
import { tagSearch } from './tag-search.ts';

export default definePlugin({
  name: 'tags',
  version: '1.0.0',
  summary: 'Tags of one’s own on pages, with counts and lists of what carries them',
  dependencies: { blocks: '^1.0.0', pages: '^1.0.0', workspaces: '^1.0.0' },
  provides: [tagNames],
  setup(app) {
    app.provide(tagNames, tagNamesOf);
  },
  resources: {
    tag: {
      async load(ctx, id) {
        const row = await tagStore.byId(ctx, Number(id));
        return row && { id: row.id, workspaceId: null, epoch: 0, rootId: null, ownerId: row.user_id, row };
      },
    },
  },
  adds: [
    adding(doctorChecks, tagCheck),
    adding(pageLabels, labels),
    adding(signSources, tagSearch),
    adding(pageParts, { style: 'tag.css' }),
    adding(pageMarks, { name: TAG_MARK, select: tagStore.oneOn }),
    adding(frameValues, pageTagsSection),
  ],
  routes: [...tagPageRoutes, ...tagRoutes, ...tagV2Routes],
  nav: [{ slot: 'account', label: 'tags.title', href: '/tags', icon: 'tag', order: 110 }],
  slots: [
    { slot: 'page-head', template: '/tags/head', order: 10 },
    { slot: 'tag-head', template: '/tags/tag-head' },
  ],
  tables: tagTables,
  messages: new URL('./messages/', import.meta.url),
  words: { tags: /^tags\.(field\.|color($|\.))/ },
});
