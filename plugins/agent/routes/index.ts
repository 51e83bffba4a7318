// All routes of the agent but the one of the protocol for other programs.
import type { Route } from '../../../core/http/route.ts';
import { conversationRoutes } from './browser-conversations.ts';
import { runRoutes } from './browser-runs.ts';
import { pageRoutes } from './html.ts';
import { actRoutes } from './html-acts.ts';
import { adminRoutes } from './html-admin.ts';
import { fillRoutes } from './html-fill.ts';
import { v2Routes } from './v2.ts';

export const routes: Route[] = [
  ...conversationRoutes,
  ...runRoutes,
  ...v2Routes,
  ...pageRoutes,
  ...actRoutes,
  ...fillRoutes,
  ...adminRoutes,
];
