// All routes of permissions.
import type { Route } from '../../../core/http/route.ts';
import { shareRoutes } from './browser-shares.ts';
import { auditPageRoutes } from './html-audit.ts';
import { groupRoutes } from './html-groups.ts';
import { propertyRoutes } from './html-properties.ts';
import { requestRoutes } from './html-requests.ts';
import { sharingRoutes } from './html-sharing.ts';
import { viewAsRoutes } from './html-view-as.ts';
import { v2Routes } from './v2.ts';
import { auditRoutes } from './v2-audit.ts';
import { v2GroupRoutes } from './v2-groups.ts';
import { v2PropertyRoutes } from './v2-properties.ts';
import { v2RuleRoutes } from './v2-rules.ts';

export const routes: Route[] = [
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
];
