// Emoji that a workspace has made its own: pictures with a name, for texts and as signs of pages.

import { doctorChecks } from '../../core/cli/doctor.ts';
import { fileHolders } from '../../core/files/file-response.ts';
import { adding, definePlugin } from '../../core/kernel/plugin.ts';
import { emojiSource } from '../pages/contract.ts';
import { emojiCheck } from './doctor.ts';
import { emojiPolicies } from './policies.ts';
import { emojiRoutes } from './routes/browser.ts';
import { emojiPageRoutes } from './routes/html.ts';
import { emojiV2Routes } from './routes/v2.ts';
import { emojiOfWorkspace } from './service.ts';
import { type EmojiRow, emojiStore } from './store.ts';
import { emojiTables } from './tables.ts';

export default definePlugin({
  name: 'emoji',
  version: '1.0.0',
  summary: "Pictures as emoji of a workspace's own",
  dependencies: { workspaces: '^1.0.0', files: '^1.0.0', pages: '^1.0.0' },
  tables: emojiTables,
  messages: new URL('./messages/', import.meta.url),
  emits: {
    'emoji.created': 'An emoji of a workspace was made',
    'emoji.deleted': 'An emoji of a workspace was deleted',
  },
  resources: {
    emoji: {
      title: ({ row }) => `:${(row as EmojiRow).name}:`,
      async load(ctx, id) {
        const row = await emojiStore.byId(ctx, Number(id));
        return row && { id: row.id, workspaceId: row.workspace_id, epoch: row.epoch, rootId: null, row };
      },
    },
  },
  provides: [emojiSource],
  setup: (app) => app.provide(emojiSource, emojiOfWorkspace),
  adds: [adding(doctorChecks, emojiCheck), adding(fileHolders, emojiStore.leaveOutHeld)],
  routes: [...emojiRoutes, ...emojiV2Routes, ...emojiPageRoutes],
  nav: [
    {
      slot: 'settings',
      label: 'emoji.nav',
      href: '/workspaces/{workspace_id}/emoji',
      icon: 'smile-plus',
      order: 40,
      policy: emojiPolicies.addToWorkspace,
    },
  ],
});
