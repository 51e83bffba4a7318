// Workspaces and their members: the outermost frame of every right.
import { membershipSource } from '../../core/access/access-control.ts';
import { userOf } from '../../core/kernel/context.ts';
import { definePlugin } from '../../core/kernel/plugin.ts';
import { workspaceResources } from './access.ts';
import { workspaceAccountAdditions } from './account-additions.ts';
import { workspaceCommands } from './commands.ts';
import { memberLeaving, workspaces } from './contract.ts';
import { memberCommands } from './member-commands.ts';
import { assign, invite, removeMember } from './members.ts';
import { workspaceNav } from './nav.ts';
import { workspaceOverview } from './overview.ts';
import { memberRoutes } from './routes/browser-members.ts';
import { workspaceBrowserRoutes } from './routes/browser-workspaces.ts';
import { memberPageRoutes } from './routes/html-members.ts';
import { workspaceSettingsRoutes } from './routes/html-settings.ts';
import { workspaceV2Routes } from './routes/v2.ts';
import { purgeWorkspaces, WORKSPACE_COOKIE, workspaceService } from './service.ts';
import { memberStore } from './store.ts';
import { workspaceTables } from './tables.ts';

export default definePlugin({
  name: 'workspaces',
  version: '1.0.0',
  summary: 'Workspaces, members, roles and invitations',
  dependencies: { auth: '^1.0.0' },
  provides: [workspaces, membershipSource],
  opens: [memberLeaving],
  setup(app) {
    app.provide(workspaces, {
      ...workspaceService,
      ...workspaceOverview,
      assign,
      leave: (ctx, id) => removeMember(ctx, id, userOf(ctx).id),
      invite: async (ctx, id, email, role) => void (await invite(ctx, id, email, role)),
    });
    app.provide(membershipSource, { homes: memberStore.homes, one: memberStore.role });
    app.server.state(WORKSPACE_COOKIE, { encoding: 'none', strictHeader: false, ignoreErrors: true });
  },
  resources: workspaceResources,
  adds: workspaceAccountAdditions,
  routes: [
    ...workspaceSettingsRoutes,
    ...workspaceBrowserRoutes,
    ...memberRoutes,
    ...memberPageRoutes,
    ...workspaceV2Routes,
  ],
  nav: workspaceNav,
  tables: workspaceTables,
  messages: new URL('./messages/', import.meta.url),
  words: { members: /^workspaces\.list\./ },
  commands: [...workspaceCommands, ...memberCommands],
  emits: {
    'member.added': 'Somebody became a member',
    'member.removed': 'Somebody is no member any more',
  },
  jobs: { 'workspaces.purge': { cron: '41 3 * * *', run: purgeWorkspaces } },
});
