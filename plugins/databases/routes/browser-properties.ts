// What the browser asks around changes of a schema: what they would break, and how they are taken back.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { type Ref, type Route, route } from '../../../core/http/route.ts';
import { id, params } from '../../../core/http/schema-fields.ts';
import { propertySchema } from '../present.ts';
import { propertyImpact } from '../schema/deletion-impact.ts';
import { undoChange } from '../schema/property-conversion.ts';
import { on } from './schemas.ts';
import { startedSchema } from './v2-jobs.ts';

export const propertyRef = (role: Ref['role'] = 'editor'): Ref => ({
  in: 'params',
  name: 'property_id',
  resource: 'property',
  role,
});
const ids = (request: Request): [number, number] => {
  const { collection_id, property_id } = request.params;
  return [Number(collection_id), Number(property_id)];
};

export const propertyRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/api/collections/{collection_id}/properties/{property_id}/impact',
    rules: { access: { ...on('editor'), refs: [propertyRef()] } },
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
      access: {
        ...on('editor', 'collection_id', { lock: true }),
        refs: [{ in: 'params', name: 'change_id', resource: 'schema-change', role: 'editor' }],
      },
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
