// The health of the service as a page: what is well, what is not, and what to do; with a report to hand on.
import Joi from 'joi';
import { type Route, route } from '../../../core/http/route.ts';
import { momentText } from '../../../core/i18n/date-format.ts';
import { beginDataCheck, healthReport, seenRequest } from '../health/health.ts';
import { adminPage } from '../page-layout.ts';

const PATH = '/admin/health';
const admin = { admin: true as const };
const ORDER = ['error', 'warning', 'ok'];

export const healthRoutes: Route[] = [
  route({
    method: 'GET',
    path: PATH,
    rules: { access: admin, html: true },
    options: { id: 'admin-pages.health', validate: { query: Joi.object({ done: Joi.string().max(20) }) } },
    handler: async (request, h) => {
      const { ctx } = request;
      const report = await healthReport(ctx, seenRequest(request));
      const [first] = report.data;
      return adminPage(request, h, 'health', {
        checks: report.checks.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state)),
        data: report.data,
        checkedAt: first ? momentText(ctx, first.checked_at) : '',
      });
    },
  }),
  route({
    method: 'GET',
    path: `${PATH}.json`,
    rules: { access: admin, html: true },
    options: { id: 'admin-pages.health-report' },
    handler: async (request, h) => {
      const report = await healthReport(request.ctx, seenRequest(request));
      return h
        .response(`${JSON.stringify(report, null, 2)}\n`)
        .type('application/json')
        .header('content-disposition', 'attachment; filename="commonplace-health.json"');
    },
  }),
  route({
    method: 'POST',
    path: `${PATH}/data`,
    rules: { access: admin, html: true, form: true },
    options: {
      id: 'admin-pages.check-data',
      validate: { payload: Joi.object({ csrf: Joi.string().allow('') }).allow(null) },
    },
    handler: async (request, h) => {
      await beginDataCheck(request.ctx);
      return h.redirect(`${PATH}?done=checking`).code(303);
    },
  }),
];
