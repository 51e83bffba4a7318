// All routes of permissions.
import type { Route } from '../../../core/http/route.ts';
import { shareRoutes } from './browser-shares.ts';
import { auditPageRoutes } from './html-audit.ts';
import { groupRoutes } from './html-groups.ts';
import { guestRoutes } from './html-guests.ts';
import { propertyPermissionRoutes } from './html-properties.ts';
import { requestRoutes } from './html-requests.ts';
import { sharingRoutes } from './html-sharing.ts';
import { viewAsRoutes } from './html-view-as.ts';
import { permissionV2Routes } from './v2.ts';
import { permissionAuditRoutes } from './v2-audit.ts';
import { groupV2Routes } from './v2-groups.ts';
import { propertyPermissionV2Routes } from './v2-properties.ts';
import { rowRuleV2Routes } from './v2-rules.ts';

export const permissionRoutes: Route[] = [
  ...permissionV2Routes,
  ...propertyPermissionV2Routes,
  ...rowRuleV2Routes,
  ...groupV2Routes,
  ...permissionAuditRoutes,
  ...auditPageRoutes,
  ...shareRoutes,
  ...sharingRoutes,
  ...viewAsRoutes,
  ...propertyPermissionRoutes,
  ...requestRoutes,
  ...groupRoutes,
  ...guestRoutes,
];
