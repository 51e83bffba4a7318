// All routes of administration: its pages, and its part of the public API.
import type { Route } from '../../../core/http/route.ts';
import type { App } from '../../../core/kernel/app.ts';
import { adminAuditRoutes } from './html-audit.ts';
import { callRoutes } from './html-calls.ts';
import { devicePages } from './html-devices.ts';
import { healthRoutes } from './html-health.ts';
import { jobRoutes } from './html-jobs.ts';
import { mailRoutes } from './html-mail.ts';
import { maintenanceRoutes } from './html-maintenance.ts';
import { overviewRoutes } from './html-overview.ts';
import { settingRoutes } from './html-settings.ts';
import { userRoutes } from './html-users.ts';
import { adminWorkspaceRoutes } from './html-workspaces.ts';
import { adminV2Routes } from './v2.ts';
import { deviceApi } from './v2-devices.ts';
import { feedApi } from './v2-feed.ts';
import { healthApi } from './v2-health.ts';
import { maintenanceApi } from './v2-maintenance.ts';
import { workspaceApi } from './v2-workspaces.ts';

export const adminRoutes = (app: App): Route[] => [
  ...overviewRoutes,
  ...healthRoutes,
  ...healthApi,
  ...userRoutes,
  ...devicePages,
  ...deviceApi,
  ...adminWorkspaceRoutes,
  ...workspaceApi,
  ...mailRoutes,
  ...jobRoutes,
  ...adminAuditRoutes,
  ...feedApi,
  ...callRoutes,
  ...maintenanceRoutes,
  ...maintenanceApi,
  ...settingRoutes,
  ...adminV2Routes(app),
];
