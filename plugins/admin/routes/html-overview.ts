// The overview of administrators: how much there is, and what happened in the last two weeks.

import { type Route, route } from '../../../core/http/route.ts';
import { bytesText, formatNumber } from '../../../core/i18n/message-format.ts';
import { GRAPH, graphOf } from '../bar-chart.ts';
import { adminPage, databaseName } from '../page-layout.ts';
import { statsOf } from '../stats.ts';
import { SERIES } from '../store.ts';

const admin = { admin: true as const };
const MIB = 1_048_576;

export const overviewRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/admin',
    rules: { access: admin, html: true },
    options: { id: 'admin-pages.overview' },
    handler: async (request, h) => {
      const { ctx } = request;
      const { app, locale } = ctx;
      const stats = await statsOf(ctx);
      const t = app.messages.in(locale);
      const n = (value: number | undefined) => formatNumber(locale, value ?? 0);
      const { users, pages, files, workspaces, jobs } = stats;
      const { QUOTA_MB } = app.settings;
      return adminPage(request, h, 'overview', {
        database: databaseName(app.database.engine),
        facts: [
          {
            name: 'users',
            href: '/admin/users',
            value: n(users.total),
            more: { active: n(users.active), admins: n(users.admins) },
          },
          {
            name: 'pages',
            href: '',
            value: n(pages.total),
            more: { trashed: n(pages.trashed), workspaces: n(workspaces.total) },
          },
          {
            name: 'storage',
            href: '',
            value: bytesText(locale, files.bytes ?? 0),
            more: { files: n(files.total) },
            note: QUOTA_MB ? t('admin.fact.storage.quota', { quota: bytesText(locale, QUOTA_MB * MIB) }) : '',
          },
          {
            name: 'jobs',
            href: '/admin/jobs',
            value: n(jobs.queued),
            more: { running: n(jobs.running), failed: n(jobs.failed) },
          },
        ],
        graph: GRAPH,
        graphs: SERIES.map((name) => graphOf(stats.days, name, locale, t)),
      });
    },
  }),
];
