// Databases in the browser's JSON: make one, make one of a page, show its table, and what would break without it.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access.ts';
import { id, params } from '../../../core/fields.ts';
import { notFound } from '../../../core/problem.ts';
import { type Route, route } from '../../../core/route.ts';
import { pageSchema } from '../../pages/contract.ts';
import type { LoadedView } from '../access.ts';
import { convertPage, createCollection, type Made } from '../collections.ts';
import { namesOf } from '../display.ts';
import { collectionImpact } from '../impact.ts';
import { collectionSchema, presentCollection, presentRows, propertySchema, rowSchema, viewSchema } from '../present.ts';
import { both } from '../query/filter.ts';
import { inGroup } from '../query/group.ts';
import { countRows, listRows } from '../query/run.ts';
import { viewsOf } from '../views.ts';
import { zoneNames } from '../zones.ts';
import { collectionPath, newCollectionBody, newCollectionOf, on, placeRefs, schemaIn } from './bodies.ts';

const madeSchema = Joi.object({
  ok: Joi.valid(true).required(),
  collection: collectionSchema.required(),
  page: pageSchema.required(),
});
const made = ({ collection, page }: Made) => ({ ok: true, collection, page });

const create = (path: string, name: string, description: string): Route =>
  route({
    method: 'POST',
    path,
    rules: { access: { member: true, refs: placeRefs }, bodyFaults: 400 },
    options: {
      id: name,
      description,
      validate: { payload: newCollectionBody },
      response: { schema: madeSchema },
      plugins: { api: { statuses: [400] } },
    },
    handler: async (request) => made(await createCollection(request.ctx, await newCollectionOf(request))) as never,
  });

/** The view that a table shows: the one asked for, which must be one of this database, or the first. */
async function shownView(request: Request) {
  const { view_id } = request.query as { view_id?: number };
  const schema = await schemaIn(request);
  if (!view_id) return { schema, view: (await viewsOf(request.ctx, schema.collection.id))[0] };
  const { view } = loaded<LoadedView>(request, 'view_id');
  if (view.collection_id !== schema.collection.id) throw notFound();
  return { schema, view };
}

async function tableData(request: Request) {
  const { ctx } = request;
  const { page, limit, group } = request.query as { page: number; limit: number; group?: string };
  const { schema, view } = await shownView(request);
  const { filter, sorts, group_by } = view?.config ?? {};
  const within = group === undefined ? null : inGroup(schema.byId.get(group_by ?? 0), group);
  const query = { filter: both(filter, within), sorts, isSaved: true };
  const [{ records }, total, views] = await Promise.all([
    listRows(ctx, schema, query, { limit, offset: (page - 1) * limit }),
    countRows(ctx, schema, query),
    viewsOf(ctx, schema.collection.id),
  ]);
  const rows = await presentRows(ctx, schema, records);
  return {
    collection: presentCollection(schema.collection),
    properties: schema.properties,
    views,
    view_id: view?.id ?? null,
    pages: rows,
    total,
    names: await namesOf(ctx, schema.properties, rows),
  };
}

export const databaseRoutes: Route[] = [
  create('/db/api', 'databases.create', 'Make a database, optionally of a template'),
  create('/db/inline/api', 'databases.create-inline', 'Make a database that a page shows'),
  route({
    method: 'POST',
    path: '/api/pages/{page_id}/convert-to-database',
    rules: { access: { role: 'editor', resource: 'page', param: 'page_id', lock: true } },
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
    rules: { access: { ...on('viewer'), refs: [{ in: 'query', name: 'view_id', resource: 'view', role: 'viewer' }] } },
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
        }),
      },
      response: {
        schema: Joi.object({
          collection: collectionSchema.required(),
          properties: Joi.array().items(propertySchema).required(),
          views: Joi.array().items(viewSchema).required(),
          view_id: Joi.number().integer().required().allow(null),
          pages: Joi.array().items(rowSchema).required(),
          total: Joi.number().integer().required(),
          names: Joi.object().unknown().required().description('of people, rows and files that values name, by id'),
        }),
      },
    },
    handler: (request) => tableData(request) as never,
  }),
  route({
    method: 'GET',
    path: '/api/collections/{collection_id}/impact',
    rules: { access: on('editor') },
    options: {
      id: 'databases.impact',
      description: 'What would break without this database: its rows, and properties of others that look at it',
      validate: { params: collectionPath },
    },
    handler: (request) => collectionImpact(request.ctx, Number(request.params.collection_id)) as never,
  }),
  route({
    method: 'GET',
    path: '/db/timezones/api',
    rules: { access: { member: true } },
    options: { id: 'databases.timezones', description: 'Names of time zones' },
    handler: () => ({ timezones: zoneNames() }),
  }),
];
