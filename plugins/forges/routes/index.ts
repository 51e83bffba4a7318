// All routes of forges.
import type { Route } from '../../../core/http/route.ts';
import { forgeConnectionRoutes } from './browser-connections.ts';
import { projectRoutes } from './browser-projects.ts';
import { forgeAccountRoutes } from './html-account.ts';
import { forgeAdminRoutes } from './html-admin.ts';
import { projectPageRoutes } from './html-project.ts';
import { projectPages } from './html-projects.ts';
import { repositoryRoutes } from './html-repository.ts';
import { signInRoutes } from './html-sign-in.ts';
import { forgeV2Routes } from './v2.ts';
import { projectV2Routes } from './v2-projects.ts';

export const forgeRoutes: Route[] = [
  ...signInRoutes,
  ...forgeConnectionRoutes,
  ...forgeAccountRoutes,
  ...forgeAdminRoutes,
  ...forgeV2Routes,
  ...projectRoutes,
  ...projectV2Routes,
  ...projectPages,
  ...projectPageRoutes,
  ...repositoryRoutes,
];
