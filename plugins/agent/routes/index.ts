// All routes of the agent but the one of the protocol for other programs.
import type { Route } from '../../../core/http/route.ts';
import { conversationRoutes } from './browser-conversations.ts';
import { agentRunRoutes } from './browser-runs.ts';
import { agentPageRoutes } from './html.ts';
import { agentFormRoutes } from './html-acts.ts';
import { agentAdminRoutes } from './html-admin.ts';
import { fillRoutes } from './html-fill.ts';
import { agentV2Routes } from './v2.ts';

export const agentRoutes: Route[] = [
  ...conversationRoutes,
  ...agentRunRoutes,
  ...agentV2Routes,
  ...agentPageRoutes,
  ...agentFormRoutes,
  ...fillRoutes,
  ...agentAdminRoutes,
];
