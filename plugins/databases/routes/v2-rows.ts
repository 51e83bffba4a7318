// Rows in API v2: list, query, make, read, change, remove, and many at once.

import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { expectedVersion, pagedAnswer, versioned, windowOf } from '../../../core/http/pagination.ts';
import { can, inBody, inQuery } from '../../../core/http/policy.ts';
import { notFound } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, paging, permanentQuery } from '../../../core/http/schema-fields.ts';
import { pages } from '../../pages/contract.ts';
import type { LoadedView } from '../access.ts';
import { collectionPolicies, rowPolicies, viewPolicies } from '../policies.ts';
import { presentRows, rowSchema } from '../present.ts';
import { AGGREGATES } from '../query/aggregate.ts';
import { filterSchema } from '../query/filter.ts';
import { listCounted } from '../query/list-rows.ts';
import { answerQuery, type DatabaseQuery } from '../query/query-request.ts';
import { readRowCursor } from '../query/sort-sql.ts';
import { type Bulk, bulk } from '../rows/row-batch.ts';
import { applyNames, applyNamesById, namedOne, namesQuery, optionKeys, withOptions } from '../rows/row-names.ts';
import { newWholeRow, wholeRow, wholeRowSchema } from '../rows/row-with-content.ts';
import { createRow, ROW_BATCH_MAX, readRow } from '../rows/rows.ts';
import type { Schema } from '../schema/schema.ts';
import { propertyIdOrName, sortsSchema } from '../views/view-config.ts';
import { ownView } from '../views/view-drafts.ts';
import { changedRow } from './browser-rows.ts';
import {
  DATABASE_BODY_MAX,
  idParams,
  newRowKeys,
  okAnswer,
  okAnswerSchema,
  rowFromRequest,
  rowPatchKeys,
  rowSearch,
  schemaIn,
  startedRowKeys,
} from './schemas.ts';

const cursor = () => Joi.string().max(4000).description('of the answer before: the rows behind it');

/** What the view of a request filters and sorts by. @throws Problem not_found for one of another database */
async function viewOf(request: Request, schema: Schema, name: unknown, isDraft = false) {
  if (!name) return {};
  const stored = loaded<LoadedView>(request, 'view_id').view;
  if (stored.collection_id !== schema.collection.id) throw notFound();
  const view = isDraft ? await ownView(request.ctx, schema, stored) : stored;
  return { filter: view.config.filter, sorts: view.config.sorts, isSaved: true };
}

const rowsList = Joi.array().items(rowSchema);
const rowsMax = (item: Joi.Schema) => Joi.array().items(item).max(ROW_BATCH_MAX);

export const rowV2Routes: Route[] = [
  route({
    method: 'GET',
    path: '/api/v2/collections/{id}/rows',
    rules: {
      access: can(collectionPolicies.view, 'id', { refs: [inQuery('view_id', viewPolicies.view)] }),
      subtree: true,
    },
    options: {
      id: 'rows.list',
      description: 'Rows of a database, as a view filters and sorts them; X-Next-Cursor names what follows',
      validate: {
        params: idParams,
        query: paging({ view_id: id(), cursor: cursor(), search: rowSearch(), ...namesQuery }),
      },
      response: { schema: rowsList },
    },
    handler: async (request, h) => {
      const { ctx } = request;
      const [limit, offset] = windowOf(request);
      const asked = request.query as { view_id?: number; cursor?: string; search?: string };
      const schema = await schemaIn(request, 'id');
      const query = { ...(await viewOf(request, schema, asked.view_id)), search: asked.search };
      const at =
        asked.cursor === undefined ? { offset } : { cursor: readRowCursor(asked.cursor, query.sorts ?? [], 'query') };
      const { total, ...listed } = await listCounted(ctx, schema, query, { limit, ...at });
      const items = applyNames(request, schema, await presentRows(ctx, schema, listed.records));
      return pagedAnswer(request, h, { items, total, next: listed.cursor });
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/collections/{id}/rows',
    rules: { access: can(collectionPolicies.addRow, 'id'), subtree: true },
    options: {
      id: 'rows.create',
      description: 'Make a row; values that break a rule answer 400 with the property and the rule',
      validate: {
        params: idParams,
        query: Joi.object(namesQuery),
        payload: Joi.object({ ...startedRowKeys, ...optionKeys }).required(),
      },
      response: { schema: wholeRowSchema },
      plugins: { api: { statuses: [400] } },
    },
    handler: async (request, h) => {
      const home = Number(request.params.id);
      const given = await rowFromRequest(request, home);
      const made = await withOptions(request, home, [given], (ctx) => createRow(ctx, home, given));
      const row = await namedOne(request, made);
      return versioned(request, h, newWholeRow(row, given));
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/collections/{id}/rows/bulk',
    rules: { access: can(collectionPolicies.changeRows, 'id'), subtree: true },
    options: {
      id: 'rows.bulk',
      description: `Make, change, move, trash and bring back up to ${ROW_BATCH_MAX} rows, all or none`,
      payload: { maxBytes: DATABASE_BODY_MAX },
      validate: {
        params: idParams,
        query: Joi.object(namesQuery),
        payload: Joi.object({
          ...optionKeys,
          create: rowsMax(Joi.object(newRowKeys)),
          update: rowsMax(Joi.object({ id: id().required(), ...rowPatchKeys })),
          delete: rowsMax(id()),
          restore: rowsMax(id()).description('out of the trash'),
          move: rowsMax(id()).description('to before or after another row, in this order'),
          before: id().description('the row that those that move come to stand before'),
          after: id().description('or the one behind which they do'),
        })
          .oxor('before', 'after')
          .required()
          .example({ create: [{ title: 'A new row' }], update: [{ id: 42, title: 'A row with another title' }] }),
      },
      response: {
        schema: Joi.object({
          created: rowsList.required(),
          updated: rowsList.required(),
          moved: rowsList.required(),
          deleted: Joi.array().items(Joi.number().integer()).required(),
          restored: Joi.array().items(Joi.number().integer()).required(),
        }),
      },
      plugins: { api: { statuses: [400] } },
    },
    handler: async (request) => {
      const home = Number(request.params.id);
      const { create_options: _, ...wanted } = request.payload as Bulk & { create_options?: boolean };
      const rows = [...(wanted.create ?? []), ...(wanted.update ?? [])];
      const { created, updated, moved, ...rest } = await withOptions(request, home, rows, (ctx) =>
        bulk(ctx, home, wanted),
      );
      const shown = {
        created: await applyNamesById(request, home, created),
        updated: await applyNamesById(request, home, updated),
        moved: await applyNamesById(request, home, moved),
      };
      return { ...shown, ...rest } as never;
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/collections/{id}/query',
    rules: {
      access: can(collectionPolicies.view, 'id', { refs: [inBody('view_id', viewPolicies.view)] }),
      scope: 'read',
      subtree: true,
    },
    options: {
      id: 'rows.query',
      description: 'Rows that match a filter, sorted, with groups and sums over all of them',
      validate: {
        params: idParams,
        query: Joi.object(namesQuery),
        payload: Joi.object({
          view_id: id(),
          with_draft: Joi.boolean().default(false).description('filter and sorts of the view as you changed them'),
          filter: filterSchema.allow(null),
          sorts: sortsSchema,
          search: rowSearch(),
          page: Joi.number().integer().min(1).max(1_000_000).default(1),
          limit: Joi.number().integer().min(1).max(100).default(50),
          cursor: cursor(),
          group_by: propertyIdOrName().allow(null),
          sub_group_by: propertyIdOrName().allow(null),
          aggregates: Joi.object()
            .pattern(Joi.string().max(100), Joi.valid(...AGGREGATES))
            .description('names of functions by id or name of a property'),
        })
          .allow(null)
          .example({
            filter: { property_id: 21, op: 'contains', value: 'text' },
            sorts: [{ property_id: 22, direction: 'desc' }],
            page: 1,
            limit: 50,
            aggregates: { '22': 'sum' },
          }),
      },
      response: {
        schema: Joi.object({
          results: rowsList.required(),
          total: Joi.number().integer().required(),
          next_cursor: Joi.string().required().allow(null),
          groups: Joi.array().items(Joi.object().unknown()),
          aggregates: Joi.object().unknown(),
        }),
      },
    },
    handler: async (request) => {
      const asked = (request.payload ?? {}) as DatabaseQuery & { view_id?: number; with_draft?: boolean };
      const schema = await schemaIn(request, 'id');
      const view = await viewOf(request, schema, asked.view_id, asked.with_draft);
      const { results, ...rest } = await answerQuery(request.ctx, schema, asked, view);
      return { results: applyNames(request, schema, results), ...rest } as never;
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/rows/{id}',
    rules: { access: can(rowPolicies.view, 'id'), subtree: true },
    options: {
      id: 'rows.get',
      description: 'One row',
      validate: { params: idParams, query: Joi.object(namesQuery) },
      response: { schema: wholeRowSchema },
    },
    handler: async (request, h) =>
      versioned(
        request,
        h,
        await wholeRow(request.ctx, await namedOne(request, await readRow(request.ctx, Number(request.params.id)))),
      ),
  }),
  route({
    method: 'PATCH',
    path: '/api/v2/rows/{id}',
    rules: { access: can(rowPolicies.edit, 'id'), subtree: true },
    options: {
      id: 'rows.update',
      description: 'Change title, values, calendar or looks of a row; values that break a rule answer 400',
      validate: {
        params: idParams,
        query: Joi.object(namesQuery),
        payload: Joi.object({ ...rowPatchKeys, ...optionKeys }).required(),
      },
      response: { schema: wholeRowSchema },
      plugins: { api: { statuses: [400] } },
    },
    handler: async (request, h) => {
      return versioned(request, h, await wholeRow(request.ctx, await changedRow(request)));
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/rows/{id}',
    rules: { access: can(rowPolicies.trashOrDelete, 'id'), subtree: true },
    options: {
      id: 'rows.delete',
      description: 'Move a row to the trash, or remove a row in the trash permanently',
      validate: { params: idParams, query: permanentQuery() },
      response: { schema: okAnswerSchema },
      plugins: { api: { versioned: 'taken' } },
    },
    handler: async (request) => {
      const { ctx } = request;
      const rowId = Number(request.params.id);
      if (request.query.permanent) {
        await ctx.use(pages).remove(ctx, rowId);
      } else await ctx.use(pages).trash(ctx, rowId, expectedVersion(request));
      return okAnswer as never;
    },
  }),
];
