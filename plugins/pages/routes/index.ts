// All routes of pages.
import type { Route } from '../../../core/http/route.ts';
import { pageBrowserRoutes } from './browser.ts';
import { partUploadRoutes } from './browser-chunked-uploads.ts';
import { linkRoutes } from './browser-links.ts';
import { localUploadRoutes } from './browser-local-uploads.ts';
import { localWorkspaceRoutes } from './browser-local-workspace.ts';
import { uploadRoutes } from './browser-uploads.ts';
import { versionRoutes } from './browser-versions.ts';
import { writersRoute } from './browser-writers.ts';
import { copyPageRoutes } from './html-copies.ts';
import { renderRoutes } from './html-diagram-frame.ts';
import { writingRoutes } from './html-editor.ts';
import { pageFormRoutes } from './html-forms.ts';
import { historyRoutes } from './html-history.ts';
import { pageViewRoutes } from './html-view.ts';
import { pageV2Routes } from './v2.ts';
import { contentRoutes } from './v2-content.ts';
import { copyV2Routes } from './v2-copies.ts';

export const pageRoutes: Route[] = [
  ...pageViewRoutes,
  ...pageFormRoutes,
  ...historyRoutes,
  ...linkRoutes,
  ...versionRoutes,
  writersRoute,
  ...writingRoutes,
  ...pageBrowserRoutes,
  ...uploadRoutes,
  ...localUploadRoutes,
  ...partUploadRoutes,
  ...localWorkspaceRoutes,
  ...pageV2Routes,
  ...copyV2Routes,
  ...copyPageRoutes,
  ...contentRoutes,
  ...renderRoutes,
];
