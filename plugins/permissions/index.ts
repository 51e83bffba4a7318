// Permissions: who may see what and why, groups of people, shares, requests, and the record of all of it.
import { grantSource } from '../../core/access.ts';
import { adding, definePlugin } from '../../core/plugin.ts';
import { accountCreated, invitationCheck } from '../auth/contract.ts';
import { propertyRights } from '../collections/contract.ts';
import { pagesRehomed } from '../pages/contract.ts';
import { memberLeaving } from '../workspaces/contract.ts';
import { resources } from './access.ts';
import { permissionCommands } from './commands.ts';
import { pageOpenings } from './contract.ts';
import { leaveGroups } from './grants.ts';
import { leaveWorkspace } from './groups.ts';
import { rightsOnProperties } from './properties.ts';
import { auditRoutes } from './routes/audit.ts';
import { auditPageRoutes } from './routes/audit-pages.ts';
import { groupRoutes } from './routes/groups.ts';
import { propertyRoutes } from './routes/properties.ts';
import { requestRoutes } from './routes/requests.ts';
import { shareRoutes } from './routes/shares.ts';
import { sharingRoutes } from './routes/sharing.ts';
import { v2Routes } from './routes/v2.ts';
import { v2GroupRoutes } from './routes/v2-groups.ts';
import { v2PropertyRoutes } from './routes/v2-properties.ts';
import { v2RuleRoutes } from './routes/v2-rules.ts';
import { viewAsRoutes } from './routes/view-as.ts';
import { acceptAtRegistration, findShared } from './shares.ts';
import { grants } from './source.ts';
import { kinds, tellingEvents } from './telling.ts';

export default definePlugin({
  name: 'permissions',
  version: '1.0.0',
  summary: 'Roles on pages, groups, shares and the record of changes of rights',
  dependencies: {
    auth: '^1.0.0',
    workspaces: '^1.0.0',
    pages: '^1.0.0',
    collections: '^1.0.0',
    notifications: '^1.0.0',
  },
  messages: new URL('./messages/', import.meta.url),
  opens: [pageOpenings],
  resources,
  adds: [
    adding(grantSource, grants),
    adding(propertyRights, rightsOnProperties),
    adding(memberLeaving, leaveWorkspace),
    adding(pagesRehomed, leaveGroups),
    adding(accountCreated, acceptAtRegistration),
    adding(invitationCheck, async (ctx, token) => (await findShared(ctx, token))?.email ?? undefined),
    ...kinds,
  ],
  events: tellingEvents,
  routes: [
    ...v2Routes,
    ...v2PropertyRoutes,
    ...v2RuleRoutes,
    ...v2GroupRoutes,
    ...auditRoutes,
    ...auditPageRoutes,
    ...shareRoutes,
    ...sharingRoutes,
    ...viewAsRoutes,
    ...propertyRoutes,
    ...requestRoutes,
    ...groupRoutes,
  ],
  commands: [...permissionCommands],
  nav: [
    { slot: 'sidebar', label: 'permissions.given.title', href: '/shared', icon: 'users', order: 30 },
    {
      slot: 'page-menu',
      label: 'permissions.nav.who',
      href: '/pages/{page_id}/sharing',
      icon: 'users',
      order: 45,
      role: 'viewer',
    },
    {
      slot: 'workspace',
      label: 'permissions.nav.groups',
      href: '/workspaces/{workspace_id}/groups',
      icon: 'users',
      order: 25,
    },
    {
      slot: 'switcher',
      label: 'permissions.nav.rights',
      href: '/workspaces/{workspace_id}/rights',
      icon: 'shield',
      order: 60,
      role: 'owner',
    },
  ],
  slots: [
    { slot: 'topbar', template: '/permissions/button', order: 20 },
    { slot: 'problem', template: '/permissions/ask' },
  ],
});
