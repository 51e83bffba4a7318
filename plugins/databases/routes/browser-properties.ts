// What the browser asks around changes of a schema: what they would break, and how they are taken back.

import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { can, inPath } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, params } from '../../../core/http/schema-fields.ts';
import { collectionPolicies, propertyPolicies } from '../policies.ts';
import { propertySchema } from '../present.ts';
import { propertyImpact } from '../schema/deletion-impact.ts';
import { undoChange } from '../schema/property-conversion.ts';
import { startedSchema } from './v2-jobs.ts';

const ids = (request: Request): [number, number] => {
  const { collection_id, property_id } = request.params;
  return [Number(collection_id), Number(property_id)];
};

export const propertyBrowserRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/api/collections/{collection_id}/properties/{property_id}/impact',
    rules: {
      access: can(collectionPolicies.viewImpact, 'collection_id', {
        refs: [inPath('property_id', propertyPolicies.edit)],
      }),
    },
    options: {
      id: 'databases.property-impact',
      description: 'What would be gone with a property, or with one of its options',
      validate: {
        params: params({ collection_id: id(), property_id: id() }),
        query: Joi.object({ option: Joi.string().max(16) }),
      },
      response: {
        schema: Joi.object({
          rows: Joi.number().integer().required(),
          views: Joi.array().items(Joi.string()).required(),
          properties: Joi.array().items(Joi.string()).required(),
          opens: Joi.boolean().required().description('a rule gives whoever it names a role on the row'),
        }),
      },
    },
    handler: (request) =>
      propertyImpact(request.ctx, ...ids(request), request.query.option as string | undefined) as never,
  }),
  route({
    method: 'POST',
    path: '/api/collections/{collection_id}/changes/{change_id}/undo',
    rules: {
      access: can(collectionPolicies.undoChange, 'collection_id'),
    },
    options: {
      id: 'databases.undo-change',
      description: 'Take back the last deletion or conversion of a property, or the removal of its options',
      validate: { params: params({ collection_id: id(), change_id: id() }) },
      response: {
        schema: Joi.alternatives(
          Joi.object({ ok: Joi.valid(true).required(), property: propertySchema.required() }),
          startedSchema,
        ),
      },
    },
    handler: async (request) => {
      const { collection_id, change_id } = request.params;
      const done = await undoChange(request.ctx, Number(collection_id), Number(change_id));
      return ('job' in done ? { ok: true, ...done } : { ok: true, property: done }) as never;
    },
  }),
];
