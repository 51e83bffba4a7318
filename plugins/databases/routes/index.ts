// All routes of databases.
import type { Route } from '../../../core/http/route.ts';
import { feedRoutes } from './browser-calendar-feeds.ts';
import { databaseBrowserRoutes } from './browser-databases.ts';
import { formulaRoutes } from './browser-formulas.ts';
import { occurrenceRoutes } from './browser-occurrences.ts';
import { propertyBrowserRoutes } from './browser-properties.ts';
import { rowRoutes } from './browser-rows.ts';
import { intakeRoutes } from './browser-table-import.ts';
import { viewDraftRoutes } from './browser-views.ts';
import { databasePageRoutes } from './html-database.ts';
import { formAnswerRoutes } from './html-forms.ts';
import { calendarPages } from './html-row-calendar.ts';
import { sprintPages } from './html-sprints.ts';
import { intakePages } from './html-table-import.ts';
import { morePages } from './html-templates.ts';
import { collectionV2Routes } from './v2-collections.ts';
import { dashboardRoutes } from './v2-dashboards.ts';
import { schemaJobV2Routes } from './v2-jobs.ts';
import { propertyV2Routes } from './v2-properties.ts';
import { rowV2Routes } from './v2-rows.ts';
import { sprintV2Routes } from './v2-sprints.ts';
import { rowTemplateV2Routes } from './v2-templates.ts';
import { viewV2Routes } from './v2-views.ts';

export const databaseRoutes: Route[] = [
  ...databasePageRoutes,
  ...formulaRoutes,
  ...formAnswerRoutes,
  ...calendarPages,
  ...intakePages,
  ...morePages,
  ...sprintPages,
  ...databaseBrowserRoutes,
  ...propertyBrowserRoutes,
  ...viewDraftRoutes,
  ...rowRoutes,
  ...occurrenceRoutes,
  ...feedRoutes,
  ...intakeRoutes,
  ...collectionV2Routes,
  ...propertyV2Routes,
  ...schemaJobV2Routes,
  ...rowV2Routes,
  ...viewV2Routes,
  ...rowTemplateV2Routes,
  ...sprintV2Routes,
  ...dashboardRoutes,
];
