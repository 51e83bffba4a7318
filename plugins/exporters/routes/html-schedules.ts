// Exports that the clock makes of a workspace: a form for its owners, and the same in the public API.
import type { Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import type { Refusal, ShowAgain } from '../../../core/http/form-errors.ts';
import { can } from '../../../core/http/policy.ts';
import { notFound } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf, id, params } from '../../../core/http/schema-fields.ts';
import { exportPolicies } from '../policies.ts';
import { presentSchedule, scheduleSchema } from '../present.ts';
import { setSchedule } from '../service.ts';
import { type ScheduleRow, scheduleStore } from '../store.ts';
import { formatChoices } from './html.ts';

const FORM = '/workspaces/{ws_id}/export-schedule';
const API = '/api/v2/workspaces/{ws_id}/export-schedule';
const path = params({ ws_id: id() });

const fields = {
  format: Joi.string().max(40).required().example('archive'),
  keep: Joi.number().integer().min(1).max(50).required().description('how many files are kept').example(7),
};
const every = Joi.valid('day', 'week').required().example('day');
const formFields = Joi.object({ ...fields, csrf, every: Joi.valid('never', 'day', 'week').required() });

const workspaceId = (request: Request): number => Number(request.params.ws_id);

async function view(request: Request, h: ResponseToolkit, refusal?: Refusal) {
  const { ctx } = request;
  const own = workspaceId(request);
  const t = ctx.app.messages.in(ctx.locale);
  const title = t('exporters.schedule');
  const kept = (await scheduleStore.of(ctx, own)) ?? { every: 'never', format: 'archive', keep: 7 };
  return h.view('exporters/schedule', {
    title,
    breadcrumb: [
      { title: loaded<{ name: string }>(request, 'ws_id').name, href: `/workspaces/${own}/settings` },
      { title },
    ],
    id: own,
    schedule: { ...kept, ...refusal?.typed },
    formats: formatChoices(request, ['workspace']),
    message: refusal ? refusal.message || Object.values(refusal.faults)[0] || '' : '',
    done: request.query.done ? t('exporters.schedule.saved') : '',
  });
}

const again: ShowAgain = view;

export const scheduleRoutes: Route[] = [
  route({
    method: 'GET',
    path: FORM,
    rules: { access: can(exportPolicies.schedule, 'ws_id'), html: true },
    options: {
      id: 'exports.schedule',
      validate: { params: path, query: Joi.object({ done: Joi.string().max(20) }) },
    },
    handler: (request, h) => view(request, h),
  }),
  route({
    method: 'POST',
    path: FORM,
    rules: { access: can(exportPolicies.schedule, 'ws_id'), html: true, form: true, refused: again },
    options: { id: 'exports.set-schedule', validate: { params: path, payload: formFields.required() } },
    handler: async (request, h) => {
      const { every, format, keep } = request.payload as Omit<ScheduleRow, 'every'> & {
        every: 'never' | 'day' | 'week';
      };
      const own = workspaceId(request);
      await setSchedule(request.ctx, own, every === 'never' ? null : { every, format, keep });
      return h.redirect(`/workspaces/${own}/export-schedule?done=saved`).code(303);
    },
  }),
  route({
    method: 'GET',
    path: API,
    rules: { access: can(exportPolicies.schedule, 'ws_id') },
    options: {
      id: 'export-schedule.get',
      description: 'When and as what a workspace is exported by itself; 404 when it is not',
      validate: { params: path },
      response: { schema: scheduleSchema },
    },
    handler: (request) => current(request),
  }),
  route({
    method: 'PUT',
    path: API,
    rules: { access: can(exportPolicies.schedule, 'ws_id') },
    options: {
      id: 'export-schedule.put',
      description: 'Export a workspace every day or week, with what the caller may see, first at once',
      validate: { params: path, payload: Joi.object({ every, ...fields }).required() },
      response: { schema: scheduleSchema },
    },
    handler: async (request) => {
      await setSchedule(request.ctx, workspaceId(request), request.payload as ScheduleRow);
      return current(request);
    },
  }),
  route({
    method: 'DELETE',
    path: API,
    rules: { access: can(exportPolicies.schedule, 'ws_id') },
    options: {
      id: 'export-schedule.delete',
      description: 'Export a workspace no more by itself; what was made stays',
      validate: { params: path },
      response: { schema: Joi.object({ ok: Joi.valid(true).required() }) },
    },
    handler: async (request) => {
      await setSchedule(request.ctx, workspaceId(request), null);
      return { ok: true } as never;
    },
  }),
];

/** @throws Problem not_found */
async function current(request: Request): Promise<never> {
  const row = await scheduleStore.of(request.ctx, workspaceId(request));
  if (!row) throw notFound();
  return presentSchedule(row) as never;
}
