// Permissions: who may see what and why, groups of people, shares, requests, and the record of all of it.
import { grantSource } from '../../core/access.ts';
import { adding, definePlugin } from '../../core/plugin.ts';
import { accountCreated, invitationCheck } from '../auth/contract.ts';
import { pagesRehomed } from '../pages/contract.ts';
import { memberLeaving } from '../workspaces/contract.ts';
import { resources } from './access.ts';
import { leaveGroups } from './grants.ts';
import { leaveWorkspace } from './groups.ts';
import { auditRoutes } from './routes/audit.ts';
import { shareRoutes } from './routes/shares.ts';
import { v2Routes } from './routes/v2.ts';
import { v2GroupRoutes } from './routes/v2-groups.ts';
import { acceptAtRegistration, findShared } from './shares.ts';
import { grants } from './source.ts';
import { kinds, tellingEvents } from './telling.ts';

export default definePlugin({
  name: 'permissions',
  version: '1.0.0',
  summary: 'Roles on pages, groups, shares and the record of changes of rights',
  dependencies: { auth: '^1.0.0', workspaces: '^1.0.0', pages: '^1.0.0', notifications: '^1.0.0' },
  messages: new URL('./messages/', import.meta.url),
  resources,
  adds: [
    adding(grantSource, grants),
    adding(memberLeaving, leaveWorkspace),
    adding(pagesRehomed, leaveGroups),
    adding(accountCreated, acceptAtRegistration),
    adding(invitationCheck, async (ctx, token) => (await findShared(ctx, token))?.email ?? undefined),
    ...kinds,
  ],
  events: tellingEvents,
  routes: [...v2Routes, ...v2GroupRoutes, ...auditRoutes, ...shareRoutes],
});
