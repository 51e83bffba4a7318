// Jobs as administrators see them: what waits, runs and failed, another try, and what runs by the clock.
import type { Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { JOB_STATES, type JobState, jobRecords } from '../../../core/events/job-records.ts';
import type { ShowAgain } from '../../../core/http/form-errors.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, paging, params } from '../../../core/http/schema-fields.ts';
import { momentText } from '../../../core/i18n/date-format.ts';
import { jobSchedule } from '../job-schedule.ts';
import { cleanNow } from '../maintenance.ts';
import { adminPage, listPagination } from '../page-layout.ts';

const PATH = '/admin/jobs';
const csrf = Joi.string().allow('');
const query = paging({ status: Joi.valid(...JOB_STATES, ''), done: Joi.string().max(20) });

async function jobsPage(request: Request, h: ResponseToolkit, message = '') {
  const { ctx } = request;
  const isList = request.method === 'get';
  const {
    status = '',
    page = 1,
    limit = 50,
  } = (isList ? request.query : {}) as {
    status?: JobState | '';
    page?: number;
    limit?: number;
  };
  const [{ items, total }, counts, schedule] = await Promise.all([
    jobRecords.page(ctx, status || undefined, limit, (page - 1) * limit),
    jobRecords.counts(ctx),
    jobSchedule(ctx),
  ]);
  const moment = (at: string | null) => (at ? momentText(ctx, at) : '');
  const address = `${PATH}?status=${status}`;
  return adminPage(request, h, 'jobs', {
    status,
    states: ['', ...JOB_STATES].map((name) => ({ name, count: name ? counts[name as JobState] : null })),
    jobs: items.map((one) => ({ ...one, at: momentText(ctx, one.finished_at ?? one.run_at) })),
    schedule: schedule.map((one) => ({ ...one, last: moment(one.last_run_at), next: moment(one.next_run_at) })),
    ...(isList ? listPagination(request, total, address) : { page: 1, last: 1, address }),
    message,
  });
}

const again: ShowAgain = (request, h, { message }) => jobsPage(request, h, message);

export const jobRoutes: Route[] = [
  route({
    method: 'GET',
    path: PATH,
    rules: { access: { admin: true }, html: true },
    options: { id: 'admin-pages.jobs', validate: { query } },
    handler: (request, h) => jobsPage(request, h),
  }),
  route({
    method: 'POST',
    path: `${PATH}/{job_id}/retry`,
    rules: { access: { admin: true, opaque: ['job_id'] }, html: true, form: true, refused: again },
    options: {
      id: 'admin-pages.retry-job',
      validate: { params: params({ job_id: id() }), payload: Joi.object({ csrf }).allow(null) },
    },
    handler: async (request, h) => {
      await jobRecords.retry(request.ctx, Number(request.params.job_id));
      return h.redirect(`${PATH}?done=retried`).code(303);
    },
  }),
  route({
    method: 'POST',
    path: `${PATH}/purge`,
    rules: { access: { admin: true }, html: true, form: true },
    options: { id: 'admin-pages.purge', validate: { payload: Joi.object({ csrf }).allow(null) } },
    handler: async (request, h) => {
      await cleanNow(request.ctx);
      return h.redirect(`${PATH}?done=purged`).code(303);
    },
  }),
];
