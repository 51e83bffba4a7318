// All routes of databases.
import type { Route } from '../../../core/http/route.ts';
import { feedRoutes } from './browser-calendar-feeds.ts';
import { databaseRoutes } from './browser-databases.ts';
import { occurrenceRoutes } from './browser-occurrences.ts';
import { propertyRoutes } from './browser-properties.ts';
import { rowRoutes } from './browser-rows.ts';
import { intakeRoutes } from './browser-table-import.ts';
import { htmlRoutes } from './html-database.ts';
import { formRoutes } from './html-forms.ts';
import { calendarPages } from './html-row-calendar.ts';
import { sprintPages } from './html-sprints.ts';
import { intakePages } from './html-table-import.ts';
import { morePages } from './html-templates.ts';
import { v2CollectionRoutes } from './v2-collections.ts';
import { dashboardRoutes } from './v2-dashboards.ts';
import { v2JobRoutes } from './v2-jobs.ts';
import { v2PropertyRoutes } from './v2-properties.ts';
import { v2RowRoutes } from './v2-rows.ts';
import { v2SprintRoutes } from './v2-sprints.ts';
import { v2TemplateRoutes } from './v2-templates.ts';
import { v2ViewRoutes } from './v2-views.ts';

export const routes: Route[] = [
  ...htmlRoutes,
  ...formRoutes,
  ...calendarPages,
  ...intakePages,
  ...morePages,
  ...sprintPages,
  ...databaseRoutes,
  ...propertyRoutes,
  ...rowRoutes,
  ...occurrenceRoutes,
  ...feedRoutes,
  ...intakeRoutes,
  ...v2CollectionRoutes,
  ...v2PropertyRoutes,
  ...v2JobRoutes,
  ...v2RowRoutes,
  ...v2ViewRoutes,
  ...v2TemplateRoutes,
  ...v2SprintRoutes,
  ...dashboardRoutes,
];
