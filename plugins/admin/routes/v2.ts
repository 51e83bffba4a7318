// Administration in the public API: people, numbers, settings, jobs, mail and cleaning; scope admin, for administrators.
import Joi from 'joi';
import {
  changeableSettings,
  changeSettings,
  environmentSettings,
  type SettingChanges,
} from '../../../core/boot/stored-settings.ts';
import { JOB_STATES, type JobState, jobRecords } from '../../../core/events/job-records.ts';
import { pagedAnswer, windowOf } from '../../../core/http/pagination.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, paging, params } from '../../../core/http/schema-fields.ts';
import type { App } from '../../../core/kernel/app.ts';
import { userOf } from '../../../core/kernel/context.ts';
import { administration, userSchema } from '../../auth/contract.ts';
import { jobSchedule } from '../job-schedule.ts';
import { cleanNow, sendTestMail } from '../maintenance.ts';
import { installationSettings, installationSettingsSchema } from '../setting-list.ts';
import { statsOf, statsSchema } from '../stats.ts';

const admin = { admin: true as const };
const text = () => Joi.string().required().allow('');

const jobSchema = Joi.object({
  id: Joi.number().integer().required(),
  kind: text().example('mail.send'),
  status: Joi.valid(...JOB_STATES).required(),
  attempts: Joi.number().integer().required(),
  run_at: text().example('2026-11-20T09:00:00.000Z'),
  error: text(),
  created_at: text(),
  finished_at: text().allow(null),
}).meta({ title: 'Job' });

const userRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/api/v2/admin/users',
    rules: { access: admin, scope: 'admin' },
    options: {
      id: 'admin.users',
      description: 'All accounts; `q` is part of a name, login or email address',
      validate: { query: paging({ q: Joi.string().max(100).allow(''), only: Joi.valid('admins', 'inactive') }) },
      response: { schema: Joi.array().items(userSchema) },
    },
    handler: async (request, h) => {
      const { ctx } = request;
      const { q, only } = request.query as { q?: string; only?: 'admins' | 'inactive' };
      const [limit, offset] = windowOf(request);
      return pagedAnswer(request, h, await ctx.use(administration).page(ctx, { q, only, limit, offset }));
    },
  }),
  route({
    method: 'PATCH',
    path: '/api/v2/admin/users/{user_id}',
    rules: { access: { ...admin, opaque: ['user_id'] }, scope: 'admin' },
    options: {
      id: 'admin.update-user',
      description: 'Appoint or deactivate an account; never the last administrator, nor the only owner of a workspace',
      plugins: { api: { statuses: [404] } },
      validate: {
        params: params({ user_id: id() }),
        payload: Joi.object({ is_admin: Joi.boolean(), is_active: Joi.boolean() }).min(1).required(),
      },
      response: { schema: userSchema },
    },
    handler: (request) => {
      const wanted = request.payload as { is_admin?: boolean; is_active?: boolean };
      return request.ctx.use(administration).change(request.ctx, Number(request.params.user_id), wanted) as never;
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/admin/users/{user_id}',
    rules: { access: { ...admin, opaque: ['user_id'] }, scope: 'admin' },
    options: {
      id: 'admin.delete-user',
      description:
        'Delete an account for good, with what is its own: sessions, tokens, tags, workspaces of nobody else. What it wrote for others stays, by nobody. Never the last administrator, nor the only owner of a workspace',
      plugins: { api: { statuses: [404, 409] } },
      validate: { params: params({ user_id: id() }) },
      response: { schema: Joi.object({ ok: Joi.valid(true).required() }) },
    },
    handler: async (request) => {
      await request.ctx.use(administration).remove(request.ctx, Number(request.params.user_id));
      return { ok: true } as never;
    },
  }),
];

const jobRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/api/v2/admin/jobs/schedule',
    rules: { access: admin, scope: 'admin' },
    options: {
      id: 'admin.job-schedule',
      description: 'Jobs that begin by the clock, each with the end of its last run and the beginning of the next',
      validate: { query: paging() },
      response: {
        schema: Joi.array().items(
          Joi.object({
            kind: text().example('databases.purge-changes'),
            cron: text().example('47 2 * * *'),
            last_run_at: text().allow(null).example('2026-11-20T02:47:02.000Z'),
            next_run_at: text().allow(null).example('2026-11-21T02:47:00.000Z'),
          }).meta({ title: 'ScheduledJob' }),
        ),
      },
    },
    handler: async (request, h) => {
      const all = await jobSchedule(request.ctx);
      const [limit, offset] = windowOf(request);
      return pagedAnswer(request, h, { items: all.slice(offset, offset + limit), total: all.length });
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/admin/jobs',
    rules: { access: admin, scope: 'admin' },
    options: {
      id: 'admin.jobs',
      description: 'Jobs, newest first; those that ended are kept for 7 days',
      validate: { query: paging({ status: Joi.valid(...JOB_STATES) }) },
      response: { schema: Joi.array().items(jobSchema) },
    },
    handler: async (request, h) => {
      const { status } = request.query as { status?: JobState };
      return pagedAnswer(request, h, await jobRecords.page(request.ctx, status, ...windowOf(request)));
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/admin/jobs/{job_id}/retry',
    rules: { access: { ...admin, opaque: ['job_id'] }, scope: 'admin' },
    options: {
      id: 'admin.retry-job',
      description: 'Start a failed job anew',
      plugins: { api: { statuses: [404] } },
      validate: { params: params({ job_id: id() }) },
      response: { schema: jobSchema },
    },
    handler: (request) => jobRecords.retry(request.ctx, Number(request.params.job_id)) as never,
  }),
  route({
    method: 'POST',
    path: '/api/v2/admin/purge',
    rules: { access: admin, scope: 'admin' },
    options: {
      id: 'admin.purge',
      description: 'Begin the nightly cleaning now; `queued` names its jobs',
      response: { schema: Joi.object({ ok: Joi.valid(true).required(), queued: Joi.array().items(Joi.string()) }) },
    },
    handler: async (request) => ({ ok: true, queued: await cleanNow(request.ctx) }) as never,
  }),
];

export const adminV2Routes = (app: App): Route[] => [
  ...userRoutes,
  ...jobRoutes,
  route({
    method: 'GET',
    path: '/api/v2/admin/settings',
    rules: { access: admin, scope: 'admin' },
    options: {
      id: 'admin.settings',
      description: 'All settings with their sources; secrets are never shown',
      response: { schema: installationSettingsSchema },
    },
    handler: (request) => installationSettings(request.ctx) as never,
  }),
  route({
    method: 'PUT',
    path: '/api/v2/admin/settings',
    rules: { access: admin, scope: 'admin' },
    options: {
      id: 'admin.change-settings',
      description: 'Change settings by name, null for the default; 409 for one that the environment or .env decides',
      plugins: { api: { statuses: [409] } },
      validate: {
        payload: Joi.object(changeableSettings(app))
          .pattern(Joi.valid(...environmentSettings(app)), Joi.any())
          .min(1)
          .required(),
      },
      response: { schema: installationSettingsSchema },
    },
    handler: async (request) => {
      await changeSettings(request.ctx, request.payload as SettingChanges);
      return installationSettings(request.ctx) as never;
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/admin/stats',
    rules: { access: admin, scope: 'admin' },
    options: {
      id: 'admin.stats',
      description: 'How much there is, and what happened in the last 14 days',
      response: { schema: statsSchema },
    },
    handler: (request) => statsOf(request.ctx) as never,
  }),
  route({
    method: 'POST',
    path: '/api/v2/admin/mail/test',
    rules: { access: admin, scope: 'admin' },
    options: {
      id: 'admin.test-mail',
      description: 'Send a test mail to the caller; without a mail server it is `kept` in the outbox',
      response: {
        schema: Joi.object({ ok: Joi.valid(true).required(), status: Joi.valid('queued', 'kept').required() }),
      },
    },
    handler: async ({ ctx }) => {
      const { email, fullName } = userOf(ctx);
      await sendTestMail(ctx, { address: email, name: fullName });
      return { ok: true, status: ctx.app.settings.SMTP_URL ? 'queued' : 'kept' } as never;
    },
  }),
];
