// Databases in the browser's JSON: make one, make one of a page, show its table, and what would break without it.

import type { Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { disposition } from '../../../core/files/file-response.ts';
import { can, inBody, inQuery } from '../../../core/http/policy.ts';
import { notFound } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, idList, params } from '../../../core/http/schema-fields.ts';
import { zoneOf } from '../../../core/kernel/context.ts';
import { deletionImpactOf, lossesSchema, newPageRefs, pagePolicies, pageSchema } from '../../pages/contract.ts';
import type { LoadedView } from '../access.ts';
import { eventsOf } from '../calendar/events.ts';
import { zoneNames } from '../calendar/zoned-dates.ts';
import type { MadeDatabase } from '../contract.ts';
import { convertPage, createCollection } from '../databases.ts';
import { collectionPolicies, rowPolicies, viewPolicies } from '../policies.ts';
import { collectionSchema, presentCollection, presentRows, propertySchema, rowSchema, viewSchema } from '../present.ts';
import { both } from '../query/filter.ts';
import { inGroup } from '../query/group.ts';
import { listCounted } from '../query/list-rows.ts';
import { applyNames, namesQuery } from '../rows/row-names.ts';
import { ROW_BATCH_MAX } from '../rows/rows.ts';
import { rowStore } from '../rows/store.ts';
import { namesInRows } from '../rows/value-display.ts';
import { collectionImpact } from '../schema/deletion-impact.ts';
import { shownProperties } from '../schema/formula-properties.ts';
import { visibleJob } from '../schema-change/start-change.ts';
import { coloursOf } from '../views/row-colors.ts';
import { viewDrafts, withDraft } from '../views/view-drafts.ts';
import { jsonOf, streamed, viewCsv, viewMarkdown } from '../views/view-export.ts';
import { visibleViews } from '../views/views.ts';
import { writableRows } from '../visibility/editable-rows.ts';
import { hidesRows } from '../visibility/per-reader-rollups.ts';
import { collectionPath, idParams, newCollectionBody, newCollectionOf, rowSearch, schemaIn } from './schemas.ts';

const eventSchema = Joi.object({
  row_id: Joi.number().integer().required(),
  occurrence: Joi.string().required().example('2026-11-20'),
  title: Joi.string().required().allow(''),
  start: Joi.string().required(),
  end: Joi.string().required(),
  all_day: Joi.boolean().required(),
  timezone: Joi.string().required().allow(null),
  remind: Joi.number().integer().required().allow(null),
  url: Joi.string().required(),
}).meta({ title: 'RowEvent' });

const madeSchema = Joi.object({
  ok: Joi.valid(true).required(),
  collection: collectionSchema.required(),
  page: pageSchema.required(),
});
const made = ({ collection, page }: MadeDatabase) => ({ ok: true, collection, page });

const create = (path: string, name: string, description: string): Route =>
  route({
    method: 'POST',
    path,
    rules: { access: { member: true, refs: newPageRefs }, bodyFaults: 400 },
    options: {
      id: name,
      description,
      validate: { payload: newCollectionBody },
      response: { schema: madeSchema },
      plugins: { api: { statuses: [400] } },
    },
    handler: async (request) => made(await createCollection(request.ctx, await newCollectionOf(request))) as never,
  });

/** The view that a table shows: the one asked for, which must be one of this database, or the first; with one's draft. */
async function shownView(request: Request, name = 'collection_id') {
  const { ctx } = request;
  const { view_id } = request.query as { view_id?: number };
  const schema = await schemaIn(request, name);
  const views = await visibleViews(ctx, schema.collection.id);
  const stored = view_id ? loaded<LoadedView>(request, 'view_id').view : views[0];
  if (stored && stored.collection_id !== schema.collection.id) throw notFound();
  const drafts = await viewDrafts(ctx, schema, views);
  return { schema, views, drafts, view: stored && withDraft(stored, drafts.get(stored.id)) };
}

const FORMATS = {
  csv: { write: viewCsv, type: 'text/csv', ending: 'csv' },
  json: { write: jsonOf, type: 'application/json', ending: 'json' },
  markdown: { write: viewMarkdown, type: 'text/markdown', ending: 'md' },
};

/** Sent while it is read: a large database never lies in memory as a whole. */
async function exported(request: Request, h: ResponseToolkit) {
  const { schema, view } = await shownView(request);
  const { format } = request.query as { format: keyof typeof FORMATS };
  const { write, type, ending } = FORMATS[format];
  return h
    .response(await streamed(write(request.ctx, schema, view)))
    .type(type)
    .header('content-disposition', disposition('attachment', `${schema.collection.name || 'database'}.${ending}`));
}

type Asked = {
  page: number;
  limit: number;
  group?: string;
  sub_group?: string;
  search?: string;
  ids?: number[];
};

async function tableData(request: Request) {
  const { ctx } = request;
  const { page, limit, group, sub_group, search, ids } = request.query as Asked;
  const { schema, views, drafts, view } = await shownView(request);
  const { filter, sorts, group_by, sub_group_by } = view?.config ?? {};
  const part = (id: number | null | undefined, key: string | undefined) =>
    key === undefined ? null : inGroup(schema.byId.get(id ?? 0), key);
  const within = both(part(group_by, group), part(sub_group_by, sub_group));
  const query = { filter: both(filter, within), sorts, isSaved: true, search };
  const window = { limit, offset: (page - 1) * limit };
  const { records, total } = await listCounted(ctx, schema, { ...query, ids }, window);
  const rows = await presentRows(ctx, schema, records);
  return {
    collection: presentCollection(schema.collection),
    properties: shownProperties(schema.properties),
    views,
    drafts: Object.fromEntries(drafts),
    view_id: view?.id ?? null,
    pages: applyNames(request, schema, rows),
    total,
    names: await namesInRows(ctx, schema.properties, rows),
    colors: await coloursOf(ctx, schema, view, rows),
    writable: await writableRows(ctx, schema, records),
    read_only: [...schema.readOnly],
    sees_all_rows: !(await hidesRows(ctx, schema.collection)),
    is_locked: schema.collection.is_locked > 0,
    job_id: await visibleJob(request.ctx, schema.collection.schema_job_id),
  };
}

export const databaseBrowserRoutes: Route[] = [
  create('/db/api', 'databases.create', 'Make a database, optionally of a template'),
  create('/db/inline/api', 'databases.create-inline', 'Make a database that a page shows'),
  route({
    method: 'POST',
    path: '/api/pages/{page_id}/convert-to-database',
    rules: { access: can(pagePolicies.edit, 'page_id') },
    options: {
      id: 'databases.convert-page',
      description: 'Make a database of a page; its text becomes the description and stays in its history',
      validate: { params: params({ page_id: id() }) },
      response: { schema: madeSchema },
    },
    handler: async (request) => made(await convertPage(request.ctx, Number(request.params.page_id))) as never,
  }),
  route({
    method: 'GET',
    path: '/api/collections/{collection_id}/table-data',
    rules: {
      access: can(collectionPolicies.view, 'collection_id', {
        refs: [inQuery('view_id', viewPolicies.view)],
        opaque: ['ids'],
      }),
    },
    options: {
      id: 'databases.table-data',
      description: 'Properties, views and one page of rows, as a view filters and sorts them, or of one of its groups',
      validate: {
        params: collectionPath,
        query: Joi.object({
          view_id: id(),
          page: Joi.number().integer().min(1).max(1_000_000).default(1),
          limit: Joi.number().integer().min(1).max(200).default(50),
          group: Joi.string().allow('').max(500).description('a value that rows are grouped by; empty: none'),
          sub_group: Joi.string().allow('').max(500).description('the same for the groups within'),
          search: rowSearch(),
          ids: idList().description('of the rows that the view shows, only these'),
          ...namesQuery,
        }),
      },
      response: {
        schema: Joi.object({
          collection: collectionSchema.required(),
          properties: Joi.array().items(propertySchema).required(),
          views: Joi.array().items(viewSchema).required(),
          drafts: Joi.object()
            .unknown()
            .required()
            .description('filter and sorts of shared views that the caller has changed for themselves, by view id'),
          view_id: Joi.number().integer().required().allow(null),
          pages: Joi.array().items(rowSchema).required(),
          total: Joi.number().integer().required(),
          names: Joi.object().unknown().required().description('of people, rows and files that values name, by id'),
          colors: Joi.object().unknown().required().description('of rows by id, as the rules of the view have them'),
          writable: Joi.array()
            .items(Joi.number().integer())
            .required()
            .description('ids of rows the caller may change'),
          read_only: Joi.array()
            .items(Joi.number().integer())
            .required()
            .description('ids of properties the caller may only see'),
          sees_all_rows: Joi.boolean().required().description('others take no values from rows by changing properties'),
          is_locked: Joi.boolean().required().description('nobody deletes rows while it is'),
          job_id: Joi.number()
            .integer()
            .required()
            .allow(null)
            .description('of a change of the properties that is on its way, for whoever may look at it'),
        }),
      },
    },
    handler: (request) => tableData(request) as never,
  }),
  route({
    method: 'GET',
    path: '/api/collections/{collection_id}/export',
    rules: { access: can(collectionPolicies.view, 'collection_id', { refs: [inQuery('view_id', viewPolicies.view)] }) },
    options: {
      id: 'databases.export',
      description: 'All rows of a view as a file: CSV or Markdown with its columns, or JSON with everything',
      validate: {
        params: collectionPath,
        query: Joi.object({ view_id: id(), format: Joi.valid(...Object.keys(FORMATS)).default('csv') }),
      },
      plugins: { api: { produces: 'text/csv' } },
    },
    handler: exported,
  }),
  route({
    method: 'GET',
    path: '/api/collections/{collection_id}/impact',
    rules: { access: can(collectionPolicies.viewImpact, 'collection_id') },
    options: {
      id: 'databases.impact',
      description: 'What would break without this database: its rows, and properties of others that look at it',
      validate: { params: collectionPath },
    },
    handler: (request) => collectionImpact(request.ctx, Number(request.params.collection_id)) as never,
  }),
  route({
    method: 'POST',
    path: '/api/collections/{collection_id}/rows/impact',
    rules: {
      access: can(collectionPolicies.changeRows, 'collection_id', { refs: [inBody('ids', rowPolicies.edit)] }),
    },
    options: {
      id: 'databases.rows-impact',
      description: 'What others miss without some of its rows, before they go to the trash',
      validate: {
        params: collectionPath,
        payload: Joi.object({ ids: Joi.array().items(id()).max(ROW_BATCH_MAX).required() }).required(),
      },
      response: { schema: lossesSchema },
    },
    handler: async (request) => {
      const { ids } = request.payload as { ids: number[] };
      const homes = await rowStore.ofPages(request.ctx, ids);
      if ([...homes.keys()].some((home) => home !== Number(request.params.collection_id))) throw notFound();
      return deletionImpactOf(request.ctx, ids) as never;
    },
  }),
  route({
    method: 'GET',
    path: '/db/{id}/calendar/api',
    rules: {
      access: can(collectionPolicies.view, 'id', { refs: [inQuery('view_id', viewPolicies.view)] }),
    },
    options: {
      id: 'databases.calendar',
      description:
        'What happens in a range of at most 400 days, with everything that repeats expanded; the end is exclusive',
      validate: {
        params: idParams,
        query: Joi.object({
          start: Joi.string().isoDate().required(),
          end: Joi.string().isoDate().required(),
          view_id: id(),
          search: rowSearch(),
        }),
      },
      response: {
        schema: Joi.object({
          events: Joi.array().items(eventSchema).required(),
          truncated: Joi.boolean().required(),
          writable: Joi.array().items(Joi.number().integer()).required().description('rows that the caller may change'),
        }),
      },
    },
    handler: async (request) => {
      const { ctx } = request;
      const { schema, view } = await shownView(request, 'id');
      const { start, end, search } = request.query as { start: string; end: string; search?: string };
      const zone = zoneOf(ctx);
      const found = await eventsOf(ctx, schema, { start, end, view, zone, search });
      const rows = [...new Set(found.events.map(({ row_id }) => row_id))];
      return { ...found, writable: await writableRows(ctx, schema, await rowStore.guards(ctx, rows)) } as never;
    },
  }),
  route({
    method: 'GET',
    path: '/db/timezones/api',
    rules: { access: { member: true } },
    options: { id: 'databases.timezones', description: 'Names of time zones' },
    handler: () => ({ timezones: zoneNames() }),
  }),
];
