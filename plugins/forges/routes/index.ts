// All routes of forges.
import type { Route } from '../../../core/http/route.ts';
import { connectionRoutes } from './browser-connections.ts';
import { accountRoutes } from './html-account.ts';
import { adminRoutes } from './html-admin.ts';
import { signInRoutes } from './html-sign-in.ts';
import { v2Routes } from './v2.ts';

export const routes: Route[] = [...signInRoutes, ...connectionRoutes, ...accountRoutes, ...adminRoutes, ...v2Routes];
