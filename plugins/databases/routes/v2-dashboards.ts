// Dashboards in API v2, and the form that makes one.

import type { Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import type { ShowAgain } from '../../../core/http/form-errors.ts';
import { pagedAnswer, windowOf } from '../../../core/http/pagination.ts';
import { can, inBody, inQuery } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf, id, paging, title } from '../../../core/http/schema-fields.ts';
import { newPageRefs, pagePolicies, pages } from '../../pages/contract.ts';
import { workspacePolicies } from '../../workspaces/contract.ts';
import {
  changeDashboard,
  createDashboard,
  dashboardData,
  ITEMS_MAX,
  type ItemInput,
  presentDashboard,
} from '../dashboards/dashboards.ts';
import { LINE } from '../dashboards/grid.ts';
import { type DashboardRow, dashboardStore } from '../dashboards/store.ts';
import { formPayload } from '../forms/form-bodies.ts';
import { dashboardPolicies } from '../policies.ts';
import { collectionSchema, rowSchema, viewSchema } from '../present.ts';
import { collectionStore } from '../schema/store.ts';
import { visibleViews } from '../views/views.ts';
import { idParams, okAnswer, okAnswerSchema, workspaceOfNewDatabase } from './schemas.ts';

const integer = () => Joi.number().integer().required();
const item = Joi.object({
  view_id: id().required(),
  width: Joi.number().integer().min(1).max(LINE).default(LINE).description('quarters of a line'),
});
const items = Joi.array().items(item).max(ITEMS_MAX);
const name = () => title();

const dashboardSchema = Joi.object({
  id: integer().example(4),
  page_id: integer().example(31),
  workspace_id: integer().example(1),
  name: Joi.string().required().allow('').example('This week'),
  created_by: integer().allow(null),
  created_at: Joi.string().required(),
  updated_at: Joi.string().required(),
  items: Joi.array()
    .items(Joi.object({ collection_id: integer().allow(null), view_id: integer().allow(null), width: integer() }))
    .required()
    .description('views that you do not see are null'),
}).meta({ title: 'Dashboard' });

const itemData = Joi.object({
  width: integer(),
  view: viewSchema.required().allow(null),
  collection: collectionSchema.required().allow(null),
  rows: Joi.array().items(rowSchema).required(),
  total: integer(),
  chart: Joi.array()
    .items(
      Joi.object({
        label: Joi.string().required().allow(''),
        value: Joi.number().required().allow(null),
        series: Joi.string().allow(''),
      }),
    )
    .required(),
}).meta({ title: 'DashboardItem' });

const of = (request: Request): DashboardRow => loaded<DashboardRow>(request, 'id');

interface Typed {
  title: string;
  parent_id?: number;
  views?: number | number[];
}

/** Views to choose from: those that everybody sees, of databases of the workspace at hand. */
async function newForm(request: Request, h: ResponseToolkit, typed: Record<string, unknown> = {}, message = '') {
  const { ctx } = request;
  const t = ctx.app.messages.in(ctx.locale);
  const workspaceId = await workspaceOfNewDatabase(request, undefined, undefined);
  const { items: databases } = await collectionStore.list(ctx, { workspaceId, limit: 100, offset: 0 });
  const choices = [];
  for (const { id: database, name: called } of databases)
    for (const view of await visibleViews(ctx, database))
      if (view.created_by === null)
        choices.push({ id: view.id, name: `${called || t('databases.untitled')}: ${view.name}` });
  const heading = t('databases.dashboard.new');
  return h.view('databases/dashboard', { title: heading, breadcrumb: [{ title: heading }], choices, typed, message });
}

const newAgain: ShowAgain = (request, h, { typed, message, faults }) =>
  newForm(request, h, typed, message || Object.values(faults).join('; '));

const viewIds = Joi.alternatives(id(), Joi.array().items(id()).max(ITEMS_MAX));

export const dashboardRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/api/v2/dashboards',
    rules: {
      access: { list: true, resource: 'dashboard', refs: [inQuery('workspace_id', workspacePolicies.view)] },
    },
    options: {
      id: 'dashboards.list',
      description: 'Dashboards that you see',
      validate: { query: paging({ workspace_id: id() }) },
      response: { schema: Joi.array().items(dashboardSchema) },
    },
    handler: async (request, h) => {
      const { ctx } = request;
      const [limit, offset] = windowOf(request);
      const { workspace_id: workspaceId } = request.query as { workspace_id?: number };
      const { items: found, total } = await dashboardStore.list(ctx, { workspaceId, limit, offset });
      return pagedAnswer(request, h, {
        items: await Promise.all(found.map((one) => presentDashboard(ctx, one))),
        total,
      });
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/dashboards',
    rules: { access: { member: true, refs: newPageRefs } },
    options: {
      id: 'dashboards.create',
      description: 'Make a dashboard: a page that shows views in a grid, four quarters to a line',
      validate: {
        payload: Joi.object({
          workspace_id: id(),
          parent_id: id().allow(null),
          name: name().required(),
          items: items.default([]),
        }).required(),
      },
      response: { schema: dashboardSchema },
    },
    handler: async (request) => {
      const { ctx } = request;
      const body = request.payload as { workspace_id?: number; parent_id?: number; name: string; items: ItemInput[] };
      const workspaceId = await workspaceOfNewDatabase(request, body.workspace_id, body.parent_id ?? undefined);
      const { parent_id: parentId = null } = body;
      return presentDashboard(ctx, await createDashboard(ctx, { ...body, workspaceId, parentId })) as never;
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/dashboards/{id}',
    rules: { access: can(dashboardPolicies.view, 'id') },
    options: {
      id: 'dashboards.get',
      description: 'One dashboard',
      validate: { params: idParams },
      response: { schema: dashboardSchema },
    },
    handler: (request) => presentDashboard(request.ctx, of(request)) as never,
  }),
  route({
    method: 'PATCH',
    path: '/api/v2/dashboards/{id}',
    rules: { access: can(dashboardPolicies.edit, 'id') },
    options: {
      id: 'dashboards.update',
      description: 'Change the name of a dashboard, or arrange it anew: its items become all that its page shows',
      validate: { params: idParams, payload: Joi.object({ name: name(), items }).required() },
      response: { schema: dashboardSchema },
    },
    handler: async (request) => {
      const change = request.payload as { name?: string; items?: ItemInput[] };
      return presentDashboard(request.ctx, await changeDashboard(request.ctx, of(request), change)) as never;
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/dashboards/{id}',
    rules: { access: can(dashboardPolicies.trash, 'id') },
    options: {
      id: 'dashboards.delete',
      description: 'Put a dashboard into the trash, as a page',
      validate: { params: idParams },
      response: { schema: okAnswerSchema },
    },
    handler: async (request) => {
      await request.ctx.use(pages).trash(request.ctx, of(request).page_id);
      return okAnswer as never;
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/dashboards/{id}/data',
    rules: { access: can(dashboardPolicies.view, 'id') },
    options: {
      id: 'dashboards.data',
      description: 'What a dashboard shows you: the first rows of each view, and the numbers of charts',
      validate: { params: idParams },
      response: { schema: Joi.object({ items: Joi.array().items(itemData).required() }) },
    },
    handler: async (request) => ({ items: await dashboardData(request.ctx, of(request)) }) as never,
  }),
  route({
    method: 'GET',
    path: '/dashboards/new',
    rules: { access: { member: true }, html: true },
    options: { id: 'dashboards.new-form' },
    handler: (request, h) => newForm(request, h),
  }),
  route({
    method: 'POST',
    path: '/dashboards/new',
    rules: {
      access: { member: true, refs: [inBody('parent_id', pagePolicies.addBelow)] },
      form: true,
      html: true,
      refused: newAgain,
    },
    options: {
      id: 'dashboards.new',
      payload: formPayload,
      validate: {
        payload: Joi.object({ parent_id: id().empty(''), title: name().required(), views: viewIds, csrf }).required(),
      },
    },
    handler: async (request, h) => {
      const { title: called, parent_id, views = [] } = request.payload as Typed;
      const workspaceId = await workspaceOfNewDatabase(request, undefined, parent_id);
      const chosen = [views].flat().map((view_id) => ({ view_id, width: LINE / 2 }));
      const made = { workspaceId, parentId: parent_id ?? null, name: called, items: chosen };
      const { page_id } = await createDashboard(request.ctx, made);
      return h.redirect(`/pages/${page_id}`).code(303);
    },
  }),
];
