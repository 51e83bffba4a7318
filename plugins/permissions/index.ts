// Permissions: who may see what and why, groups of people, shares, requests, and the record of all of it.
import { grantSource } from '../../core/access/access-control.ts';
import { auditRecords } from '../../core/events/audit-feed.ts';
import { eachEvent } from '../../core/events/event-streams.ts';
import { adding, definePlugin } from '../../core/kernel/plugin.ts';
import { accountCreated, addressConfirmed, addressInvited, invitationCheck } from '../auth/contract.ts';
import { propertyRights } from '../databases/contract.ts';
import { guestPages, pagesRehomed } from '../pages/contract.ts';
import { memberLeaving } from '../workspaces/contract.ts';
import { permissionResources } from './access.ts';
import { rightsAudit } from './audit.ts';
import { permissionCommands } from './commands.ts';
import { groupPeople, pageOpenings, publications, sharedPages } from './contract.ts';
import { grants } from './grant-source.ts';
import { leaveGroups } from './grants.ts';
import { leaveWorkspace } from './groups/groups.ts';
import { permissionNav } from './nav.ts';
import { sharingEvents, sharingNotificationEvents, sharingNotificationKinds } from './notifications.ts';
import { permissionRoutes } from './routes/index.ts';
import { pagesForGuest, provideSharing } from './shared-pages.ts';
import { acceptAtRegistration, findShared, isWaitingFor, takeShared } from './shares.ts';
import { permissionTables } from './tables.ts';

export default definePlugin({
  name: 'permissions',
  version: '1.0.0',
  summary: 'Roles on pages, groups, shares and the record of changes of rights',
  dependencies: {
    ...{ auth: '^1.0.0', workspaces: '^1.0.0', pages: '^1.0.0' },
    ...{ databases: '^1.0.0', notifications: '^1.0.0' },
  },
  provides: [groupPeople, sharedPages, propertyRights],
  setup: provideSharing,
  tables: permissionTables,
  messages: new URL('./messages/', import.meta.url),
  words: { sharing: /^(?:permissions\.field|auth\.combobox)\./ },
  opens: [pageOpenings, publications],
  problems: { published: { status: 409, title: 'The page is published' } },
  resources: permissionResources,
  adds: [
    adding(auditRecords, rightsAudit),
    ...[adding(grantSource, grants), adding(guestPages, pagesForGuest)],
    adding(memberLeaving, leaveWorkspace),
    adding(pagesRehomed, leaveGroups),
    adding(accountCreated, acceptAtRegistration),
    adding(addressConfirmed, takeShared),
    adding(addressInvited, isWaitingFor),
    adding(invitationCheck, async (ctx, token) => (await findShared(ctx, token))?.email ?? undefined),
    ...sharingNotificationKinds,
  ],
  emits: sharingEvents,
  streams: { told: eachEvent(sharingNotificationEvents) },
  routes: permissionRoutes,
  commands: permissionCommands,
  nav: permissionNav,
  slots: [
    { slot: 'topbar', template: '/permissions/button', order: 20 },
    { slot: 'problem', template: '/permissions/ask' },
  ],
});
