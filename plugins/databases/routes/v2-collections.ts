// Databases in API v2.

import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { expectedVersion, pagedAnswer, versioned, windowOf } from '../../../core/http/pagination.ts';
import { can, inQuery } from '../../../core/http/policy.ts';
import { notFound } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, paging, permanentQuery } from '../../../core/http/schema-fields.ts';
import { newPageRefs, pages } from '../../pages/contract.ts';
import { workspacePolicies } from '../../workspaces/contract.ts';
import { type CollectionPatch, changeCollection, createCollection } from '../databases.ts';
import { collectionPolicies } from '../policies.ts';
import { collectionSchema, presentCollection, schemaSchema } from '../present.ts';
import { shownProperties } from '../schema/formula-properties.ts';
import { type CollectionRow, collectionStore } from '../schema/store.ts';
import { visibleViews } from '../views/views.ts';
import { idParams, namedCollectionBody, newCollectionOf, okAnswer, okAnswerSchema, schemaIn } from './schemas.ts';

export const collectionV2Routes: Route[] = [
  route({
    method: 'GET',
    path: '/api/v2/collections',
    rules: {
      access: { list: true, resource: 'collection', refs: [inQuery('workspace_id', workspacePolicies.view)] },
      subtree: true,
    },
    options: {
      id: 'collections.list',
      description: 'Databases that you see',
      validate: { query: paging({ workspace_id: id() }) },
      response: { schema: Joi.array().items(collectionSchema) },
    },
    handler: async (request, h) => {
      const [limit, offset] = windowOf(request);
      const { workspace_id: workspaceId } = request.query as { workspace_id?: number };
      const { items, total } = await collectionStore.list(request.ctx, { workspaceId, limit, offset });
      return pagedAnswer(request, h, { items: items.map(presentCollection), total });
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/collections',
    rules: { access: { member: true, refs: newPageRefs }, subtree: true },
    options: {
      id: 'collections.create',
      description: 'Make a database, optionally of a template',
      validate: { payload: namedCollectionBody },
      response: { schema: collectionSchema },
    },
    handler: async (request, h) => {
      const { collection } = await createCollection(request.ctx, await newCollectionOf(request));
      return versioned(request, h, collection);
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/collections/{id}',
    rules: { access: can(collectionPolicies.view, 'id'), subtree: true },
    options: {
      id: 'collections.get',
      description: 'One database',
      validate: { params: idParams },
      response: { schema: collectionSchema },
    },
    handler: (request, h) => versioned(request, h, presentCollection(loaded<CollectionRow>(request, 'id'))),
  }),
  route({
    method: 'PATCH',
    path: '/api/v2/collections/{id}',
    rules: { access: can(collectionPolicies.edit, 'id'), subtree: true },
    options: {
      id: 'collections.update',
      description: 'Change name, icon or description',
      validate: {
        params: idParams,
        payload: Joi.object({
          name: Joi.string().trim().min(1).max(500),
          icon: Joi.string().allow('').max(200),
          description: Joi.string().allow('').max(10_000),
        }).required(),
      },
      response: { schema: collectionSchema },
    },
    handler: async (request, h) => {
      const patch = request.payload as CollectionPatch;
      const changed = await changeCollection(request.ctx, Number(request.params.id), patch, expectedVersion(request));
      return versioned(request, h, changed);
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/collections/{id}',
    rules: { access: can(collectionPolicies.trashOrDelete, 'id'), subtree: true },
    options: {
      id: 'collections.delete',
      description: 'Move a database with its rows to the trash, or remove one in the trash permanently',
      validate: { params: idParams, query: permanentQuery() },
      response: { schema: okAnswerSchema },
      plugins: { api: { versioned: 'taken' } },
    },
    handler: async (request) => {
      const { ctx } = request;
      const { page_id, deleted_at } = loaded<CollectionRow>(request, 'id');
      if (request.query.permanent) {
        await ctx.use(pages).remove(ctx, page_id);
      } else {
        if (deleted_at) throw notFound();
        await ctx.use(pages).trash(ctx, page_id, expectedVersion(request));
      }
      return okAnswer as never;
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/collections/{id}/schema',
    rules: { access: can(collectionPolicies.view, 'id'), subtree: true },
    options: {
      id: 'collections.schema',
      description: 'Properties and views of a database',
      validate: { params: idParams },
      response: { schema: schemaSchema },
    },
    handler: async (request) => {
      const { properties, collection } = await schemaIn(request, 'id');
      return {
        properties: shownProperties(properties),
        views: await visibleViews(request.ctx, collection.id),
      } as never;
    },
  }),
];
