// Views in API v2: those of a database, and each by itself.

import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { pagedAnswer, windowIn } from '../../../core/http/pagination.ts';
import { can } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { paging } from '../../../core/http/schema-fields.ts';
import type { LoadedView } from '../access.ts';
import { collectionPolicies, viewPolicies } from '../policies.ts';
import { viewSchema } from '../present.ts';
import { VIEW_IDS } from '../views/view-config.ts';
import {
  changeView,
  createView,
  newViewKeys,
  removeView,
  type ViewInput,
  type ViewPatch,
  viewPatchKeys,
  visibleViews,
} from '../views/views.ts';
import { visibleSchemaOf } from '../visibility/visible-schema.ts';
import { idParams, okAnswer, okAnswerSchema, schemaIn } from './schemas.ts';

async function viewIn(request: Request) {
  const { view, collection } = loaded<LoadedView>(request, 'id');
  return { view, schema: await visibleSchemaOf(request.ctx, collection) };
}

export const viewV2Routes: Route[] = [
  route({
    method: 'GET',
    path: '/api/v2/collections/{id}/views',
    rules: { access: can(collectionPolicies.view, 'id'), subtree: true },
    options: {
      id: 'views.list',
      description: 'Views that everybody sees, and those of your own',
      validate: { params: idParams, query: paging() },
      response: { schema: Joi.array().items(viewSchema) },
    },
    handler: async (request, h) =>
      pagedAnswer(request, h, windowIn(request, await visibleViews(request.ctx, Number(request.params.id)))),
  }),
  route({
    method: 'POST',
    path: '/api/v2/collections/{id}/views',
    rules: { access: can(collectionPolicies.addView, 'id', { opaque: [...VIEW_IDS] }) },
    options: {
      id: 'views.create',
      description: 'Make a view; one that everybody sees takes the role editor',
      validate: { params: idParams, payload: Joi.object(newViewKeys).required() },
      response: { schema: viewSchema },
    },
    handler: async (request) =>
      createView(request.ctx, await schemaIn(request, 'id'), request.payload as ViewInput) as never,
  }),
  route({
    method: 'GET',
    path: '/api/v2/views/{id}',
    rules: { access: can(viewPolicies.view, 'id'), subtree: true },
    options: {
      id: 'views.get',
      description: 'One view',
      validate: { params: idParams },
      response: { schema: viewSchema },
    },
    handler: (request) => loaded<LoadedView>(request, 'id').view as never,
  }),
  route({
    method: 'PATCH',
    path: '/api/v2/views/{id}',
    rules: { access: can(viewPolicies.change, 'id', { opaque: [...VIEW_IDS] }) },
    options: {
      id: 'views.update',
      description: 'Change a view; settings that are not named stay as they are',
      validate: { params: idParams, payload: Joi.object(viewPatchKeys).required() },
      response: { schema: viewSchema },
    },
    handler: async (request) => {
      const { view, schema } = await viewIn(request);
      return (await changeView(request.ctx, schema, view, request.payload as ViewPatch)) as never;
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/views/{id}',
    rules: { access: can(viewPolicies.change, 'id') },
    options: {
      id: 'views.delete',
      description: 'Remove a view',
      validate: { params: idParams },
      response: { schema: okAnswerSchema },
    },
    handler: async (request) => {
      const { view, schema } = await viewIn(request);
      await removeView(request.ctx, schema, view);
      return okAnswer as never;
    },
  }),
];
