// All routes of forges.
import type { Route } from '../../../core/http/route.ts';
import { connectionRoutes } from './browser-connections.ts';
import { projectRoutes } from './browser-projects.ts';
import { accountRoutes } from './html-account.ts';
import { adminRoutes } from './html-admin.ts';
import { projectPageRoutes } from './html-project.ts';
import { projectPages } from './html-projects.ts';
import { repositoryRoutes } from './html-repository.ts';
import { signInRoutes } from './html-sign-in.ts';
import { v2Routes } from './v2.ts';
import { v2ProjectRoutes } from './v2-projects.ts';

export const routes: Route[] = [
  ...signInRoutes,
  ...connectionRoutes,
  ...accountRoutes,
  ...adminRoutes,
  ...v2Routes,
  ...projectRoutes,
  ...v2ProjectRoutes,
  ...projectPages,
  ...projectPageRoutes,
  ...repositoryRoutes,
];
