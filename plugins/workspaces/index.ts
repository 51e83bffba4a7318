// Workspaces and their members: the outermost frame of every right.

import { membershipSource } from '../../core/access.ts';
import { closedTo } from '../../core/access-closing.ts';
import { userOf } from '../../core/context.ts';
import { adding, definePlugin } from '../../core/plugin.ts';
import { accountCreated, accountLeaving, invitationCheck, knownUsers } from '../auth/contract.ts';
import { workspaceCommands } from './commands.ts';
import { memberLeaving, workspaces } from './contract.ts';
import { findInvitation, invite, removeMember, requireOtherOwners, welcome } from './members.ts';
import { memberRoutes } from './routes/members.ts';
import { memberPageRoutes } from './routes/members-pages.ts';
import { settingsRoutes } from './routes/settings-pages.ts';
import { v2Routes } from './routes/v2.ts';
import { workspaceRoutes } from './routes/workspaces.ts';
import { purgeWorkspaces, WORKSPACE_COOKIE, workspaceService } from './service.ts';
import { memberStore, workspaceStore } from './store.ts';

export default definePlugin({
  name: 'workspaces',
  version: '1.0.0',
  summary: 'Workspaces, members, roles and invitations',
  dependencies: { auth: '^1.0.0' },
  provides: [workspaces],
  opens: [memberLeaving],
  setup(app) {
    app.provide(workspaces, {
      ...workspaceService,
      leave: (ctx, id) => removeMember(ctx, id, userOf(ctx).id),
      invite: async (ctx, id, email, role) => void (await invite(ctx, id, email, role)),
    });
    app.server.state(WORKSPACE_COOKIE, { encoding: 'none', strictHeader: false, ignoreErrors: true });
  },
  resources: {
    workspace: {
      async load(ctx, id) {
        const row = await workspaceStore.byId(ctx, Number(id));
        return (
          row && {
            id: row.id,
            workspaceId: row.id,
            epoch: row.epoch,
            rootId: null,
            trashed: row.deleted_at !== null,
            row,
          }
        );
      },
    },
  },
  adds: [
    adding(membershipSource, { homes: memberStore.homes, one: memberStore.role }),
    adding(accountCreated, welcome),
    adding(accountLeaving, requireOtherOwners),
    adding(invitationCheck, async (ctx, token) => (await findInvitation(ctx, token))?.email),
    adding(knownUsers, async (ctx, query) => {
      const { actor } = ctx;
      // Visitors of what is published know nobody.
      if (actor.type === 'anonymous') query.whereRaw('1 = 0');
      for (const one of actor.type === 'user' ? [actor, actor.seenBy] : [])
        if (one && !one.isAdmin)
          memberStore.narrowUsers(ctx, query, one.id, (await closedTo(ctx, one))?.workspaceIds ?? []);
    }),
  ],
  routes: [...settingsRoutes, ...workspaceRoutes, ...memberRoutes, ...memberPageRoutes, ...v2Routes],
  nav: [
    { slot: 'switcher', label: 'workspaces.nav.all', href: '/workspaces', icon: 'layout-grid' },
    {
      slot: 'switcher',
      label: 'workspaces.nav.settings',
      href: '/workspaces/{workspace_id}/settings',
      icon: 'settings-2',
      order: 50,
      role: 'owner',
    },
    {
      slot: 'workspace',
      label: 'workspaces.nav.members',
      href: '/workspaces/{workspace_id}/members',
      icon: 'users',
      order: 20,
    },
  ],
  messages: new URL('./messages/', import.meta.url),
  commands: workspaceCommands,
  jobs: { 'workspaces.purge': { cron: '41 3 * * *', run: purgeWorkspaces } },
});
